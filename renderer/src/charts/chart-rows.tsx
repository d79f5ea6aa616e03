import { type ReactNode, useRef } from "react";
import type { FlushModeId, Guarantee } from "../../../electron/contract/flush-mode";
import { GuaranteeMark } from "./guarantee-mark";
import { type Size, useSize } from "./use-size";

export interface ChartRow {
  readonly mode: FlushModeId;
  readonly label: string;
  readonly systemCall: string;
  readonly guarantee: Guarantee;
  /** This mode is being measured at this moment. */
  readonly current?: boolean;
  /** Shown in place of a bar: why there is none. */
  readonly absence?: string | null;
}

interface ChartRowsProps {
  readonly rows: readonly ChartRow[];
  /** Leaves room for the names of reference drives above the rows. */
  readonly withBand?: boolean;
  /** Draws the plot; it covers the band, every row and the axis under them. */
  readonly children: (size: Size, band: number, axis: number) => ReactNode;
}

/** Heights of the band for reference names and of the axis, in rem. Mirrored in charts.css. */
const bandRem = 2.5;
const axisRem = 1.75;

/**
 * Frame of a chart with one row per mode. The labels are HTML, so that they wrap, can be selected
 * in the PDF and grow with the text size; all rows are as high as the highest one, which keeps
 * them level with the equal bands of the plot. Hidden from screen readers, which get a table.
 */
export function ChartRows({ rows, withBand = false, children }: ChartRowsProps) {
  const plot = useRef<HTMLDivElement>(null);
  const size = useSize(plot);
  return (
    <div className={withBand ? "chart-rows with-band" : "chart-rows"} aria-hidden="true">
      <ul className="chart-labels">
        {rows.map((row) => (
          <li key={row.mode} className={row.current === true ? "chart-row current" : "chart-row"}>
            <div className="chart-label">
              <GuaranteeMark guarantee={row.guarantee} />
              <div className="chart-label-words">
                <div className="chart-label-name">{row.label}</div>
                <div className="chart-label-call">{row.systemCall}</div>
              </div>
            </div>
            <div className="chart-absence">{row.absence}</div>
          </li>
        ))}
      </ul>
      <div className="chart-plot" ref={plot}>
        {size === null
          ? null
          : children(size, withBand ? bandRem * size.rem : 0, axisRem * size.rem)}
      </div>
    </div>
  );
}
