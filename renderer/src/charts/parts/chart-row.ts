import type { Guarantee } from "../../../../electron/contract/flush-mode";

/** One row of a chart: a mode, a strategy or a batch. */
export interface ChartRow {
  readonly id: string;
  readonly label: string;
  /** In small type under the label; `null` where one call stands for all rows. */
  readonly systemCall: string | null;
  /** `null` where the rows do not differ in what they promise. */
  readonly guarantee: Guarantee | null;
  /** This row is being measured at this moment. */
  readonly current?: boolean;
  /** Shown in place of a bar: why there is none. */
  readonly absence?: string | null;
}
