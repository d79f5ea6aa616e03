import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceLine,
  XAxis,
  YAxis,
} from "recharts";
import { worstTable } from "#tables/workloads/flush-modes";
import { formatRate } from "#text/format";
import { flushModesScreen } from "#text/workloads/flush-modes";
import {
  bareLine,
  chartFrame,
  footAxis,
  namedEvery,
  sideAxis,
  sideWidth,
} from "../../charts/parts/axis";
import { ChartKey, type KeyEntry } from "../../charts/parts/chart-key";
import { PlotField } from "../../charts/parts/plot-field";
import type { Size } from "../../charts/parts/use-size";
import { linearAxis } from "../../charts/scale/linear-axis";
import type { ReportProps } from "../home";
import { ChartCard } from "../parts/chart-card";
import { type RoundsPanel, roundsPanels, type SavesOverTime, waitSentence } from "./rounds";

function RoundsChart({ panels }: { readonly panels: readonly RoundsPanel[] }) {
  const rates = panels.flatMap(({ saves }) => saves.points.map(({ rate }) => rate ?? 0));
  const axis = linearAxis(Math.max(0, ...rates), 3);
  return (
    <>
      <div className="chart-head base-line">
        <h2>{flushModesScreen.overTime()}</h2>
        <ChartKey entries={[worstKey()]} />
      </div>
      {/* Hidden from screen readers, which get a table. */}
      <div
        className={panels.length === 1 ? "rounds-panels one" : "rounds-panels"}
        aria-hidden="true"
      >
        {panels.map((panel) => (
          <Panel key={panel.id} panel={panel} {...axis} />
        ))}
      </div>
    </>
  );
}

const worstLook = { fill: "var(--chart-2)", fillOpacity: 0.55 };

const worstKey = (): KeyEntry => ({
  name: flushModesScreen.worstKey(),
  mark: <rect x={8} y={0} width={4} height={13} {...worstLook} />,
});

interface PanelProps {
  readonly panel: RoundsPanel;
  readonly high: number;
  readonly ticks: readonly number[];
}

function Panel({ panel, ...axis }: PanelProps) {
  return (
    <section className="rounds-panel">
      <h3>{panel.label}</h3>
      <p className="chart-label-call">{panel.systemCall}</p>
      <p className="small quiet">{panel.worst || "\u00a0"}</p>
      <PlotField className="rounds-field">
        {(size) => <PanelPlot size={size} saves={panel.saves} {...axis} />}
      </PlotField>
    </section>
  );
}

interface PlotProps extends Omit<PanelProps, "panel"> {
  readonly size: Size;
  readonly saves: SavesOverTime;
}

const rateName = (rate: number) => (rate === 0 ? "0" : formatRate(rate));
const footRem = 1.5;
/** Least width of the slowest stretch of time, in pixels: a narrower one would be invisible. */
const leastWidth = 3;

function PanelPlot({ size, saves, high, ticks }: PlotProps) {
  const { width, rem } = size;
  const { points, rounds, totalNs, worst } = saves;
  const side = sideWidth(ticks.map(rateName), rem);
  const leastNs = (leastWidth * totalNs) / Math.max(1, width - side);
  const names = roundNames(rounds, width - side, rem);
  const middles = rounds.map(({ fromNs, toNs }) => (fromNs + toNs) / 2);
  return (
    <LineChart {...chartFrame(size, { top: 0.375 * rem, right: 0.25 * rem })} data={[...points]}>
      <CartesianGrid vertical={false} />
      <XAxis
        dataKey="atNs"
        domain={[0, Math.max(1, totalNs)]}
        allowDataOverflow
        ticks={middles}
        {...footAxis(footRem * rem, (_, index) => names[index] ?? "")}
      />
      <YAxis domain={[0, high]} ticks={[...ticks]} {...sideAxis(side, rateName)} />
      {rounds.slice(1).map(({ round, fromNs }) => (
        <ReferenceLine key={round} x={fromNs} stroke="var(--line-strong)" strokeDasharray="1 3" />
      ))}
      {worst === null ? null : (
        <ReferenceArea
          x1={worst.fromNs}
          x2={Math.max(worst.toNs, worst.fromNs + leastNs)}
          {...worstLook}
          ifOverflow="hidden"
        />
      )}
      <Line dataKey="rate" type="stepAfter" stroke="var(--chart)" strokeWidth={1.5} {...bareLine} />
    </LineChart>
  );
}

/** "round 2" if there is room for the word, otherwise "2". */
function roundNames(
  rounds: readonly { readonly round: number }[],
  widthPixels: number,
  rem: number,
): string[] {
  const words = rounds.map(({ round }) => flushModesScreen.roundOf({ round: round + 1 }));
  const isRoomy = namedEvery(words, widthPixels / Math.max(1, rounds.length), rem) === 1;
  return isRoomy ? words : rounds.map(({ round }) => `${round + 1}`);
}

/** How steady the modes that promise safety were; absent if none was measured. */
export function RoundsFigure({ report }: ReportProps) {
  const { flushModes } = report;
  const panels = roundsPanels(flushModes, report);
  return panels.length === 0 ? null : (
    <ChartCard
      note={`${waitSentence(flushModes)} ${flushModesScreen.overTimeNote()}`}
      tables={[{ caption: flushModesScreen.overTime(), table: worstTable(panels) }]}
    >
      <RoundsChart panels={panels} />
    </ChartCard>
  );
}
