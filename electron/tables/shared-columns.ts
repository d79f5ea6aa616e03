import type { LatencySummary } from "#contract/measures";
import { chartKeyText } from "#text/charts";
import { formatDuration, formatNotNone, formatRate } from "#text/format";
import { measured } from "#text/measured";
import { tableText, terminalHeads } from "#text/tables";
import { type Column, figure, type Heads } from "./table";

type Latency = "p50" | "p90" | "p99" | "p999" | "max";

/** Latency columns; a terminal has room for at most two. */
export function latencies<Of>(
  keys: readonly Latency[],
  latencyNs: (of: Of) => LatencySummary | null | undefined,
  isInTerminal = false,
): Column<Of>[] {
  const heads = (key: Latency) =>
    isInTerminal && (key === "p50" || key === "p99")
      ? { figures: tableText[key](), terminal: terminalHeads[key]() }
      : { figures: tableText[key]() };
  return keys.map((key) => figure(heads(key), formatDuration, (of) => latencyNs(of)?.[key]));
}

/** A column of counts per save or commit, such as the drive's flushes; most counts are near 1. */
export function perSave<Of>(
  heads: Heads,
  count: (of: Of) => number | null | undefined,
): Column<Of> {
  const unknown = tableText.notKnown();
  return figure(heads, (each) => formatNotNone(each, 2), count, { unknown });
}

/** A column with the bounds between which a median of rates lies. */
export function rateInterval<Of>(
  heads: Heads,
  interval: (of: Of) => Readonly<Record<"low" | "high", number>> | null | undefined,
): Column<Of> {
  return {
    heads,
    text: (of) => {
      const known = interval(of) ?? null;
      return known && rateRange(known.low, known.high);
    },
  };
}

export function rateRange(low: number, high: number): string {
  return tableText.range({ low: formatRate(low), high: formatRate(high) });
}

/** Whether a figure was measured or extrapolated; the terminal marks extrapolated figures only. */
export function howKnown<Of>(isExtrapolated: (of: Of) => boolean | null | undefined): Column<Of>[] {
  return [
    {
      heads: { terminal: "" },
      text: (of) => (isExtrapolated(of) ? tableText.extrapolated() : null),
      isWords: true,
    },
    {
      heads: { hidden: tableText.howKnown() },
      text: (of) => {
        const isIt = isExtrapolated(of) ?? null;
        return isIt === null ? null : isIt ? chartKeyText.extrapolated() : chartKeyText.measured();
      },
    },
  ];
}

/** Figures published for another computer or drive, which a chart draws beside the measured ones. */
export interface PublishedSeries {
  /** The name in the chart's legend. */
  readonly name: string;
  readonly source: string;
}

/** The columns of published series for screen readers, as charts draw such a series as marks. */
export function publishedColumn<Of>(
  published: PublishedSeries | null,
  format: (quantity: number) => string,
  quantity: (of: Of) => number | null | undefined,
  head: (published: PublishedSeries) => string = measured.publishedBy,
): Column<Of>[] {
  return published === null
    ? []
    : [
        figure({ hidden: head(published) }, format, quantity, {
          unknown: tableText.notPublished(),
        }),
      ];
}

/** Remark below an extrapolated figure, in the window and on paper; empty if not extrapolated. */
export function extrapolatedRemark(isExtrapolated: boolean | undefined): string[] {
  return isExtrapolated === true ? [tableText.extrapolated()] : [];
}
