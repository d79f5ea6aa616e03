import { speedNames } from "#text/workloads/buffer-sweep";
import type { KeyEntry } from "../../charts/parts/chart-key";
import { diamond } from "../../charts/parts/shapes";

/** The curves of throughput over the size of one write. */
export type SpeedSeries = "memory" | "drive" | "direct";

export function speedSeries(withDirect: boolean): readonly SpeedSeries[] {
  return withDirect ? ["memory", "drive", "direct"] : ["memory", "drive"];
}

interface DotProps {
  readonly series: SpeedSeries;
  readonly cx: number;
  readonly cy: number;
  readonly radius: number;
}

export function SpeedDot({ series, cx, cy, radius }: DotProps) {
  const className = `dot-${series}`;
  return series === "direct" ? (
    <path className={className} d={diamond(cx, cy, 1.3 * radius)} />
  ) : (
    <circle className={className} cx={cx} cy={cy} r={radius} />
  );
}

/** The curve and its dot, for the chart's key. */
export function speedKey(series: SpeedSeries): KeyEntry {
  return {
    name: speedNames[series](),
    mark: (
      <g className={`speed-${series}`}>
        <path d="M0 6.5h20" />
        <SpeedDot series={series} cx={10} cy={6.5} radius={3.5} />
      </g>
    ),
  };
}
