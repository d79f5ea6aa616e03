import { memo, useMemo, useRef } from "react";
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from "recharts";
import { formatCount } from "../../../../electron/analysis/format";
import type { FlushModeId } from "../../../../electron/contract/flush-mode";
import type { LiveSample } from "../../../../electron/contract/workloads/flush-modes";
import { useSize } from "../../charts/parts/use-size";
import { type LogAxis, logAxis, onAxis } from "../../charts/scale/log-scale";

const spanNs = 30_000_000_000;
/** Samples further apart than this are not joined: something else happened in between. */
const gapNs = 1_000_000_000;

interface StripChartProps {
  readonly samples: readonly LiveSample[];
  readonly current: FlushModeId | null;
  readonly axis: LogAxis;
}

/**
 * Saves per second over the last 30 seconds. The running mode is drawn in the chart's colour, the
 * ones measured before it in grey, so that the strip is never empty between rounds.
 */
export function StripChart({ samples, current, axis: { low, high } }: StripChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const axis = useMemo(() => logAxis(low, high), [low, high]);
  return (
    <div className="strip" ref={frame} aria-hidden="true">
      {size === null ? null : (
        <LineChart
          width={size.width}
          height={size.height}
          data={strip(samples, current, axis)}
          margin={margin}
          accessibilityLayer={false}
        >
          <StripGrid axis={axis} rem={size.rem} />
          <Line dataKey="others" className="strip-others" {...plainLine} />
          <Line dataKey="running" className="strip-running" {...plainLine} />
        </LineChart>
      )}
    </div>
  );
}

// A dot under the mouse would stand at the point that only holds the axis open: at nothing measured.
const plainLine = { dot: false, activeDot: false, isAnimationActive: false } as const;
const margin = { top: 6, right: 8, bottom: 0, left: 0 };
const moments = [-spanNs, -spanNs / 2, 0];
const momentNames = ["30 s ago", "15 s ago", "now"];
const anchors = ["start", "middle", "end"] as const;

/** Thirty seconds along the foot, powers of a hundred up the side. */
const StripGrid = memo(function StripGrid({ axis, rem }: { axis: LogAxis; rem: number }) {
  return (
    <>
      <CartesianGrid vertical={false} />
      <XAxis
        type="number"
        dataKey="ageNs"
        domain={[-spanNs, 0]}
        ticks={moments}
        interval={0}
        height={1.5 * rem}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, index }: TickProps) => (
          <text
            x={x}
            y={y}
            dy="0.9em"
            className="chart-tick"
            textAnchor={anchors[index] ?? "middle"}
          >
            {momentNames[index]}
          </text>
        )}
      />
      <YAxis
        type="number"
        scale="log"
        domain={[axis.low, axis.high]}
        ticks={axis.ticks.filter((_, index) => index % 2 === 0)}
        width={4 * rem}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={({ x, y, payload }: TickProps) => (
          <text x={x} y={y} dy="0.35em" className="chart-tick" textAnchor="end">
            {payload.value < 1 ? payload.value : formatCount(payload.value)}
          </text>
        )}
      />
    </>
  );
});

interface TickProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly index: number;
  readonly payload: { readonly value: number };
}

interface StripPoint {
  readonly ageNs: number;
  readonly running: number | null;
  readonly others: number | null;
}

/** Points of the two lines; a hole is put wherever the mode changes or nothing was measured. */
function strip(
  samples: readonly LiveSample[],
  current: FlushModeId | null,
  axis: LogAxis,
): StripPoint[] {
  const now = samples[samples.length - 1]?.atNs ?? 0;
  // Without a single value Recharts would draw no axis: a point of no length holds it open.
  const points: StripPoint[] = [
    { ageNs: -spanNs, running: null, others: axis.low },
    { ageNs: -spanNs, running: null, others: null },
  ];
  let previous: LiveSample | null = null;
  for (const sample of samples) {
    const ageNs = sample.atNs - now;
    if (previous && (previous.mode !== sample.mode || sample.atNs - previous.atNs > gapNs)) {
      points.push({ ageNs, running: null, others: null });
    }
    const drawn = onAxis(axis, sample.iops);
    const isRunning = sample.mode === current;
    points.push({
      ageNs,
      running: isRunning ? drawn : null,
      others: isRunning ? null : drawn,
    });
    previous = sample;
  }
  return points;
}
