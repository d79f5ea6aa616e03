import type { WitnessTicket, WitnessWords } from "#contract/power-cut/witness";
import type { WitnessLedger } from "./ledger";
import type { Sealer } from "./seal";

export interface KeeperContext {
  readonly ticket: WitnessTicket;
  readonly words: WitnessWords;
  readonly ledger: WitnessLedger;
  readonly sealer: Sealer;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
  /** The ledger or the connections may have changed. */
  readonly onChange: () => void;
  /** The keeper cannot continue; `error` is the system's or one of this program. */
  readonly onFailure: (error: unknown) => void;
}

/** Stores the numbers: in pages in browsers, or in a file on another drive. */
export interface Keeper {
  /**
   * The page's address or the file, and the call that makes its lines durable (`null` for a page).
   */
  readonly place: WitnessTicket["place"];
  readonly systemCall: string | null;
  /** Called after a change of ledger or stage, up to fifty times a second, and every second. */
  update(): void;
  /** Number of connected pages, or 1 for an open file. */
  connections(): number;
  /** Where the page stores the numbers it received: only `storage` survives a reload. `null`: unknown. */
  keeps(): "storage" | "memory" | null;
  close(): void;
}
