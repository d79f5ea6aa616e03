import { speedNames } from "#text/workloads/buffer-sweep";
import type { KeyEntry } from "../../charts/parts/chart-key";
import { diamond } from "../../charts/parts/shapes";

export type SpeedSeries = "memory" | "drive" | "direct";

export function speedSeries(withDirect: boolean): readonly SpeedSeries[] {
  return withDirect ? ["memory", "drive", "direct"] : ["memory", "drive"];
}

interface Look {
  readonly fill?: string;
  readonly stroke: string;
  readonly strokeWidth?: number;
  readonly strokeDasharray?: string;
}

export const speedLines: Readonly<Record<SpeedSeries, Look>> = {
  memory: { stroke: "var(--chart)", strokeWidth: 1.5, strokeDasharray: "5 3" },
  drive: { stroke: "var(--chart)", strokeWidth: 2 },
  direct: { stroke: "var(--chart-2)", strokeWidth: 1.5 },
};

const dots: Readonly<Record<SpeedSeries, Look>> = {
  memory: { fill: "var(--chart-ground)", stroke: "var(--chart)", strokeWidth: 1.5 },
  drive: { fill: "var(--chart)", stroke: "var(--chart-ground)" },
  direct: { fill: "var(--chart-2)", stroke: "var(--chart-ground)" },
};

interface DotProps {
  readonly series: SpeedSeries;
  readonly cx: number;
  readonly cy: number;
  readonly radius: number;
}

export function SpeedDot({ series, cx, cy, radius }: DotProps) {
  const look = { className: `dot-${series}`, ...dots[series] };
  return series === "direct" ? (
    <path d={diamond(cx, cy, 1.3 * radius)} {...look} />
  ) : (
    <circle cx={cx} cy={cy} r={radius} {...look} />
  );
}

export function speedKey(series: SpeedSeries): KeyEntry {
  return {
    name: speedNames[series](),
    mark: (
      <>
        <path d="M0 6.5h20" fill="none" {...speedLines[series]} />
        <SpeedDot series={series} cx={10} cy={6.5} radius={3.5} />
      </>
    ),
  };
}
