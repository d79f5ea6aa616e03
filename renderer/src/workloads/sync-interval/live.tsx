import type { LiveState } from "../../../../electron/contract/live-state";
import { formatDuration } from "../../../../electron/text/format";
import type { LiveProps } from "../home";
import { LowerSteps, speedOf } from "../parts/lower-steps";
import { IntervalChart } from "./chart";
import { liveLadders, measuredStrategy, publishedIntervals } from "./ladders";
import { HiddenIntervalTables } from "./report";
import { strategyLabel, title } from "./words";

export function fileBytes({ plan }: LiveState): number {
  return plan.workloads["sync-interval"].totalBytes;
}

export function LiveChart({ live, os }: LiveProps) {
  const plan = live.plan.workloads["sync-interval"];
  const ladders = liveLadders(live, os);
  return (
    <>
      <IntervalChart
        title={title(live.plan)}
        {...{ plan, ladders }}
        current={live.step?.kind === "interval-trial" ? live.step : null}
        published={publishedIntervals(plan)}
        absence={null}
      />
      <HiddenIntervalTables caption={`${title(live.plan)}, so far`} {...{ plan, ladders }} />
    </>
  );
}

const readings = [
  "The same amount is written in every step. The oftener a program asks for a confirmation, the longer it takes, and the less is lost when the power goes.",
];

export function Lower({ live, os }: LiveProps) {
  const last = live.lastStep?.kind === "interval-trial" ? live.lastStep : null;
  const ladders = liveLadders(live, os);
  const ladder = ladders.find(({ mode }) => mode === last?.mode) ?? null;
  const measured = last && measuredStrategy(ladder?.result ?? null, last);
  const elapsedNs = measured?.p50Ns ?? null;
  const label = last && strategyLabel(last.strategy, last.intervalBytes);
  return (
    <LowerSteps
      {...{ live, readings }}
      lastStep={
        label !== null && ladders.length > 1 && ladder ? `${label}: ${ladder.label}` : label
      }
      figures={[
        {
          name: measured?.extrapolated ? "Time (extrapolated)" : "Time",
          value: elapsedNs === null ? null : formatDuration(elapsedNs),
        },
        {
          name: "Speed",
          value: speedOf(live.plan.workloads["sync-interval"].totalBytes, elapsedNs),
        },
      ]}
    />
  );
}
