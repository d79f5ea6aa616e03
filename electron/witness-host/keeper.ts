import type { WitnessTicket, WitnessWords } from "#contract/power-cut/witness";
import type { WitnessLedger } from "./ledger";
import type { Sealer } from "./seal";

export interface KeeperContext {
  readonly ticket: WitnessTicket;
  readonly words: WitnessWords;
  readonly ledger: WitnessLedger;
  readonly sealer: Sealer;
  /** Reads a monotonic clock. */
  readonly nowMs: () => number;
  /** Call when the confirmed numbers or the connections may have changed. */
  readonly onChange: () => void;
  /** Call when the witness cannot continue; `error` is the system's or one of this program. */
  readonly onFailure: (error: unknown) => void;
}

/** Stores a witness's record numbers: in pages in browsers, or in a file on another drive. */
export interface Keeper {
  /** The address of the witness page, or the path of the witness file. */
  readonly place: WitnessTicket["place"];
  /** The system call that makes the lines of a witness file durable; `null` for a witness page. */
  readonly systemCall: string | null;
  /** Called after each change, at most fifty times a second, and every second. */
  update(): void;
  /** Number of connected pages, or 1 for an open file. */
  connections(): number;
  /** Where a page keeps the numbers; only `storage` survives a reload. `null` if unknown. */
  keeps(): "storage" | "memory" | null;
  close(): void;
}
