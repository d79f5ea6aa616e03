import type { FlushModeId, Guarantee } from "#contract/flush-mode";
import type { FlushModeResult } from "#contract/mode-result";
import type { Report } from "#contract/report";
import { reportModeLabel } from "#tables/modes";
import { formatCount, formatRate } from "#text/format";
import {
  flushModesScreen,
  groupNames,
  groupNotes,
  layoutNames,
  title,
} from "#text/workloads/flush-modes";
import { BarFigure, Whisker } from "../../charts/parts/bar-marks";
import { ChartKey, type KeyEntry, pairKey } from "../../charts/parts/chart-key";
import { type ChartRow, ChartRows } from "../../charts/parts/chart-rows";
import { GuaranteeBox, GuaranteeLegend } from "../../charts/parts/guarantee-mark";
import { parts, type RowPlace, RowPlot } from "../../charts/parts/row-plot";
import { seriesClass } from "../../charts/parts/series-mark";
import { rateAxis, useSameAxis } from "../../charts/scale/log-scale";
import { shortCall } from "../../words";
import { type Reference, ReferenceLines } from "./references";

export interface Rate {
  /** Saves per second; `null` if not measured yet or not available. */
  readonly iops: number | null;
  readonly iopsMin?: number | null;
  readonly iopsMax?: number | null;
}

export interface FlushBar extends ChartRow, Rate {
  readonly guarantee: Guarantee;
  /** The mode's rate with a growing file; `null` if not measured. */
  readonly append: Rate | null;
}

interface FlushChartProps {
  readonly bars: readonly FlushBar[];
  /** Whether each row has a second bar, for a growing file. */
  readonly withAppend: boolean;
  readonly references: readonly Reference[];
}

/** Saves per second of every flush mode on a logarithmic axis, with the range over the rounds. */
export function FlushChart({ bars, withAppend, references }: FlushChartProps) {
  const axis = useSameAxis(
    rateAxis(
      bars
        .flatMap((bar) => [bar, bar.append])
        .flatMap((rate) => [rate?.iops ?? 0, rate?.iopsMax ?? 0]),
    ),
  );
  const rows = grouped(bars);
  return (
    <>
      <div className="chart-head base-line">
        <h2>{title()}</h2>
        <div className="chart-keys">
          {withAppend ? <ChartKey entries={layoutKeys()} /> : null}
          <GuaranteeLegend shown={bars.map(({ guarantee }) => guarantee)} />
        </div>
      </div>
      <ChartRows rows={rows} withBand={references.length > 0}>
        {(frame) => (
          <RowPlot
            {...{ frame, axis }}
            rows={rows}
            left={1}
            // Space for the figure after the longest bar.
            right={7 * frame.rem}
            barRem={withAppend ? (frame.isNarrow ? 1.5 : 1.75) : 1.125}
            nameOf={nameOfRate}
            behind={(width) => (
              <ReferenceLines
                {...{ references, axis, width }}
                band={frame.band}
                letters={0.6875 * frame.rem}
              />
            )}
            draw={(bar, place) =>
              bar.heads !== undefined ? null : withAppend ? (
                <RatePair {...{ bar, place }} />
              ) : (
                <RateBar {...{ bar, place }} rate={bar} />
              )
            }
          />
        )}
      </ChartRows>
    </>
  );
}

/** Groups the bars: confirmed modes come first; unconfirmed ones are no saves and follow. */
function grouped(bars: readonly FlushBar[]): readonly FlushBar[] {
  const groups = [
    ["confirmed", bars.filter(({ guarantee }) => guarantee !== "none")],
    ["unconfirmed", bars.filter(({ guarantee }) => guarantee === "none")],
  ] as const;
  return groups.flatMap(([id, rows]) => (rows.length === 0 ? [] : [headOf(id), ...rows]));
}

function headOf(id: keyof typeof groupNames): FlushBar {
  return {
    id,
    label: groupNames[id](),
    heads: groupNotes[id](),
    guarantee: "none",
    iops: null,
    append: null,
  };
}

const layoutKeys = (): readonly KeyEntry[] => [
  pairKey(0, layoutNames.rewrite()),
  pairKey(1, layoutNames.append()),
];

function nameOfRate(perSecond: number): string {
  return perSecond < 1 ? String(perSecond) : formatCount(perSecond);
}

interface PairProps {
  readonly bar: FlushBar;
  readonly place: RowPlace;
}

function RatePair({ bar, place }: PairProps) {
  const [upper = place, lower = place] = parts(place, 2);
  return (
    <>
      <g className={seriesClass(0)}>
        <RateBar bar={bar} rate={bar} place={upper} />
      </g>
      <g className={seriesClass(1)}>
        <RateBar bar={bar} rate={bar.append} place={lower} />
      </g>
    </>
  );
}

/** A bar, its figure, and a whisker from the slowest to the fastest round. */
function RateBar({ bar, rate, place }: PairProps & { readonly rate: Rate | null }) {
  const { y, height, middle, left, at } = place;
  if (rate?.iops == null) {
    return null;
  }
  const { iops, iopsMin, iopsMax } = rate;
  const end = at(iops);
  const range =
    typeof iopsMin === "number" && typeof iopsMax === "number"
      ? ([iopsMin, iopsMax] as const)
      : null;
  return (
    <g className={bar.current === true ? "rate-bar current" : "rate-bar"}>
      <GuaranteeBox guarantee={bar.guarantee} {...{ x: left, y, width: end - left, height }} />
      {range === null ? null : <Whisker range={range} place={place} />}
      <BarFigure
        x={range === null ? end : Math.max(end, at(range[1]))}
        middle={middle}
        figure={figureOf(bar, iops)}
        note={bar.current === true ? flushModesScreen.now() : undefined}
      />
    </g>
  );
}

function figureOf({ guarantee }: FlushBar, iops: number): string {
  const rate = formatRate(iops);
  return guarantee === "none" ? flushModesScreen.writes({ rate }) : `${rate}\u00a0/s`;
}

export function chartRow(result: FlushModeResult, report: Report) {
  return {
    id: result.mode,
    label: reportModeLabel(result.mode, report),
    systemCall: shortCall(result.systemCall),
    guarantee: result.guarantee,
  };
}

/** The mode's result with a growing file; `null` if not measured. */
export function appendOf(
  mode: FlushModeId,
  { appendModes }: Pick<Report, "appendModes">,
): FlushModeResult | null {
  return appendModes?.find((result) => result.mode === mode) ?? null;
}
