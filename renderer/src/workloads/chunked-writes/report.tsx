import type { Report } from "#contract/report";
import { chunkedTable } from "#tables/workloads/chunked-writes";
import { formatDuration, formatBlockBytes as size } from "#text/format";
import { measured } from "#text/measured";
import { chunkedWritesMethod, title } from "#text/workloads/chunked-writes";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import { ChunkedChart } from "./chart";
import { publishedChunks, reportChunkedRows } from "./rows";

export { hasFigures } from "#analysis/workloads/chunked-writes/results";

export const Figure = figureOf(Chart, ({ report, withPublished }) => {
  const { plan, chunked } = report;
  const time = formatDuration(plan.workloads["chunked-writes"].capNs);
  return (
    chunked && {
      note: chunked.modes.some(({ extrapolated }) => extrapolated)
        ? measured.hatched({ time })
        : null,
      tables: [
        {
          caption: title(plan),
          table: chunkedTable(
            reportChunkedRows(report),
            title(plan),
            publishedIn(report, withPublished),
          ),
        },
      ],
    }
  );
});

function publishedIn({ plan, host }: Report, isShown: boolean) {
  return isShown ? publishedChunks(plan.workloads["chunked-writes"], host.os) : null;
}

export function Chart({ report, withPublished }: FigureProps) {
  const { plan } = report;
  return (
    <ChunkedChart
      title={title(plan)}
      plan={plan.workloads["chunked-writes"]}
      rows={reportChunkedRows(report)}
      published={publishedIn(report, withPublished)}
    />
  );
}

export function methodSentences(report: Report): MethodSentences {
  const { totalBytes, chunkBytes, passes, capNs } = report.plan.workloads["chunked-writes"];
  const [total, chunk, time] = [size(totalBytes), size(chunkBytes), formatDuration(capNs)];
  return [chunkedWritesMethod.text({ total, chunk, passes, time })];
}
