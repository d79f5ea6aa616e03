import { sidesOf } from "#analysis/workloads/commits/results";
import type { Report } from "#contract/report";
import type { PublishedSeries } from "#tables/shared-columns";
import type { Table } from "#tables/table";
import { batchesTable } from "#tables/workloads/commits";
import { formatDuration, formatList, formatBlockBytes as size } from "#text/format";
import { plainText } from "#text/messages";
import { listWithAnd } from "#text/words";
import {
  commitsTable,
  engineName,
  commitsMethod as method,
  commitsNotes as notes,
  title,
} from "#text/workloads/commits";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import { CommitsChart } from "./chart";
import { type CommitPanel, publishedCommits, reportCommitPanels } from "./panels";

export { hasFigures } from "#analysis/workloads/commits/results";

export const Figure = figureOf(Chart, ({ report, withPublished }) => {
  const { commits, host } = report;
  const published = withPublished ? publishedCommits() : null;
  return (
    commits && {
      note: commitsWords(report),
      tables: [
        {
          caption: title(),
          table: panelsTable(reportCommitPanels(commits, host.os, published), published),
        },
      ],
    }
  );
});

export function Chart({ report, withPublished }: FigureProps) {
  const published = withPublished ? publishedCommits() : null;
  return (
    <CommitsChart
      panels={reportCommitPanels(report.commits ?? [], report.host.os, published)}
      publishedName={published?.name ?? null}
    />
  );
}

function commitsWords({ plan, commits, host }: Report): string {
  const isCut = (commits ?? []).flatMap(sidesOf).some(({ cutShort }) => cutShort);
  const hasNormal = (commits ?? []).some(({ normal }) => normal !== null);
  const hasSqlite = (commits ?? []).some(({ engine }) => engine === "sqlite");
  const time = formatDuration(plan.workloads.commits.capNs);
  return [
    notes.twice(),
    ...(hasNormal ? [notes.normal()] : []),
    ...(host.os === "macos" && hasSqlite ? [notes.onMac()] : []),
    ...(isCut ? [notes.cut({ time })] : []),
    notes.axis(),
  ].join(" ");
}

export function panelsTable(
  panels: readonly CommitPanel[],
  published: PublishedSeries | null,
): Table {
  const isMarked = panels.some(({ rows }) => rows.some((row) => row.published !== null));
  return batchesTable(
    panels.flatMap((panel) =>
      panel.rows.map(({ label, ...row }) => ({
        ...row,
        name: batchName(panel)({ variant: panel.name, batch: label }),
        absence: panel.absence ?? row.absence ?? null,
      })),
    ),
    isMarked ? published : null,
  );
}

const batchName = ({ onlyHandsOver }: CommitPanel) =>
  onlyHandsOver ? commitsTable.handedOverOf : commitsTable.batchOf;

export function methodSentences(report: Report): MethodSentences {
  const { engines, keyBytes, valueBytes, capNs, shapes } = report.plan.workloads.commits;
  const normal = (report.commits ?? []).flatMap((result) => result.normal ?? []);
  const checkpoints = normal.map((side) => side.checkpoints ?? 0);
  const batches = shapes.map(({ recordsPerTransaction: records, transactions }) =>
    plainText(method.batches({ records, transactions })),
  );
  return [
    method.text({
      record: size(keyBytes + valueBytes),
      key: size(keyBytes),
      engines: listWithAnd(engines.map(engineName)),
      batches: formatList(batches),
      time: formatDuration(capNs),
    }),
    normal.length === 0
      ? null
      : method.normal({ checkpoints: checkpoints.reduce((sum, count) => sum + count, 0) }),
  ];
}
