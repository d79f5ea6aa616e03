import data from "#assets/reference-curves.json";
import type { CommitDatabase } from "#contract/workloads/commits";
import type { Published } from "../../reference-curves";

/** Published insert rates by records per transaction. */
export interface ReferenceCommits extends Published {
  readonly engine: CommitDatabase;
  readonly points: readonly {
    readonly recordsPerTransaction: number;
    readonly transactions: number;
    readonly durableOperationsPerSecond: number;
    readonly relaxedOperationsPerSecond: number;
  }[];
}

export const referenceCommits = data.commits as readonly ReferenceCommits[];
