import type { LiveState } from "#contract/live-state";
import { parallelName, parallelTable } from "#tables/workloads/parallel-saves";
import { formatDuration, formatRate } from "#text/format";
import { parallelScreen, title } from "#text/workloads/parallel-saves";
import { RatesChart } from "../../charts/parts/rates-chart";
import type { LiveProps } from "../home";
import { SoFar } from "../parts/hidden-table";
import { known, LowerSteps } from "../parts/lower-steps";
import { liveParallelBars, reach } from "./rows";

export function fileBytes({ plan }: LiveState): number {
  return plan.workloads["parallel-saves"].fileBytes;
}

export function LiveChart({ live, os }: LiveProps) {
  const bars = liveParallelBars(live, os);
  return (
    <>
      <RatesChart title={title()} bars={bars} {...reach} />
      <SoFar title={title()} table={parallelTable(bars, os)} />
    </>
  );
}

export function Lower({ live, os }: LiveProps) {
  const last = live.lastStep?.kind === "parallel-round" ? live.lastStep : null;
  const result = live.parallelSaves?.find(
    (save) => save.mode === last?.mode && save.writers === last.writers,
  );
  return (
    <LowerSteps
      live={live}
      readings={[parallelScreen.howToRead(), parallelScreen.waits()]}
      lastStep={last && parallelName(last, os)}
      figures={[
        {
          name: parallelScreen.rate(),
          value: known(result?.iops, (rate) =>
            parallelScreen.perSecond({ rate: formatRate(rate) }),
          ),
        },
        { name: parallelScreen.slowest(), value: known(result?.latencyNs?.p99, formatDuration) },
      ]}
    />
  );
}
