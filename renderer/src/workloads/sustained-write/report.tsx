import {
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
} from "../../../../electron/analysis/format";
import type { Report } from "../../../../electron/contract/report";
import type { Sustained } from "../../../../electron/contract/workloads/sustained-write";
import { chartTitles } from "../../features/chart-titles";
import { FiguresFrame, MainFigure, Time } from "../../ui/figures-table";
import { HiddenTable } from "../../ui/hidden-table";
import { testWords } from "../../words";
import { worstWords } from "../parts/worst-stretch";
import { LongWriteChart } from "./chart";
import { marksOf } from "./speed-steps";

/** The chart and the table of the long write; absent where it was not run. */

export function SustainedFigure({ report }: { readonly report: Report }) {
  const { sustained, plan } = report;
  if (sustained === null) {
    return null;
  }
  return (
    <section className="card figure-card">
      {sustained.points.length === 0 ? (
        <h2>{chartTitles(plan)["sustained-write"]}</h2>
      ) : (
        <SustainedReportChart title={chartTitles(plan)["sustained-write"]} sustained={sustained} />
      )}
      <p className="small quiet figure-note">{sustainedWords(sustained)}</p>
      {sustained.points.length === 0 ? null : (
        <HiddenTable
          caption={chartTitles(plan)["sustained-write"]}
          columns={["Stretch", "Speed"]}
          rows={stretches(sustained)}
        />
      )}
    </section>
  );
}

interface ReportChartProps {
  readonly title: string;
  readonly sustained: Sustained;
}

export function SustainedReportChart({ title, sustained }: ReportChartProps) {
  return (
    <LongWriteChart
      title={title}
      marks={marksOf(sustained.points)}
      totalBytes={sustained.bytes}
      cliff={sustained.cliff}
    />
  );
}

function sustainedWords({ reason, bytes, bytesPerSecond, cliff, ...rest }: Sustained): string {
  if (bytesPerSecond === null) {
    return reason === null ? "Not measured." : `Not available (${reason}).`;
  }
  const speed =
    cliff === null
      ? `The speed did not fall for good while ${formatBytes(bytes)} were written, at ${formatBytesPerSecond(bytesPerSecond)} on average.`
      : `The first ${formatBytes(cliff.afterBytes)} went at ${formatBytesPerSecond(cliff.fastBytesPerSecond)}, what followed at ${formatBytesPerSecond(cliff.slowBytesPerSecond)}: by then the drive’s fast part was full.`;
  const worst = rest.worstWindow;
  return [
    speed,
    worst === null ? null : `Slowest stretch: ${worstWords(worst, "write", false)}.`,
    "Each step is the mean of a stretch of time.",
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** The whole, or what came before and after the fall. */
function stretches({ bytes, bytesPerSecond, cliff }: Sustained): string[][] {
  if (cliff === null) {
    return [
      [formatBytes(bytes), bytesPerSecond === null ? "–" : formatBytesPerSecond(bytesPerSecond)],
    ];
  }
  return [
    [`The first ${formatBytes(cliff.afterBytes)}`, formatBytesPerSecond(cliff.fastBytesPerSecond)],
    [
      `The ${formatBytes(bytes - cliff.afterBytes)} after them`,
      formatBytesPerSecond(cliff.slowBytesPerSecond),
    ],
  ];
}

const endings: Readonly<Record<NonNullable<Sustained["endedBy"]>, string>> = {
  settled: "The speed had fallen and settled",
  bytes: "The planned bytes were written",
  time: "The planned time was over",
  stopped: "Stopped by the person",
  error: "Broken off by an error",
};

const columns = ["Written", "Time", "Average", "Before the fall", "After the fall"] as const;

/** The expert's row of the long write. */
export function SustainedTable({ report: { sustained } }: { readonly report: Report }) {
  return sustained === null ? null : (
    <FiguresFrame
      caption={testWords["sustained-write"].name}
      calls={[sustained.systemCall]}
      first="Why it ended, and the worst stretch"
      columns={columns}
      rows="modes"
    >
      <tr>
        <th scope="row">
          <div>{sustained.endedBy === null ? "Not begun" : endings[sustained.endedBy]}</div>
          {sustained.worstWindow === null ? null : (
            <div className="figures-promise">
              worst stretch: {worstWords(sustained.worstWindow, "write", false)}, from{" "}
              {formatDuration(sustained.worstWindow.startNs)} on
            </div>
          )}
        </th>
        <SustainedCells {...sustained} />
      </tr>
    </FiguresFrame>
  );
}

function SustainedCells({ bytes, elapsedNs, bytesPerSecond, cliff, reason }: Sustained) {
  if (bytesPerSecond === null) {
    return (
      <td colSpan={columns.length}>
        {reason === null ? "Not measured" : `Not available (${reason})`}
      </td>
    );
  }
  return (
    <>
      <td data-name="Written">{formatBytes(bytes)}</td>
      <Time name="Time" ns={elapsedNs} />
      <MainFigure name="Average" figure={formatBytesPerSecond(bytesPerSecond)} remarks={[]} />
      {cliff === null ? (
        <td colSpan={2}>no lasting fall</td>
      ) : (
        <>
          <td data-name="Before the fall">{formatBytesPerSecond(cliff.fastBytesPerSecond)}</td>
          <td data-name="After the fall">{formatBytesPerSecond(cliff.slowBytesPerSecond)}</td>
        </>
      )}
    </>
  );
}
