import { guaranteeOn } from "#analysis/guarantee";
import type { Guarantee, OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import { absenceOf } from "#tables/modes";
import { type ParallelRow, parallelName } from "#tables/workloads/parallel-saves";
import { formatDuration } from "#text/format";
import { parallelScreen } from "#text/workloads/parallel-saves";
import { rateBar } from "../../charts/parts/rates-chart";
import type { BarRow } from "../../charts/parts/value-bars";

type ParallelBar = BarRow & ParallelRow;

/** Ends of the axis: a hard disk that waits for each save, and drives that only receive the data. */
export const reach = { slowestPerSecond: 10, fastestPerSecond: 100_000 };

export function reportParallelBars({ parallelSaves, host, volume }: Report): ParallelBar[] {
  return (parallelSaves ?? []).map((result) =>
    barOf({ ...result, result }, host.os, guaranteeOn(result.mode, host.os, volume)),
  );
}

/** The rows while the workload runs: every number of writers, from the beginning. */
export function liveParallelBars(live: LiveState, os: OperatingSystem): ParallelBar[] {
  const { parallelSaves, plan, step, guarantees } = live;
  const planned = plan.workloads["parallel-saves"];
  return planned.modes.flatMap((mode) =>
    planned.writers.map((writers) => {
      const isThis = (other: Pick<ParallelRow, "mode" | "writers">) =>
        other.mode === mode && other.writers === writers;
      const result = parallelSaves?.find(isThis) ?? null;
      const guarantee = guarantees[mode];
      const isCurrent = step?.kind === "parallel-round" && isThis(step);
      return { ...barOf({ mode, writers, result }, os, guarantee), current: isCurrent };
    }),
  );
}

function barOf(row: ParallelRow, os: OperatingSystem, guarantee: Guarantee): ParallelBar {
  const { mode, writers, result } = row;
  const p99Ns = result?.latencyNs?.p99 ?? null;
  return {
    mode,
    writers,
    result,
    id: `${mode} ${writers}`,
    label: parallelName(row, os),
    guarantee,
    absence: result === null ? null : absenceOf(result, result.iops),
    ...rateBar(
      result?.iops ?? null,
      (result?.rounds ?? []).map(({ iops }) => iops),
    ),
    ...(p99Ns === null ? {} : { notes: [parallelScreen.note({ time: formatDuration(p99Ns) })] }),
  };
}
