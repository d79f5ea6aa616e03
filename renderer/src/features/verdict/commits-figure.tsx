import { formatDuration } from "../../../../electron/analysis/format";
import type { Report } from "../../../../electron/contract/report";
import { CommitsChart } from "../../workloads/commits/chart";
import { reportCommitPanels } from "../../workloads/commits/panels";
import type { ChartProps } from "../../workloads/flush-modes/report";
import { chartTitles } from "../chart-titles";
import { publishedCommits } from "../published";
import { HiddenCommitsTable } from "../workload-tables";

/** The chart of the databases; absent where they were not run. */
export function CommitsFigure(props: ChartProps) {
  const { commits, plan, host } = props.report;
  return commits === null ? null : (
    <section className="card figure-card">
      <CommitsReportChart {...props} />
      <p className="small quiet figure-note">{commitsWords(props.report)}</p>
      <HiddenCommitsTable
        caption={chartTitles(plan).commits}
        panels={reportCommitPanels(commits, host.os, null)}
      />
    </section>
  );
}

export function CommitsReportChart({ report, withPublished }: ChartProps) {
  const published = withPublished ? publishedCommits : null;
  return (
    <CommitsChart
      title={chartTitles(report.plan).commits}
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
