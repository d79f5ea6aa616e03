import data from "#assets/reference-curves.json";
import type { FlushModeId } from "#contract/flush-mode";
import type { Published } from "../../reference-curves";
import type { SyncStrategy } from "./results";

/** Published median times to write the total. */
export interface ReferenceInterval extends Published {
  readonly totalBytes: number;
  readonly blockBytes: number;
  readonly mode: FlushModeId;
  readonly points: readonly {
    readonly strategy: SyncStrategy;
    readonly intervalBytes: number | null;
    readonly p50Ns: number;
  }[];
}

export const referenceIntervals = data.syncIntervals as readonly ReferenceInterval[];
