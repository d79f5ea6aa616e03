import type { CommitDurability } from "#contract/workloads/commits";
import { formatCount, formatRate } from "#text/format";
import { commitBars, title } from "#text/workloads/commits";
import { BarFigure, clearOf, PublishedMark } from "../../charts/parts/bar-marks";
import { ChartKey, type KeyEntry, publishedKey } from "../../charts/parts/chart-key";
import { ChartRows } from "../../charts/parts/chart-rows";
import { type BoxLook, GuaranteeBox } from "../../charts/parts/guarantee-mark";
import { parts, type RowPlace, RowPlot } from "../../charts/parts/row-plot";
import { axisAround, type LogAxis, useSameAxis } from "../../charts/scale/log-scale";
import type { CommitPanel, CommitRow } from "./panels";

interface CommitsChartProps {
  readonly panels: readonly CommitPanel[];
  /** Label of the published figures among the rows; `null` if they are not shown. */
  readonly publishedName: string | null;
}

/**
 * Lower end of the axis, in records per second: the rate of a hard disk that waits for every small
 * batch.
 */
const slowestPerSecond = 100;
/** Upper end of the axis, in records per second: the rate of memory, which waits for no drive. */
const fastestPerSecond = 1_000_000;

/**
 * Records saved per second: a panel per database, a row per batch size, one bar that waits for the
 * drive and one that does not. All panels share one logarithmic axis.
 */
export function CommitsChart({ panels, publishedName }: CommitsChartProps) {
  const rates = panels
    .flatMap(({ rows }) => rows)
    .flatMap(({ durable, normal, relaxed }) => [durable ?? 0, normal ?? 0, relaxed ?? 0]);
  const axis = useSameAxis(axisAround(slowestPerSecond, fastestPerSecond, rates));
  const isMarked = panels.some(({ rows }) => rows.some(({ published }) => published !== null));
  return (
    <>
      <div className="chart-head base-line">
        <h2>{title()}</h2>
        <ChartKey
          entries={[
            ...keysOf(panels),
            ...(publishedName !== null && isMarked ? [publishedKey(publishedName)] : []),
          ]}
        />
      </div>
      <div className={`commit-panels ${columnsOf(panels.length)}`}>
        {panels.map((panel) => (
          <Panel key={panel.id} panel={panel} axis={axis} />
        ))}
      </div>
    </>
  );
}

/** Two panels per line, or three if that leaves no gap in the last line. */
function columnsOf(panels: number): "one" | "two" | "three" {
  if (panels === 1) {
    return "one";
  }
  return panels === 3 || panels > 4 ? "three" : "two";
}

/**
 * How a bar's box is filled, by what saved records survive: full for a power cut, half for a system
 * crash, empty for neither, a quarter for a power cut up to the last checkpoint.
 */
const looks = {
  confirmed: "power-loss",
  handedOver: "os-crash",
  normal: "checkpoint",
  relaxed: "none",
} as const satisfies Record<string, BoxLook>;

function keysOf(panels: readonly CommitPanel[]): KeyEntry[] {
  const shown = [
    ...(panels.some(({ onlyHandsOver }) => !onlyHandsOver) ? (["confirmed"] as const) : []),
    ...(panels.some(({ onlyHandsOver }) => onlyHandsOver) ? (["handedOver"] as const) : []),
    ...(hasNormal(panels.flatMap(({ rows }) => rows)) ? (["normal"] as const) : []),
    "relaxed" as const,
  ];
  return shown.map((look) => ({
    name: commitBars[look](),
    mark: <GuaranteeBox guarantee={looks[look]} x={0} y={2} width={20} height={9} />,
  }));
}

const hasNormal = (rows: readonly CommitRow[]) => rows.some(({ normal }) => normal !== null);

function Panel({ panel, axis }: { panel: CommitPanel; axis: LogAxis }) {
  const { name, settings, absence, onlyHandsOver, rows } = panel;
  return (
    <section className="commit-panel">
      <div className="commit-head base-line">
        <h3>{name}</h3>
        {absence === null ? (
          <p className="chart-label-call">{settings}</p>
        ) : (
          <p className="commit-absence small quiet">{absence}</p>
        )}
      </div>
      <ChartRows rows={rows} look={hasNormal(rows) ? "triples" : "pairs"}>
        {(frame) => (
          <RowPlot
            {...{ frame, axis, rows }}
            left={1}
            right={(frame.width > 16 * frame.rem ? 7 : 3.5) * frame.rem}
            barRem={(hasNormal(rows) ? 3 : 2) * thicknessRem(frame.rem)}
            nameOf={formatCount}
            draw={(row, place) => (
              <Rates {...{ row, place, onlyHandsOver }} withNormal={hasNormal(rows)} />
            )}
          />
        )}
      </ChartRows>
    </section>
  );
}

interface RatesProps {
  readonly row: CommitRow;
  readonly place: RowPlace;
  readonly onlyHandsOver: boolean;
  /** Whether each row has a bar for the normal setting: a panel's rows have equally many bars. */
  readonly withNormal: boolean;
}

function Rates({ row, place, onlyHandsOver, withNormal }: RatesProps) {
  const sides = withNormal
    ? (["durable", "normal", "relaxed"] as const)
    : (["durable", "relaxed"] as const);
  const looksOf = { ...looks, durable: onlyHandsOver ? looks.handedOver : looks.confirmed };
  const places = parts(place, sides.length);
  return (
    <g className="commit-bars">
      {sides.map((side, index) => (
        <CommitBar
          key={side}
          {...{ side, row }}
          look={looksOf[side]}
          place={places[index] ?? place}
        />
      ))}
    </g>
  );
}

/** No bar is so thin that its figure, at least 10 px on paper, covers the next bar's. */
const thicknessRem = (rem: number) => Math.max(0.625, 9 / rem);

/** Estimated width, in rem, of a letter after a bar, rather too wide than too narrow. */
const letterRem = 0.42;

interface BarProps {
  readonly side: CommitDurability;
  readonly look: BoxLook;
  readonly row: CommitRow;
  readonly place: RowPlace;
}

function CommitBar({ side, look, row, place }: BarProps) {
  const { y, height, middle, left, at, frameWidth, rem } = place;
  const rate = row[side];
  const published = side === "normal" ? null : (row.published?.[side] ?? null);
  const mark = published === null ? null : at(published);
  const end = rate === null ? left : at(rate);
  const figure = rate === null ? "" : formatRate(rate);
  const widthOf = (text: string) => (text.length + 1) * letterRem * rem;
  const start = clearOf(mark, end, widthOf(figure));
  const note = side === "relaxed" && row.note !== null ? row.note : undefined;
  const hasRoom = start + widthOf(`${figure}  ${note ?? ""}`) <= frameWidth;
  return (
    <g className={`commit-bar ${side}`}>
      {rate === null ? null : (
        <GuaranteeBox guarantee={look} {...{ x: left, y, width: end - left, height }} />
      )}
      {mark === null ? null : <PublishedMark x={mark} y={y + 1} height={height - 2} />}
      {rate === null ? null : (
        <BarFigure x={start} {...{ middle, figure }} note={hasRoom ? note : undefined} />
      )}
    </g>
  );
}
