import { useMemo, useRef } from "react";
import type { BufferPoint } from "../../../electron/contract/report";
import { BufferPlot, cross } from "./buffer-plot";
import { ChartKey, type KeyEntry } from "./chart-key";
import { logAxis, throughputAxis } from "./log-scale";
import type { PublishedBuffers } from "./published-figures";
import { useSize } from "./use-size";

interface BufferChartProps {
  readonly title: string;
  /** Every size of the sweep, so that the axis is there before the figures are. */
  readonly bufferBytes: readonly number[];
  readonly points: readonly BufferPoint[];
  /** The size that is being measured. */
  readonly currentBytes?: number | null;
  readonly kneeBufferBytes: number | null;
  readonly published: PublishedBuffers | null;
}

/** Bytes per second over the size of one write, and the processor's share in it. */
export function BufferChart(props: BufferChartProps) {
  const { title, bufferBytes, points, currentBytes = null, kneeBufferBytes, published } = props;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const { low, high } = throughputAxis(
    points.flatMap((point) => [point.bytesPerSecond, point.settledBytesPerSecond]),
  );
  const axis = useMemo(() => logAxis(low, high), [low, high]);
  return (
    <>
      <div className="chart-head">
        <h2>{title}</h2>
        <ChartKey
          entries={
            published === null ? keys : [...keys, { ...publishedEntry, name: published.name }]
          }
        />
      </div>
      <div className="chart-field" ref={frame} aria-hidden="true">
        {size === null ? null : (
          <BufferPlot
            {...{ size, axis, bufferBytes, points, currentBytes, kneeBufferBytes, published }}
          />
        )}
      </div>
    </>
  );
}

const keys: readonly KeyEntry[] = [
  {
    name: "into memory",
    mark: (
      <g className="series-memory">
        <path d="M0 6.5h20" />
        <circle cx="10" cy="6.5" r="3.5" />
      </g>
    ),
  },
  {
    name: "until it is on the drive",
    mark: (
      <g className="series-drive">
        <path d="M0 6.5h20" />
        <circle cx="10" cy="6.5" r="3.5" />
      </g>
    ),
  },
  {
    name: "processor time (right)",
    mark: (
      <g className="series-processor">
        <rect x="0" y="3" width="20" height="10" />
        <path d="M0 3h20" />
      </g>
    ),
  },
];

const publishedEntry: KeyEntry = {
  name: "",
  mark: <path className="published-mark" d={cross(10, 6.5, 4)} />,
};
