import type { ChartRow } from "../../charts/parts/chart-row";

/** Records a second with both settings; `null` while not measured or where it cannot be. */
export interface CommitRates {
  readonly durable: number | null;
  readonly relaxed: number | null;
}

/** One batch size of one way of keeping a database. */
export interface CommitRow extends ChartRow, CommitRates {
  /** How many times as much without waiting: behind the lower bar. */
  readonly note: string | null;
  /** The same batch as published for another computer. */
  readonly published: CommitRates | null;
}

/** One way of keeping a database, with a row for every batch size. */
export interface CommitPanel {
  readonly id: string;
  readonly name: string;
  /** The durable settings in small type, where they are known. */
  readonly settings: string;
  /** Why there is not a single figure; the rows need not say it again. */
  readonly absence: string | null;
  /** The durable setting ends when the drive has taken the data, not when it has stored it. */
  readonly onlyHandsOver: boolean;
  readonly rows: readonly CommitRow[];
}
