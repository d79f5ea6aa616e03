import { buffersDirectWrites } from "#analysis/buffered-direct";
import { readingTable } from "#tables/workloads/reading";
import { formatDuration, formatBlockBytes as size } from "#text/format";
import { measured } from "#text/measured";
import { readingNotes as notes, readingMethod, title } from "#text/workloads/reading";
import type { FigureProps, ReportProps } from "../home";
import { HiddenTable } from "../parts/hidden-table";
import { MethodText } from "../parts/method-text";
import { ReadingChart } from "./chart";
import { type ReadingRow, reportRows } from "./rows";

export { hasFigures } from "#analysis/workloads/reading/results";

export function Figure(props: FigureProps) {
  const { reading } = props.report;
  if (reading.length === 0) {
    return null;
  }
  const isCached = reading.some(({ answeredBy }) => answeredBy === "cache");
  return (
    <section className="card figure-card">
      <Chart {...props} />
      <p className="small quiet figure-note">
        {[notes.bars(), ...(isCached ? [notes.cache()] : []), notes.notConfirmed()].join(" ")}
      </p>
      <HiddenReadingTable caption={title()} rows={reportRows(props.report)} />
    </section>
  );
}

export function Chart({ report }: FigureProps) {
  return <ReadingChart title={title()} rows={reportRows(report)} />;
}

export function HiddenReadingTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly ReadingRow[];
}) {
  return <HiddenTable caption={caption} table={readingTable(rows)} />;
}

export function Method({ report }: ReportProps) {
  const { fileBytes, roundNs, warmupNs, rounds, maxRoundBytes } = report.plan.workloads.reading;
  return (
    <MethodText
      sentences={[
        readingMethod.text({
          file: size(fileBytes),
          round: formatDuration(roundNs),
          warmup: formatDuration(warmupNs),
          rounds,
          limit: size(maxRoundBytes),
        }),
        report.reading.some(({ deviceReadBytes }) => deviceReadBytes !== null)
          ? readingMethod.counted()
          : null,
        buffersDirectWrites(report) ? [measured.bufferedDirectWrites()] : null,
      ]}
    />
  );
}
