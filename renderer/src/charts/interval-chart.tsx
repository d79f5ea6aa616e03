import { useMemo } from "react";
import type { SyncInterval } from "../../../electron/contract/report";
import type { IntervalPlan } from "../../../electron/contract/run-plan";
import { strategyLabel } from "../words";
import { ChartKey, type KeyEntry } from "./chart-key";
import { hatchedKey, measuredKey, publishedKey } from "./key-marks";
import { elapsedAxis, logAxis } from "./log-scale";
import type { PublishedIntervals } from "./published-figures";
import { isSame, measuredStrategy, plannedStrategies, type Strategy } from "./strategies";
import { TimeBars, type TimeRow } from "./time-bars";

interface IntervalChartProps {
  readonly title: string;
  readonly plan: IntervalPlan;
  readonly result: SyncInterval | null;
  /** Place of the strategy that is being measured. */
  readonly current?: number | null;
  readonly published: PublishedIntervals | null;
  /** What stands in the place of a bar for a strategy without a figure. */
  readonly absence: string | null;
}

/** Time to write a total, by how often it is confirmed. Its rows and axis are known beforehand. */
export function IntervalChart(props: IntervalChartProps) {
  const { title, plan, current = null, published } = props;
  const rows = plannedStrategies(plan).map((planned, index) => ({
    ...timeRow(planned, props),
    current: index === current,
  }));
  const { low, high } = elapsedAxis(
    {
      totalBytes: plan.totalBytes,
      mostSyncs: plan.totalBytes / Math.min(...plan.intervalsBytes, plan.totalBytes),
    },
    rows.flatMap(({ elapsedNs, rangeNs }) => [elapsedNs ?? 0, ...(rangeNs ?? [])]),
  );
  const axis = useMemo(() => logAxis(low, high), [low, high]);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <ChartKey entries={keyOf(rows, published)} />
      </div>
      <TimeBars rows={rows} axis={axis} isDense />
    </>
  );
}

function timeRow(
  planned: Strategy,
  { result, published, absence }: Pick<IntervalChartProps, "result" | "published" | "absence">,
): TimeRow {
  const measured = measuredStrategy(result, planned);
  const trialsNs = measured?.trialsNs ?? [];
  return {
    id: `${planned.strategy}-${planned.intervalBytes ?? ""}`,
    label: strategyLabel(planned.strategy, planned.intervalBytes),
    systemCall: null,
    guarantee: null,
    absence: measured === null || measured.p50Ns === null ? absence : null,
    elapsedNs: measured?.p50Ns ?? null,
    rangeNs: trialsNs.length > 1 ? [Math.min(...trialsNs), Math.max(...trialsNs)] : null,
    extrapolated: measured?.extrapolated ?? false,
    note: null,
    publishedNs: published?.times.find((time) => isSame(time, planned))?.elapsedNs ?? null,
  };
}

function keyOf(rows: readonly TimeRow[], published: PublishedIntervals | null): KeyEntry[] {
  return [
    measuredKey,
    ...(rows.some(({ extrapolated }) => extrapolated) ? [hatchedKey] : []),
    ...(published === null ? [] : [publishedKey(published.name)]),
  ];
}
