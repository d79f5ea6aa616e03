import type { IntervalPlan, SyncInterval } from "#contract/workloads/sync-interval";
import type { PublishedIntervals } from "#tables/workloads/sync-interval";
import { strategyLabel } from "#text/workloads/sync-interval";
import { rangeOf } from "../../charts/parts/bar-marks";
import {
  ChartKey,
  hatchedKey,
  hollowKey,
  measuredKey,
  publishedKey,
  seriesKey,
} from "../../charts/parts/chart-key";
import { timeBar, timeBars } from "../../charts/parts/time-bars";
import { type BarRow, ValueBars } from "../../charts/parts/value-bars";
import { elapsedAxis, useSameAxis } from "../../charts/scale/log-scale";
import { type LadderPoint, type LadderRow, LadderRows } from "./ladder-rows";
import { isSame, type Ladder, measuredStrategy, plannedStrategies, type Strategy } from "./ladders";

interface IntervalChartProps {
  readonly title: string;
  readonly plan: IntervalPlan;
  /** A ladder has one sync call's times. One is drawn as bars, several as points. */
  readonly ladders: readonly Ladder[];
  readonly current?: Strategy | null;
  readonly published: PublishedIntervals | null;
  /** Text in place of a bar for a strategy without a figure. */
  readonly absence: string | null;
}

/** Time to write a total, by how often it is synced; rows and axis exist before the figures do. */
export function IntervalChart({
  title,
  plan,
  ladders,
  current = null,
  ...rest
}: IntervalChartProps) {
  const { published } = rest;
  const rows = plannedStrategies(plan).map((planned) => ({
    ...rowOf(planned, ladders, rest),
    current: current !== null && isSame(planned, current),
  }));
  const axis = useSameAxis(
    elapsedAxis(
      {
        totalBytes: plan.totalBytes,
        mostSyncs: plan.totalBytes / Math.min(...plan.intervalsBytes, plan.totalBytes),
      },
      rows.flatMap(({ points, range }) => [
        ...points.map((point) => point?.elapsedNs ?? 0),
        ...(range ?? []),
      ]),
    ),
  );
  const isCut = rows.some(({ points }) => points.some((point) => point?.extrapolated));
  const hasSeveral = ladders.length > 1;
  return (
    <>
      <div className="chart-head base-line">
        <h2>{title}</h2>
        <ChartKey
          entries={[
            ...(hasSeveral
              ? ladders.map(({ label }, at) => seriesKey(at, label))
              : [measuredKey()]),
            ...(isCut ? [hasSeveral ? hollowKey() : hatchedKey()] : []),
            ...(published === null ? [] : [publishedKey(published.name)]),
          ]}
        />
      </div>
      {hasSeveral ? (
        <LadderRows rows={rows} series={ladders.map(({ mode }) => mode)} axis={axis} />
      ) : (
        <ValueBars rows={rows} axis={axis} {...timeBars} />
      )}
    </>
  );
}

function rowOf(
  planned: Strategy,
  ladders: readonly Ladder[],
  { published, absence }: Pick<IntervalChartProps, "published" | "absence">,
): LadderRow & BarRow {
  const points = ladders.map(({ result }) => pointOf(result, planned));
  const [first] = ladders;
  const trialsNs = (first && measuredStrategy(first.result, planned)?.trialsNs) ?? [];
  return {
    id: `${planned.strategy}-${planned.intervalBytes ?? ""}`,
    label: strategyLabel(planned.strategy, planned.intervalBytes),
    absence: points.every((point) => point === null) ? absence : null,
    points,
    isRung: planned.strategy === "every",
    ...timeBar({
      elapsedNs: points[0]?.elapsedNs ?? null,
      extrapolated: points[0]?.extrapolated ?? false,
      note: null,
    }),
    range: rangeOf(trialsNs),
    published: published?.elapsedNs(planned) ?? null,
  };
}

function pointOf(result: SyncInterval | null, planned: Strategy): LadderPoint | null {
  const measured = measuredStrategy(result, planned);
  return measured === null || measured.p50Ns === null
    ? null
    : { elapsedNs: measured.p50Ns, extrapolated: measured.extrapolated };
}
