import { useMemo, useRef } from "react";
import { ChartKey, type KeyEntry } from "../../charts/parts/chart-key";
import { cross } from "../../charts/parts/shapes";
import { useSize } from "../../charts/parts/use-size";
import { logAxis, throughputAxis } from "../../charts/scale/log-scale";
import { type BufferFigures, BufferPlot } from "./plot";
import { speedKey, speedSeries } from "./series";

interface BufferChartProps extends BufferFigures {
  readonly title: string;
}

/** Bytes per second over the size of one write, and the processor's share in it. */
export function BufferChart({ title, ...figures }: BufferChartProps) {
  const { points, directPoints, published } = figures;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const { low, high } = throughputAxis(
    [...points, ...(directPoints ?? [])].flatMap((point) => [
      point.bytesPerSecond,
      point.settledBytesPerSecond,
    ]),
  );
  const axis = useMemo(() => logAxis(low, high), [low, high]);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <ChartKey
          entries={[
            ...speedSeries(directPoints !== null).map(speedKey),
            processorKey,
            ...(published === null ? [] : [{ ...publishedEntry, name: published.name }]),
          ]}
        />
      </div>
      <div className="chart-field" ref={frame} aria-hidden="true">
        {size === null ? null : <BufferPlot {...{ size, axis }} {...figures} />}
      </div>
    </>
  );
}

const processorKey: KeyEntry = {
  name: "processor time (right)",
  mark: (
    <g className="speed-processor">
      <rect x="0" y="3" width="20" height="10" />
      <path d="M0 3h20" />
    </g>
  ),
};

const publishedEntry: KeyEntry = {
  name: "",
  mark: <path className="published-mark" d={cross(10, 6.5, 4)} />,
};
