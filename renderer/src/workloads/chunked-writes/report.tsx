import { guaranteeOn } from "../../../../electron/analysis/guarantee";
import type { Report } from "../../../../electron/contract/report";
import type { ChunkedMode } from "../../../../electron/contract/workloads/chunked-writes";
import {
  formatCount,
  formatDuration,
  formatBlockBytes as size,
} from "../../../../electron/text/format";
import { name, title } from "../../../../electron/text/workloads/chunked-writes";
import { GuaranteeMark } from "../../charts/parts/guarantee-mark";
import { FiguresFrame, MainFigure, Time } from "../../ui/figures-table";
import { HiddenTable } from "../../ui/hidden-table";
import { guaranteeWords, reportModeLabel } from "../../words";
import type { FigureProps, ReportProps } from "../home";
import { absenceOf } from "../parts/words";
import { ChunkedChart, ratioWords } from "./chart";
import { type ChunkedRow, publishedChunks, reportChunkedRows } from "./rows";

export function hasFigures({ chunked }: Report): boolean {
  return (chunked?.modes ?? []).some(({ elapsedNs }) => elapsedNs !== null);
}

export function Figure({ report, withPublished }: FigureProps) {
  const { plan, chunked } = report;
  if (chunked === null) {
    return null;
  }
  const isCut = chunked.modes.some(({ extrapolated }) => extrapolated);
  return (
    <section className="card figure-card">
      <Chart {...{ report, withPublished }} />
      {isCut ? (
        <p className="small quiet figure-note">
          Hatched: stopped after {formatDuration(plan.workloads["chunked-writes"].capNs)} and
          extrapolated from what had been written by then.
        </p>
      ) : null}
      <HiddenChunkedTable caption={title(plan)} rows={reportChunkedRows(report)} />
    </section>
  );
}

export function Chart({ report, withPublished }: FigureProps) {
  const { plan, host } = report;
  return (
    <ChunkedChart
      title={title(plan)}
      plan={plan.workloads["chunked-writes"]}
      rows={reportChunkedRows(report)}
      published={withPublished ? publishedChunks(plan.workloads["chunked-writes"], host.os) : null}
    />
  );
}

export function HiddenChunkedTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly ChunkedRow[];
}) {
  return (
    <HiddenTable
      caption={caption}
      columns={["Way of saving", "Promise", "Time", "How it is known", "Against the quickest"]}
      rows={rows.map(({ label, guarantee, absence, result }) => [
        label,
        guarantee === null ? "–" : guaranteeWords[guarantee](),
        absence ?? (result?.elapsedNs == null ? "not measured" : formatDuration(result.elapsedNs)),
        result?.elapsedNs == null ? "–" : result.extrapolated ? "extrapolated" : "measured",
        ratioWords(result?.ratioToFastest ?? null) ?? "–",
      ])}
    />
  );
}

const columns = ["Time", "Against the quickest", "p50", "p90", "p99", "Longest"] as const;

export function Tables({ report }: ReportProps) {
  const { chunked, host, volume } = report;
  return chunked === null ? null : (
    <FiguresFrame
      caption={name()}
      calls={[]}
      first="Mode and system call"
      columns={columns}
      rows="modes"
    >
      {chunked.modes.map((result) => (
        <tr key={result.mode}>
          <th scope="row">
            <div className="figures-mode">
              <GuaranteeMark guarantee={guaranteeOn(result.mode, host.os, volume)} />
              <div>
                <div>{reportModeLabel(result.mode, report)}</div>
                <div className="figures-call mono">{result.systemCall}</div>
              </div>
            </div>
          </th>
          <ModeFigures {...result} />
        </tr>
      ))}
    </FiguresFrame>
  );
}

function ModeFigures(result: ChunkedMode) {
  const { elapsedNs, extrapolated, ratioToFastest, latencyNs } = result;
  if (elapsedNs === null) {
    return <td colSpan={6}>{absenceOf(result, null)}</td>;
  }
  return (
    <>
      <MainFigure
        name="Time"
        figure={formatDuration(elapsedNs)}
        remarks={extrapolated ? ["extrapolated"] : []}
      />
      <td data-name="Against the quickest">{ratioWords(ratioToFastest)}</td>
      <Time name="p50" ns={latencyNs?.p50 ?? null} />
      <Time name="p90" ns={latencyNs?.p90 ?? null} />
      <Time name="p99" ns={latencyNs?.p99 ?? null} />
      <Time name="Longest" ns={latencyNs?.max ?? null} />
    </>
  );
}

export function Method({ report }: ReportProps) {
  const chunked = report.plan.workloads["chunked-writes"];
  return (
    <>
      {size(chunked.totalBytes)} are written from the beginning of a file in chunks of{" "}
      {size(chunked.chunkBytes)} over data that is already there and flushed, with a confirmation
      after each chunk, in every way of saving; the system calls stand in the table.{" "}
      {chunked.passes === 1
        ? "One pass."
        : `${formatCount(chunked.passes)} passes, every other one in the opposite order: the time is their median, and no ratio is given where they disagree on it by more than half.`}{" "}
      A way that was not through after {formatDuration(chunked.capNs)} is stopped there and
      extrapolated by the same rule. p50 to longest are the times of one chunk with its
      confirmation.
    </>
  );
}
