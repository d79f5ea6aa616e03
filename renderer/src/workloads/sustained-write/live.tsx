import type { LiveState } from "#contract/live-state";
import { soFarTable } from "#tables/workloads/sustained-write";
import { formatBytes, formatBytesPerSecond } from "#text/format";
import { sustainedWriteScreen, title } from "#text/workloads/sustained-write";
import type { LiveProps } from "../home";
import { SoFar } from "../parts/hidden-table";
import { known, LowerSteps } from "../parts/lower-steps";
import { LongWriteChart } from "./chart";
import { speedSteps } from "./speed-steps";

/** The progress, "12.3 GB of at most 68.7 GB", because the write is a single step. */
export function place({ longWrite, plan }: LiveState): string | null {
  const last = longWrite[longWrite.length - 1];
  return last === undefined
    ? null
    : sustainedWriteScreen.writtenOf({
        written: formatBytes(last.bytes),
        limit: formatBytes(plan.workloads["sustained-write"].maxBytes),
      });
}

export function LiveChart({ live }: LiveProps) {
  return (
    <>
      <LongWriteChart
        marks={live.longWrite}
        totalBytes={live.plan.workloads["sustained-write"].maxBytes}
        // The drop in speed is not known before the write has ended.
        cliff={live.sustained?.cliff ?? null}
      />
      <SoFar title={title()} table={soFarTable(live.longWrite)} />
    </>
  );
}

export function Lower({ live }: LiveProps) {
  const { longWrite: marks, plan } = live;
  return (
    <LowerSteps
      live={live}
      readings={[sustainedWriteScreen.howToRead(), sustainedWriteScreen.whenItEnds()]}
      lastStep={null}
      figures={[
        {
          name: sustainedWriteScreen.speedNow(),
          value: known(speedSteps(marks).at(-1)?.bytesPerSecond, formatBytesPerSecond),
        },
        {
          name: sustainedWriteScreen.inOneGo({
            limit: formatBytes(plan.workloads["sustained-write"].maxBytes),
          }),
          value: known(marks.at(-1)?.bytes, formatBytes),
        },
      ]}
    />
  );
}
