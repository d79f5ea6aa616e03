import type { Report } from "../../../../electron/contract/report";
import type { CommitsPlan } from "../../../../electron/contract/workloads/commits";
import { hiddenTexts } from "../../../../electron/tables/table";
import { batchesTable } from "../../../../electron/tables/workloads/commits";
import {
  formatCount,
  formatDuration,
  formatBlockBytes as size,
} from "../../../../electron/text/format";
import { title } from "../../../../electron/text/workloads/commits";
import { HiddenTable } from "../../ui/hidden-table";
import type { FigureProps, ReportProps } from "../home";
import { CommitsChart } from "./chart";
import { type CommitPanel, publishedCommits, reportCommitPanels } from "./panels";

export function hasFigures({ commits }: Report): boolean {
  return (commits ?? []).some(({ durable, relaxed }) => durable !== null || relaxed !== null);
}

/** The chart of the databases; absent where they were not run. */
export function Figure(props: FigureProps) {
  const { commits, host } = props.report;
  return commits === null ? null : (
    <section className="card figure-card">
      <Chart {...props} />
      <p className="small quiet figure-note">{commitsWords(props.report)}</p>
      <HiddenCommitsTable caption={title()} panels={reportCommitPanels(commits, host.os, null)} />
    </section>
  );
}

export function Chart({ report, withPublished }: FigureProps) {
  const published = withPublished ? publishedCommits : null;
  return (
    <CommitsChart
      title={title()}
      panels={reportCommitPanels(report.commits ?? [], report.host.os, published)}
      publishedName={published?.name ?? null}
    />
  );
}

function commitsWords({ plan, commits, host }: Report): string {
  const sides = (commits ?? []).flatMap(({ durable, relaxed }) => [durable, relaxed]);
  const isCut = sides.some((side) => side?.cutShort === true);
  const hasSqlite = (commits ?? []).some(({ engine }) => engine === "sqlite");
  return [
    "The same records are saved twice: with settings that confirm every batch, and with settings that wait for nothing. Behind the lower bar, where there is room: how many times as many that saves.",
    host.os === "macos" && hasSqlite
      ? "On a Mac SQLite waits for the drive only with a full flush; its usual settings hand the data over to the drive and go on."
      : null,
    isCut
      ? `Some were stopped after ${formatDuration(plan.workloads.commits.capNs)}; their rate is that of the batches saved by then.`
      : null,
    "The axis is logarithmic.",
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

export function HiddenCommitsTable({
  caption,
  panels,
}: {
  caption: string;
  panels: readonly CommitPanel[];
}) {
  return (
    <HiddenTable
      caption={caption}
      {...hiddenTexts(
        batchesTable(
          panels.flatMap((panel) =>
            panel.rows.map(({ label, ...row }) => ({
              ...row,
              name: `${panel.name}, ${label}`,
              absence: panel.absence ?? row.absence ?? null,
            })),
          ),
        ),
      )}
    />
  );
}

export function Method({ report }: ReportProps) {
  const { commits } = report.plan.workloads;
  return (
    <>
      Records of {size(commits.keyBytes + commits.valueBytes)} (a key of {size(commits.keyBytes)}{" "}
      and a value that cannot be compressed) are inserted by real databases that are part of this
      program: {batchesWords(commits)}. Every run has a new database in a folder of its own, which
      is removed afterwards. It ends early after {formatDuration(commits.capNs)}, between two
      commits. Records per second are those of all transactions over the time from the first begin
      to the end of the last commit; p50 to longest are the times of one commit. Then the database
      is closed and opened again, and its records are counted. Flushes are counted as above.
    </>
  );
}

/** "1 000 transactions of 10 records, …" */
function batchesWords({ shapes }: CommitsPlan): string {
  return shapes
    .map(
      ({ recordsPerTransaction, transactions }) =>
        `${transactions === 1 ? "one transaction" : `${formatCount(transactions)} transactions`} of ${formatCount(recordsPerTransaction)} records`,
    )
    .join(", ");
}
