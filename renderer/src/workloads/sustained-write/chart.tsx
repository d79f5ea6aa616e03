import { useRef } from "react";
import { Area } from "recharts";
import type { ProgressMark } from "#contract/measures";
import type { Cliff } from "#contract/workloads/sustained-write";
import { formatBytes } from "#text/format";
import { sustainedWriteScreen } from "#text/workloads/sustained-write";
import { bareLine } from "../../charts/parts/axis";
import { usePlotSize } from "../../charts/parts/plot-size";
import { SpeedOverBytes } from "../../charts/parts/speed-over-bytes";
import type { Size } from "../../charts/parts/use-size";
import { speedSteps } from "./speed-steps";

interface LongWriteChartProps {
  readonly title: string;
  readonly marks: readonly ProgressMark[];
  /** Right end of the chart: the bytes written, or the most that will be. */
  readonly totalBytes: number;
  readonly cliff: Cliff | null;
}

/** Bytes per second over the bytes of one long write; both axes begin at 0. */
export function LongWriteChart({ title, ...figures }: LongWriteChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
      </div>
      <div className="chart-field long-write" ref={frame} aria-hidden="true">
        {size === null ? null : <LongWritePlot size={size} {...figures} />}
      </div>
    </>
  );
}

type PlotProps = Omit<LongWriteChartProps, "title"> & { readonly size: Size };

function LongWritePlot({ size, marks, totalBytes, cliff }: PlotProps) {
  const steps = speedSteps(marks);
  return (
    <SpeedOverBytes
      size={size}
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
      <Area
        yAxisId="speed"
        dataKey="bytesPerSecond"
        type="stepAfter"
        className="long-write-speed"
        {...bareLine}
      />
    </SpeedOverBytes>
  );
}
