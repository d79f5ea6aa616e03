import type { LiveState } from "#contract/live-state";
import { formatDuration } from "#text/format";
import { measured as measuredText } from "#text/measured";
import { tableText } from "#text/tables";
import { strategyLabel, syncIntervalScreen, title } from "#text/workloads/sync-interval";
import type { LiveProps } from "../home";
import { HiddenTable } from "../parts/hidden-table";
import { known, LowerSteps, speedOf } from "../parts/lower-steps";
import { IntervalChart } from "./chart";
import { liveLadders, measuredStrategy, publishedIntervals } from "./ladders";
import { ladderTables } from "./report";

export function fileBytes({ plan }: LiveState): number {
  return plan.workloads["sync-interval"].totalBytes;
}

export function LiveChart({ live, os }: LiveProps) {
  const plan = live.plan.workloads["sync-interval"];
  const ladders = liveLadders(live, os);
  const published = publishedIntervals(plan);
  const caption = measuredText.soFar({ title: title(live.plan) });
  return (
    <>
      <IntervalChart
        title={title(live.plan)}
        {...{ plan, ladders, published }}
        current={live.step?.kind === "interval-trial" ? live.step : null}
        absence={null}
      />
      {ladderTables(caption, plan, ladders, published).map((table) => (
        <HiddenTable key={table.caption} {...table} />
      ))}
    </>
  );
}

export function Lower({ live, os }: LiveProps) {
  const last = live.lastStep?.kind === "interval-trial" ? live.lastStep : null;
  const ladders = liveLadders(live, os);
  const ladder = ladders.find(({ mode }) => mode === last?.mode) ?? null;
  const measured = last && measuredStrategy(ladder?.result ?? null, last);
  const elapsedNs = measured?.p50Ns ?? null;
  const label = last && strategyLabel(last.strategy, last.intervalBytes);
  return (
    <LowerSteps
      live={live}
      readings={[syncIntervalScreen.howToRead()]}
      lastStep={
        label !== null && ladders.length > 1 && ladder
          ? syncIntervalScreen.stepOf({ strategy: label, mode: ladder.label })
          : label
      }
      figures={[
        {
          name: measured?.extrapolated ? syncIntervalScreen.extrapolatedTime() : tableText.time(),
          value: known(elapsedNs, formatDuration),
        },
        {
          name: tableText.speed(),
          value: speedOf(live.plan.workloads["sync-interval"].totalBytes, elapsedNs),
        },
      ]}
    />
  );
}
