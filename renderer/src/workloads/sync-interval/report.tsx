import { isMeasured } from "#analysis/workloads/sync-interval/results";
import type { Report } from "#contract/report";
import type { IntervalPlan } from "#contract/workloads/sync-interval";
import { type PublishedIntervals, strategiesTable } from "#tables/workloads/sync-interval";
import { modeLabel } from "#text/flush-modes";
import { formatDuration, formatBlockBytes as size } from "#text/format";
import { measured } from "#text/measured";
import { reasonWords } from "#text/reasons";
import { reasonOr } from "#text/verdict/words";
import {
  syncIntervalNotes as notes,
  syncIntervalMethod,
  title,
} from "#text/workloads/sync-interval";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import type { HiddenTableProps } from "../parts/hidden-table";
import { IntervalChart } from "./chart";
import {
  type Ladder,
  measuredLadders,
  measuredStrategy,
  plannedStrategies,
  publishedIntervals,
} from "./ladders";

export { hasFigures } from "#analysis/workloads/sync-interval/results";

export const Figure = figureOf(Chart, ({ report, withPublished }) => {
  const { plan, host, syncIntervals } = report;
  const ladders = measuredLadders(syncIntervals, host.os);
  return syncIntervals.length === 0
    ? null
    : {
        note: intervalWords(report),
        tables: ladderTables(
          title(plan),
          plan.workloads["sync-interval"],
          ladders,
          publishedIn(report, withPublished),
        ),
      };
});

function publishedIn({ plan }: Report, isShown: boolean) {
  return isShown ? publishedIntervals(plan.workloads["sync-interval"]) : null;
}

export function Chart({ report, withPublished }: FigureProps) {
  const { plan, host } = report;
  return (
    <IntervalChart
      title={title(plan)}
      plan={plan.workloads["sync-interval"]}
      ladders={measuredLadders(report.syncIntervals, host.os)}
      published={publishedIn(report, withPublished)}
      absence={measured.notMeasured()}
    />
  );
}

function intervalWords({ plan, host, syncIntervals }: Report): string {
  const { backgroundNs, capNs } = plan.workloads["sync-interval"];
  const ladders = syncIntervals.filter(isMeasured);
  const strategies = ladders.flatMap((ladder) => ladder.strategies);
  const isRepeated = strategies.some(({ trialsNs }) => trialsNs.length > 1);
  const isCut = strategies.some(({ extrapolated }) => extrapolated);
  const hasSeveral = ladders.length > 1;
  const time = formatDuration(capNs);
  return [
    ...(isRepeated && !hasSeveral ? [notes.bar()] : []),
    ...(hasSeveral ? [notes.points({ isRepeated: `${isRepeated}` })] : []),
    notes.background({ time: formatDuration(backgroundNs) }),
    ...(isCut ? [hasSeveral ? notes.hollow({ time }) : measured.hatched({ time })] : []),
    ...syncIntervals
      .filter((ladder) => !isMeasured(ladder))
      .map((ladder) =>
        notes.unavailable({
          mode: modeLabel(ladder.flushMode, host.os),
          reason: reasonOr(reasonWords(ladder)),
        }),
      ),
  ].join(" ");
}

/** One table per sync call; a single one needs no name for its call. */
export function ladderTables(
  caption: string,
  plan: IntervalPlan,
  ladders: readonly Ladder[],
  published: PublishedIntervals | null,
): HiddenTableProps[] {
  return ladders.map(({ label, result }) => ({
    caption: ladders.length === 1 ? caption : notes.captionOf({ caption, mode: label }),
    table: strategiesTable(
      plannedStrategies(plan).map((planned) => measuredStrategy(result, planned) ?? planned),
      published,
    ),
  }));
}

export function methodSentences(report: Report): MethodSentences {
  const plan = report.plan.workloads["sync-interval"];
  const [first, ...others] = report.syncIntervals.map(({ systemCall }) => systemCall);
  return [
    syncIntervalMethod.text({
      total: size(plan.totalBytes),
      block: size(plan.blockBytes),
      systemCalls: others.reduce(
        (most, last) => measured.orCall({ most, last }),
        first ?? measured.callNotReached(),
      ),
      background: formatDuration(plan.backgroundNs),
      trials: plan.trials,
      time: formatDuration(plan.capNs),
    }),
  ];
}
