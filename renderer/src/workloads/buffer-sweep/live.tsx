import { sweepOf } from "#analysis/workloads/buffer-sweep/results";
import { sweepTable } from "#tables/workloads/buffer-sweep";
import { formatBlockBytes, formatBytesPerSecond } from "#text/format";
import {
  bufferSweepScreen,
  bufferSweepTable,
  speedNames,
  title,
} from "#text/workloads/buffer-sweep";
import type { LiveProps } from "../home";
import { HiddenTable, SoFar } from "../parts/hidden-table";
import { known, LowerSteps } from "../parts/lower-steps";
import { BufferChart, publishedBuffers } from "./chart";

export function LiveChart({ live }: LiveProps) {
  const { bufferBytes, direct } = live.plan.workloads["buffer-sweep"];
  const points = sweepOf(live, false)?.points ?? [];
  const directPoints = sweepOf(live, true)?.points ?? [];
  const published = publishedBuffers(bufferBytes);
  return (
    <>
      <BufferChart
        {...{ bufferBytes, points }}
        directPoints={direct ? directPoints : null}
        currentBytes={live.step?.kind === "buffer-step" ? live.step.bufferBytes : null}
        // Each step may move the line from which the speed is flat, so the line is hidden until all
        // steps are done.
        kneeBufferBytes={null}
        published={published}
      />
      <SoFar title={title()} table={sweepTable({ direct: false, points }, title(), published)} />
      {direct ? (
        <HiddenTable
          caption={bufferSweepScreen.liveDirect({ title: title(), direct: speedNames.direct() })}
          table={sweepTable({ direct: true, points: directPoints })}
        />
      ) : null}
    </>
  );
}

export function Lower({ live }: LiveProps) {
  const last = live.lastStep?.kind === "buffer-step" ? live.lastStep : null;
  const isDirect = last?.direct === true;
  const sweep = sweepOf(live, isDirect);
  // Explains the area of the processor's share only if no share is missing: 0 would be wrong.
  const isShareKnown = (sweepOf(live, false)?.points ?? []).every(
    ({ cpuShare }) => cpuShare !== null,
  );
  const point = sweep?.points.find(({ bufferBytes }) => bufferBytes === last?.bufferBytes);
  const size = known(last?.bufferBytes, formatBlockBytes);
  return (
    <LowerSteps
      live={live}
      readings={[
        bufferSweepScreen.howToRead(),
        ...(isShareKnown ? [bufferSweepScreen.whoLimits()] : []),
      ]}
      lastStep={
        size !== null && isDirect
          ? bufferSweepScreen.stepDirect({ bytes: size, direct: speedNames.direct() })
          : size
      }
      figures={[
        {
          name: isDirect ? bufferSweepScreen.aroundMemory() : bufferSweepTable.toMemory(),
          value: known(point?.bytesPerSecond, formatBytesPerSecond),
        },
        {
          name: bufferSweepTable.withFlushAfter(),
          value: known(point?.settledBytesPerSecond, formatBytesPerSecond),
        },
      ]}
    />
  );
}
