import { sweepOf } from "../../../../electron/analysis/workloads/buffer-sweep/results";
import { formatBlockBytes, formatBytesPerSecond } from "../../../../electron/text/format";
import type { LiveProps } from "../home";
import { LowerSteps } from "../parts/lower-steps";
import { BufferChart, publishedBuffers } from "./chart";
import { speedNames } from "./series";
import { HiddenBufferTable } from "./tables";
import { title } from "./words";

export function LiveChart({ live }: LiveProps) {
  const { bufferBytes, direct } = live.plan.workloads["buffer-sweep"];
  const points = sweepOf(live, false)?.points ?? [];
  const directPoints = sweepOf(live, true)?.points ?? [];
  return (
    <>
      <BufferChart
        title={title()}
        {...{ bufferBytes, points }}
        directPoints={direct ? directPoints : null}
        currentBytes={live.step?.kind === "buffer-step" ? live.step.bufferBytes : null}
        // It may move with every step; it is named when all of them are done.
        kneeBufferBytes={null}
        published={publishedBuffers}
      />
      <HiddenBufferTable caption={`${title()}, so far`} points={points} />
      {direct ? (
        <HiddenBufferTable
          isDirect
          caption={`${title()}, ${speedNames.direct}, so far`}
          points={directPoints}
        />
      ) : null}
    </>
  );
}

const readings = [
  "Each step hands the system larger pieces. Where the curves go flat, larger pieces gain nothing.",
  "Where the grey ground is high, the processor is the limit; where it is low, the drive is.",
];

export function Lower({ live }: LiveProps) {
  const last = live.lastStep?.kind === "buffer-step" ? live.lastStep : null;
  const isDirect = last?.direct === true;
  const sweep = sweepOf(live, isDirect);
  const point = sweep?.points.find(({ bufferBytes }) => bufferBytes === last?.bufferBytes);
  const size = last === null ? null : formatBlockBytes(last.bufferBytes);
  return (
    <LowerSteps
      {...{ live, readings }}
      lastStep={size !== null && isDirect ? `${size}, ${speedNames.direct}` : size}
      figures={[
        {
          name: isDirect ? "Around memory" : "Into memory",
          value: point ? formatBytesPerSecond(point.bytesPerSecond) : null,
        },
        {
          name: "With the flush after it",
          value: point ? formatBytesPerSecond(point.settledBytesPerSecond) : null,
        },
      ]}
    />
  );
}
