import { isMeasured } from "#analysis/workloads/sync-interval/results";
import type { Report } from "#contract/report";
import type { IntervalStrategy, SyncInterval } from "#contract/workloads/sync-interval";
import { modeLabel } from "#text/flush-modes";
import { formatBlockBytes, formatCount, formatDuration } from "#text/format";
import { absenceWords, measured } from "#text/measured";
import { reasonWords } from "#text/reasons";
import { tableText, terminalHeads } from "#text/tables";
import { name, strategyLabel, syncIntervalTable as text } from "#text/workloads/sync-interval";
import type { CsvRow } from "../csv";
import {
  extrapolatedRemark,
  howKnown,
  latencies,
  type PublishedSeries,
  publishedColumn,
} from "../shared-columns";
import { type Column, figure, strong, type Table, tableOf } from "../table";

/** One strategy of the plan; its results are missing if the run did not reach it. */
type Strategy = Pick<IntervalStrategy, "strategy" | "intervalBytes"> & Partial<IntervalStrategy>;

/** One table per sync call. A single table needs no call in its caption. */
export function tables({ syncIntervals, host }: Report): Table[] {
  return syncIntervals.map((ladder) => {
    const { totalBytes, flushMode, systemCall, strategies } = ladder;
    const mode = modeLabel(flushMode, host.os);
    return {
      ...(isMeasured(ladder) ? strategiesTable(strategies) : refusedTable(reasonWords(ladder))),
      caption: syncIntervals.length === 1 ? name() : text.captionOf({ mode }),
      calls: [systemCall],
      first: {
        terminal: text.short({ bytes: formatBlockBytes(totalBytes), mode: flushMode }),
        figures: text.confirmed(),
      },
    };
  });
}

/** Published times of the same strategies, already scaled to the total that this run wrote. */
export interface PublishedIntervals extends PublishedSeries {
  elapsedNs(strategy: Strategy): number | null;
}

export function strategiesTable(
  strategies: readonly Strategy[],
  published: PublishedIntervals | null = null,
): Table {
  return tableOf<Strategy>({
    ...frame(),
    columns: [
      ...columns(),
      ...publishedColumn<Strategy>(published, formatDuration, (of) => published?.elapsedNs(of)),
    ],
    of: strategies,
    row: ({ strategy, intervalBytes, p50Ns }) => ({
      name: strategyLabel(strategy, intervalBytes),
      absence: p50Ns == null ? measured.notMeasured() : null,
    }),
  });
}

function refusedTable(reason: string | null): Table {
  return tableOf<Strategy>({
    ...frame(),
    of: [{ strategy: "every", intervalBytes: null }],
    row: () => ({ name: text.anyDistance(), absence: absenceWords("unavailable", reason) }),
  });
}

function frame() {
  return {
    caption: name(),
    look: "ladder",
    first: { hidden: text.confirmed() },
    widths: [27, 12],
    columns: columns(),
  } as const;
}

function columns(): Column<Strategy>[] {
  const median = {
    terminal: terminalHeads.time(),
    figures: tableText.median(),
    hidden: tableText.time(),
  };
  return [
    figure(median, formatDuration, (of) => of.p50Ns, {
      ...strong,
      remarks: ({ extrapolated }) => extrapolatedRemark(extrapolated),
    }),
    ...howKnown<Strategy>(({ p50Ns, extrapolated }) => (p50Ns == null ? null : extrapolated)),
    figure({ figures: text.quickest() }, formatDuration, ({ trialsNs }) =>
      bound(trialsNs, Math.min),
    ),
    figure({ figures: text.slowest() }, formatDuration, ({ trialsNs }) =>
      bound(trialsNs, Math.max),
    ),
    figure({ figures: text.trials() }, formatCount, ({ trialsNs }) => trialsNs?.length),
    figure({ figures: text.confirmations() }, formatCount, (of) => of.syncs),
    ...latencies<Strategy>(["p50", "p99", "max"], (of) => of.latencyNs),
  ];
}

function bound(trialsNs: readonly number[] = [], of: (...ns: number[]) => number): number | null {
  return trialsNs.length === 0 ? null : of(...trialsNs);
}

/** One row per sync call, strategy and trial. */
export function csvRows({ syncIntervals }: Report): CsvRow[] {
  return syncIntervals.flatMap(ladderRows);
}

function ladderRows(ladder: SyncInterval): CsvRow[] {
  const { flushMode, systemCall, reason, totalBytes, strategies } = ladder;
  if (!isMeasured(ladder)) {
    return [{ mode: flushMode, systemCall, status: "unavailable", reason }];
  }
  return strategies.flatMap(({ strategy, intervalBytes, trialsNs, ...of }): CsvRow[] => {
    // `null` (not known) for several trials: an older report does not state which was extrapolated.
    const anyExtrapolated = of.extrapolated && trialsNs.length > 1 ? null : of.extrapolated;
    const row = {
      // The call of the whole series includes a flush that "never" does not make.
      ...(strategy === "never" ? { mode: "none" } : { mode: flushMode, systemCall }),
      strategy,
      sizeBytes: intervalBytes,
    };
    if (trialsNs.length === 0) {
      return [{ ...row, status: "unavailable", reason: measured.notMeasured() }];
    }
    return trialsNs.map((elapsedNs, round) => ({
      ...row,
      status: "measured",
      round,
      bytes: totalBytes,
      elapsedNs,
      extrapolated: of.trialsExtrapolated?.[round] ?? anyExtrapolated,
    }));
  });
}
