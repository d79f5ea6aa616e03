import type { ReactNode } from "react";
import { Area, ComposedChart, type DotItemDotProps, Line, ReferenceLine } from "recharts";
import { referenceSweeps } from "#analysis/workloads/buffer-sweep/published";
import type { BufferPoint } from "#contract/workloads/buffer-sweep";
import type { PublishedSizes } from "#tables/workloads/buffer-sweep";
import { formatBlockBytes } from "#text/format";
import { measured } from "#text/measured";
import { bufferSweepScreen, title } from "#text/workloads/buffer-sweep";
import { bareLine, chartFrame } from "../../charts/parts/axis";
import { ChartKey, type KeyEntry } from "../../charts/parts/chart-key";
import { Knee, kneeBandRem } from "../../charts/parts/knee-name";
import { PlotField } from "../../charts/parts/plot-field";
import { cross } from "../../charts/parts/shapes";
import type { Size } from "../../charts/parts/use-size";
import { type LogAxis, onAxis, throughputAxis, useSameAxis } from "../../charts/scale/log-scale";
import { BufferGrid, shareRem, speedRem } from "./grid";
import { SpeedDot, type SpeedSeries, speedKey, speedLines, speedSeries } from "./series";

/** Bytes per second over write size, and the share of the time in which the processor worked. */
export function BufferChart(figures: BufferFigures) {
  const { points, directPoints, published } = figures;
  const axis = useSameAxis(
    throughputAxis(
      [...points, ...(directPoints ?? [])].flatMap((point) => [
        point.bytesPerSecond,
        point.settledBytesPerSecond,
      ]),
    ),
  );
  const isShareUnknown = points.length > 0 && points.every(({ cpuShare }) => cpuShare === null);
  return (
    <>
      <div className="chart-head base-line">
        <h2>{title()}</h2>
        <ChartKey
          entries={[
            ...speedSeries(directPoints !== null).map(speedKey),
            ...(isShareUnknown ? [] : [processorKey()]),
            ...(published === null ? [] : [publishedEntry(published)]),
          ]}
        />
      </div>
      <PlotField className="chart-field">
        {(size) => <BufferPlot {...{ size, axis }} {...figures} />}
      </PlotField>
    </>
  );
}

const shareLook = { fill: "var(--chart-other)", fillOpacity: 0.14, stroke: "var(--chart-other)" };

const processorKey = (): KeyEntry => ({
  name: bufferSweepScreen.processorKey(),
  mark: (
    <>
      <rect x="0" y="3" width="20" height="10" {...shareLook} stroke="none" />
      <path d="M0 3h20" {...shareLook} fill="none" />
    </>
  ),
});

const publishedEntry = ({ name }: PublishedSizes): KeyEntry => ({
  name,
  mark: <path className="published-mark" d={cross(10, 6.5, 4)} />,
});

interface BufferFigures {
  /** Every write size of the plan, so that the axis exists before the figures do. */
  readonly bufferBytes: readonly number[];
  readonly points: readonly BufferPoint[];
  /** The uncached writes; `null` if not measured. */
  readonly directPoints: readonly BufferPoint[] | null;
  readonly currentBytes: number | null;
  readonly kneeBufferBytes: number | null;
  readonly published: PublishedSizes | null;
}

interface BufferPlotProps extends BufferFigures {
  readonly size: Size;
  readonly axis: LogAxis;
}

function BufferPlot(props: BufferPlotProps) {
  const { size, axis, bufferBytes, directPoints, currentBytes, kneeBufferBytes, published } = props;
  const { rem } = size;
  const plotWidth = Math.max(0, size.width - (speedRem + shareRem) * rem);
  return (
    <ComposedChart
      {...chartFrame(size, { top: kneeBandRem * rem, right: 0 })}
      data={chartData(props)}
    >
      <BufferGrid axis={axis} bufferBytes={bufferBytes} plotWidth={plotWidth} rem={rem} />
      {/* Without any value Recharts draws no axis: two invisible lines keep both axes open. */}
      <Line yAxisId="speed" dataKey="floor" stroke="none" {...bareLine} />
      <Line yAxisId="share" dataKey="zero" stroke="none" {...bareLine} />
      <Area yAxisId="share" dataKey="share" {...shareLook} {...bareLine} />
      {currentBytes === null ? null : (
        <ReferenceLine
          yAxisId="speed"
          x={currentBytes}
          stroke="var(--accent-soft)"
          strokeWidth={1.5 * rem}
        />
      )}
      {published === null ? null : (
        <Line
          yAxisId="speed"
          dataKey="published"
          // Draws separate points and no curve, because nothing between them was published.
          stroke="none"
          {...bareLine}
          dot={dotsOf((cx, cy) => (
            <path className="published-mark" d={cross(cx, cy, 0.25 * rem)} />
          ))}
        />
      )}
      {kneeBufferBytes === null ? null : (
        <Knee
          at={kneeBufferBytes}
          words={bufferSweepScreen.flatFrom({ bytes: formatBlockBytes(kneeBufferBytes) })}
          leftward={isRight(kneeBufferBytes, bufferBytes)}
          rem={rem}
        />
      )}
      {speedSeries(directPoints !== null).map((series) => (
        <Line
          key={series}
          yAxisId="speed"
          dataKey={series}
          {...speedLines[series]}
          {...bareLine}
          dot={dotsOf((cx, cy) => <SpeedDot {...{ series, cx, cy }} radius={0.22 * rem} />)}
        />
      ))}
    </ComposedChart>
  );
}

/** Draws a dot only for a value: Recharts asks for a dot at every size, also those without one. */
function dotsOf(draw: (cx: number, cy: number) => ReactNode) {
  return ({ cx, cy }: DotItemDotProps) =>
    typeof cx !== "number" || typeof cy !== "number" ? null : draw(cx, cy);
}

/** A row per planned size; sizes not yet measured have no value. */
function chartData({ bufferBytes, points, directPoints, axis, published }: BufferPlotProps) {
  return bufferBytes.map((bytes) => {
    const isHere = (candidate: { readonly bufferBytes: number }) => candidate.bufferBytes === bytes;
    const point = points.find(isHere);
    const direct = directPoints?.find(isHere);
    const other = published?.points.find(isHere);
    return {
      bytes,
      floor: axis.low,
      zero: 0,
      memory: point ? onAxis(axis, point.bytesPerSecond) : null,
      drive: point ? onAxis(axis, point.settledBytesPerSecond) : null,
      direct: direct ? onAxis(axis, direct.settledBytesPerSecond) : null,
      share: point?.cpuShare ?? null,
      published: other ? onAxis(axis, other.bytesPerSecond) : null,
    } satisfies Record<SpeedSeries, unknown> & Record<string, number | null>;
  });
}

/** Whether the line of the knee ("flat from here on") is so far right that its label goes left. */
function isRight(kneeBytes: number, bufferBytes: readonly number[]): boolean {
  const smallest = Math.min(...bufferBytes);
  return kneeBytes / smallest > Math.sqrt(Math.max(...bufferBytes) / smallest);
}

/** The published speeds of the sizes in the plan, which are those on the axis. */
export function publishedBuffers(bufferBytes: readonly number[]): PublishedSizes | null {
  const [sweep] = referenceSweeps;
  return sweep === undefined
    ? null
    : {
        name: measured.published({ name: sweep.name }),
        source: sweep.sourceName,
        points: sweep.points.filter((point) => bufferBytes.includes(point.bufferBytes)),
      };
}
