import type { Report } from "../../../../electron/contract/report";
import { hiddenTexts } from "../../../../electron/tables/table";
import { chunkedTable } from "../../../../electron/tables/workloads/chunked-writes";
import {
  formatCount,
  formatDuration,
  formatBlockBytes as size,
} from "../../../../electron/text/format";
import { title } from "../../../../electron/text/workloads/chunked-writes";
import { HiddenTable } from "../../ui/hidden-table";
import type { FigureProps, ReportProps } from "../home";
import { ChunkedChart } from "./chart";
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
  return <HiddenTable caption={caption} {...hiddenTexts(chunkedTable(rows))} />;
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
