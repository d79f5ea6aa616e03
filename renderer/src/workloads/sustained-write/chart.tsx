import { Area } from "recharts";
import type { ProgressMark } from "#contract/measures";
import type { Cliff } from "#contract/workloads/sustained-write";
import { formatBytes } from "#text/format";
import { sustainedWriteScreen, title } from "#text/workloads/sustained-write";
import { SpeedOverBytes, writingArea } from "../../charts/parts/speed-over-bytes";
import { speedSteps } from "./speed-steps";

interface LongWriteChartProps {
  readonly marks: readonly ProgressMark[];
  /** Right end of the chart: during the run the most bytes it may write, later the bytes written. */
  readonly totalBytes: number;
  readonly cliff: Cliff | null;
}

export function LongWriteChart({ marks, totalBytes, cliff }: LongWriteChartProps) {
  const steps = speedSteps(marks);
  return (
    <SpeedOverBytes
      title={title()}
      data={steps.length > 0 ? steps : [{ atBytes: 0, bytesPerSecond: 0 }]}
      fastestBytesPerSecond={Math.max(0, ...steps.map((step) => step.bytesPerSecond))}
      totalBytes={totalBytes}
      cliff={
        cliff && {
          atBytes: cliff.afterBytes,
          words: sustainedWriteScreen.slowerAfter({ bytes: formatBytes(cliff.afterBytes) }),
        }
      }
    >
      <Area dataKey="bytesPerSecond" {...writingArea} />
    </SpeedOverBytes>
  );
}
