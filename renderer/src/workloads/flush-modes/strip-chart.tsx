import { memo } from "react";
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from "recharts";
import type { FlushModeId } from "#contract/flush-mode";
import type { LiveSample } from "#contract/workloads/flush-modes";
import { formatCount, formatDuration } from "#text/format";
import { flushModesScreen } from "#text/workloads/flush-modes";
import { bareLine, chartFrame, footAxis, sideAxis } from "../../charts/parts/axis";
import { PlotField } from "../../charts/parts/plot-field";
import { type LogAxis, onAxis, useSameAxis } from "../../charts/scale/log-scale";

const spanNs = 30_000_000_000;
/**
 * Samples more than this many nanoseconds apart are not joined by a line, because something else
 * ran in between.
 */
const gapNs = 1_000_000_000;

interface StripChartProps {
  readonly samples: readonly LiveSample[];
  readonly current: FlushModeId | null;
  readonly axis: LogAxis;
}

/**
 * Saves per second over the last 30 seconds: the running mode in the chart's colour, those before
 * it in grey, so that the strip is never empty between rounds.
 */
export function StripChart({ samples, current, ...props }: StripChartProps) {
  const axis = useSameAxis(props.axis);
  return (
    <PlotField className="last-seconds">
      {(size) => (
        <LineChart {...chartFrame(size, { top: 6, right: 8 })} data={strip(samples, current, axis)}>
          <StripGrid axis={axis} rem={size.rem} />
          <Line dataKey="others" stroke="var(--chart-other)" strokeWidth={1.25} {...bareLine} />
          <Line dataKey="running" stroke="var(--chart)" strokeWidth={2} {...bareLine} />
        </LineChart>
      )}
    </PlotField>
  );
}

const moments = [-spanNs, -spanNs / 2, 0];
const anchors = ["start", "middle", "end"] as const;

function momentName(agoNs: number): string {
  return agoNs === 0
    ? flushModesScreen.now()
    : flushModesScreen.ago({ time: formatDuration(agoNs) });
}

/**
 * A grid with thirty seconds on the horizontal axis and powers of a hundred on the vertical one.
 */
const StripGrid = memo(function StripGrid({ axis, rem }: { axis: LogAxis; rem: number }) {
  return (
    <>
      <CartesianGrid vertical={false} />
      <XAxis
        dataKey="ageNs"
        domain={[-spanNs, 0]}
        ticks={moments}
        {...footAxis(
          1.5 * rem,
          (ageNs) => momentName(-ageNs),
          (index) => anchors[index] ?? "middle",
        )}
      />
      <YAxis
        scale="log"
        domain={[axis.low, axis.high]}
        ticks={axis.ticks.filter((_, index) => index % 2 === 0)}
        {...sideAxis(4 * rem, (value) => (value < 1 ? String(value) : formatCount(value)))}
      />
    </>
  );
});

interface StripPoint {
  readonly ageNs: number;
  readonly running: number | null;
  readonly others: number | null;
}

/** Points of the two lines, with a gap wherever the mode changes or nothing was measured. */
function strip(
  samples: readonly LiveSample[],
  current: FlushModeId | null,
  axis: LogAxis,
): StripPoint[] {
  const now = samples[samples.length - 1]?.atNs ?? 0;
  // Without any value Recharts draws no axis: a point of zero length keeps it open.
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
