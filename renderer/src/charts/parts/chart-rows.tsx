import { type ReactNode, useRef } from "react";
import type { Guarantee } from "#contract/flush-mode";
import { GuaranteeMark } from "./guarantee-mark";
import { PlotField } from "./plot-field";
import { type Size, useSize } from "./use-size";

export interface PlotFrame extends Size {
  /** Height, in pixels, of the band above the rows for the names of reference drives. */
  readonly band: number;
  /** Height, in pixels, of the axis under the rows. */
  readonly foot: number;
  /** Whether labels stand above their bars, which then have only the lower part of a row. */
  readonly isNarrow: boolean;
  /** How far below the middle of its row a bar is drawn, in pixels. */
  readonly shift: number;
}

interface ChartRowsProps {
  readonly rows: readonly ChartRow[];
  /** Reserves space for the names of reference drives above the rows. */
  readonly withBand?: boolean;
  /**
   * `dense`: many rows of one line, `long`: with long labels; `pairs` and `triples`: short labels
   * and two or three bars.
   */
  readonly look?: "roomy" | "dense" | "long" | "pairs" | "triples";
  /** Draws the plot; it covers the band, every row and the axis under them. */
  readonly children: (frame: PlotFrame) => ReactNode;
}

/** Height of the band for the names of reference drives, in rem. Mirrored in charts.css. */
const bandRem = 2.5;
/** Height of the axis under the rows, in rem. Mirrored in charts.css. */
const axisRem = 1.75;
/**
 * In a chart narrower than this many rem, labels stand above their bars: large text in a small
 * window.
 */
const narrowRem = 30;
/** Height of the bar's part of a narrow row, in rem. */
const narrowBarRem = 1.75;

/**
 * A chart with one row per mode, strategy or batch. The labels are HTML, so that they wrap, can be
 * selected in the PDF and grow with the text size; all rows are as high as the highest, as the
 * plot's bands are. Hidden from screen readers, which get a table.
 */
export function ChartRows({ rows, withBand = false, look, children }: ChartRowsProps) {
  const whole = useRef<HTMLDivElement>(null);
  const outer = useSize(whole);
  const hasShortLabels = look === "pairs" || look === "triples";
  const isNarrow = !hasShortLabels && outer !== null && outer.width < narrowRem * outer.rem;
  const looks = [withBand && "with-band", look === "long" && "dense", look, isNarrow && "narrow"];
  const className = ["chart-rows", ...looks].filter(Boolean).join(" ");
  return (
    <div className={className} ref={whole} aria-hidden="true">
      <ul className="chart-labels">
        {rows.map((row) =>
          row.heads !== undefined ? (
            <li key={row.id} className="chart-group">
              <b>{row.label}</b> <span className="quiet">{row.heads}</span>
            </li>
          ) : (
            <li key={row.id} className={row.current === true ? "chart-row current" : "chart-row"}>
              <div className="chart-label">
                {row.guarantee == null ? null : <GuaranteeMark guarantee={row.guarantee} />}
                <div className="chart-label-words">
                  <div className="chart-label-name">{row.label}</div>
                  {row.systemCall === undefined ? null : (
                    <div className="chart-label-call">{row.systemCall}</div>
                  )}
                </div>
              </div>
              <div className="chart-absence small quiet">{row.absence}</div>
            </li>
          ),
        )}
      </ul>
      <PlotField className="chart-plot">
        {(size) => children(frameOf(size, rows.length, withBand, isNarrow))}
      </PlotField>
    </div>
  );
}

function frameOf(size: Size, rows: number, withBand: boolean, isNarrow: boolean): PlotFrame {
  const band = withBand ? bandRem * size.rem : 0;
  const foot = axisRem * size.rem;
  const rowHeight = (size.height - band - foot) / Math.max(1, rows);
  const shift = isNarrow ? (rowHeight - narrowBarRem * size.rem) / 2 : 0;
  return { ...size, band, foot, isNarrow, shift };
}

export interface ChartRow {
  readonly id: string;
  readonly label: string;
  /** Shown in small type below the label; absent if one call applies to all rows. */
  readonly systemCall?: string;
  /** Shown as the fill of the bar; absent if all rows promise the same. */
  readonly guarantee?: Guarantee | null;
  readonly current?: boolean;
  /** Heading of the rows that follow; this row has no bar. */
  readonly heads?: string;
  /** Why there is no bar; shown in place of the bar. */
  readonly absence?: string | null;
}
