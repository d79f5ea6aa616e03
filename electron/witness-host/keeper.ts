import type { WitnessTicket, WitnessWords } from "#contract/power-cut/witness";
import type { WitnessLedger } from "./ledger";
import type { Sealer } from "./seal";

/** What every way of keeping the numbers works with. */
export interface KeeperContext {
  readonly ticket: WitnessTicket;
  readonly words: WitnessWords;
  readonly ledger: WitnessLedger;
  readonly sealer: Sealer;
  /** Monotonic. */
  readonly nowMs: () => number;
  /** The ledger or the connections may have changed. */
  readonly onChange: () => void;
  /** The keeper is of no use any more; the system's error or one of this program. */
  readonly onFailure: (error: unknown) => void;
}

/** One way of keeping the numbers: pages in browsers, or a file on another drive. */
export interface Keeper {
  /** Where it is, and the call that makes a file's lines safe (`null` for a page). */
  readonly place: WitnessTicket["place"];
  readonly systemCall: string | null;
  /** The ledger or the stage has changed; called up to fifty times a second and every second. */
  update(): void;
  /** Pages that are there at this moment, or 1 for an open file. */
  connections(): number;
  /** Whether the numbers outlive a reload of the page; `null` while no page has said. */
  keeps(): "storage" | "memory" | null;
  close(): void;
}
