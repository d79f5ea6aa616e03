import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import type { CsvRow } from "../csv";
import type { Table } from "../table";

/** A bar of the live view in a terminal. */
export interface LiveBar {
  readonly name: string;
  readonly absence: "unavailable" | "failed" | null;
  readonly isRunning: boolean;
  readonly perSecond: number | null;
}

/** What every workload brings to the tables of a report. `<id>.ts` exports it. */
export interface Home {
  /** The tables of what was measured; none where it was not reached. */
  tables(report: Report): Table[];
  /** Its lines of the CSV: one for each thing measured once, and one for what was refused. */
  csvRows(report: Report): CsvRow[];
  /** What a terminal draws of it while an inspection runs; none where it has no rates by then. */
  liveBars?(live: LiveState): LiveBar[];
  /** Its lines stand behind those of all others, as they always have. */
  readonly isLastInCsv?: boolean;
}
