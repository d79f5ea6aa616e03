import {
  leastFall,
  settledNs,
  settledSpread,
} from "../../../../electron/analysis/workloads/sustained-write/results";
import type { Report } from "../../../../electron/contract/report";
import type { Sustained } from "../../../../electron/contract/workloads/sustained-write";
import { hiddenTexts } from "../../../../electron/tables/table";
import {
  stretchesTable,
  stretchValues,
} from "../../../../electron/tables/workloads/sustained-write";
import {
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatPercent,
  formatRatio,
  formatBlockBytes as size,
} from "../../../../electron/text/format";
import { sustainedWriteScreen, title } from "../../../../electron/text/workloads/sustained-write";
import { HiddenTable } from "../../ui/hidden-table";
import type { FigureProps, ReportProps } from "../home";
import { Call } from "../parts/call";
import { bufferedWords } from "../parts/words";
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
        <HiddenTable caption={title()} {...hiddenTexts(stretchesTable(sustained))} />
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
    worst === null ? null : sustainedWriteScreen.slowest(stretchValues(worst)),
    "Each step is the mean of a stretch of time.",
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
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
