import { buffersDirectWrites } from "#analysis/buffered-direct";
import type { Report } from "#contract/report";
import { readingTable } from "#tables/workloads/reading";
import { formatDuration, formatBlockBytes as size } from "#text/format";
import { measured } from "#text/measured";
import { readingNotes as notes, readingMethod, title } from "#text/workloads/reading";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import { ReadingChart } from "./chart";
import { reportRows } from "./rows";

export { hasFigures } from "#analysis/workloads/reading/results";

export const Figure = figureOf(Chart, ({ report }) => {
  const { reading } = report;
  const isCached = reading.some(({ answeredBy }) => answeredBy === "cache");
  return reading.length === 0
    ? null
    : {
        note: [notes.bars(), ...(isCached ? [notes.cache()] : []), notes.notConfirmed()].join(" "),
        tables: [{ caption: title(), table: readingTable(reportRows(report)) }],
      };
});

export function Chart({ report }: FigureProps) {
  return <ReadingChart rows={reportRows(report)} />;
}

export function methodSentences(report: Report): MethodSentences {
  const { fileBytes, roundNs, warmupNs, rounds, maxRoundBytes } = report.plan.workloads.reading;
  return [
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
  ];
}
