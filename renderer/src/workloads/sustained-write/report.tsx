import {
  leastFall,
  settledNs,
  settledSpread,
} from "../../../../electron/analysis/workloads/sustained-write/results";
import type { Report } from "../../../../electron/contract/report";
import type { Sustained } from "../../../../electron/contract/workloads/sustained-write";
import {
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatPercent,
  formatRatio,
  formatBlockBytes as size,
} from "../../../../electron/text/format";
import { name, title } from "../../../../electron/text/workloads/sustained-write";
import { FiguresFrame, MainFigure, Time } from "../../ui/figures-table";
import { HiddenTable } from "../../ui/hidden-table";
import type { FigureProps, ReportProps } from "../home";
import { Call } from "../parts/call";
import { bufferedWords, worstWords } from "../parts/words";
import { LongWriteChart } from "./chart";
import { marksOf } from "./speed-steps";

export function hasFigures({ sustained }: Report): boolean {
  return sustained !== null && sustained.bytesPerSecond !== null;
}

export function Figure(props: FigureProps) {
  const { sustained } = props.report;
  if (sustained === null) {
    return null;
  }
  return (
    <section className="card figure-card">
      {sustained.points.length === 0 ? <h2>{title()}</h2> : <Chart {...props} />}
      <p className="small quiet figure-note">{sustainedWords(sustained)}</p>
      {sustained.points.length === 0 ? null : (
        <HiddenTable caption={title()} columns={["Stretch", "Speed"]} rows={stretches(sustained)} />
      )}
    </section>
  );
}

export function Chart({ report: { sustained } }: FigureProps) {
  return sustained === null ? null : (
    <LongWriteChart
      title={title()}
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
export function Tables({ report: { sustained } }: ReportProps) {
  return sustained === null ? null : (
    <FiguresFrame
      caption={name()}
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

export function Method({ report }: ReportProps) {
  const { sustained } = report;
  const plan = report.plan.workloads["sustained-write"];
  return (
    <>
      A file that grows is written in pieces of {size(plan.writeBytes)} with{" "}
      <Call>{sustained?.systemCall}</Call>, around the page cache, until the speed has fallen and
      then stayed within {formatPercent(settledSpread)} for {formatDuration(settledNs)}, or until{" "}
      {size(plan.maxBytes)} or {formatDuration(plan.maxNs)}. The speed has fallen where the writing
      divides best into a faster and a slower part (least squares of the logarithms), if the first
      was at least {formatRatio(leastFall)} as fast as the second.{bufferedWords(report)}
    </>
  );
}
