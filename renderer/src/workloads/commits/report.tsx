import type { Report } from "../../../../electron/contract/report";
import type {
  CommitResult,
  CommitSide,
  CommitsPlan,
} from "../../../../electron/contract/workloads/commits";
import {
  formatCount,
  formatDuration,
  formatRate,
  formatBlockBytes as size,
} from "../../../../electron/text/format";
import {
  commitsScreen,
  name,
  title,
  variantLabel,
} from "../../../../electron/text/workloads/commits";
import { FiguresFrame, Flushes, MainFigure, Time } from "../../ui/figures-table";
import { HiddenTable } from "../../ui/hidden-table";
import type { FigureProps, ReportProps } from "../home";
import { CommitsChart } from "./chart";
import {
  absenceOfRates,
  byVariant,
  type CommitPanel,
  commonAbsence,
  publishedCommits,
  ratioNote,
  reportCommitPanels,
  settingsOf,
  type VariantResults,
} from "./panels";

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
      columns={["Database and batch", "Confirmed", "Not waited for", "Gain"]}
      rows={panels.flatMap((panel) =>
        panel.rows.map(({ label, durable, relaxed, note, ...row }) => {
          const absence = panel.absence ?? row.absence ?? null;
          return [
            `${panel.name}, ${label}`,
            absence ?? perSecond(durable),
            absence === null ? perSecond(relaxed) : "–",
            note ?? "–",
          ];
        }),
      )}
    />
  );
}

function perSecond(rate: number | null): string {
  return rate === null ? "not measured" : `${formatRate(rate)} records a second`;
}

const columns = {
  rate: "Records/s",
  p50: "p50",
  p90: "p90",
  p99: "p99",
  max: "Longest",
  commits: "Commits",
  flushes: "Flushes per commit",
  found: "Found again",
} as const;

/** The expert's tables of the databases: one per way of keeping them, with its exact settings. */
export function Tables({ report }: ReportProps) {
  return byVariant(report.commits ?? []).map((variant) => (
    <VariantTable key={`${variant.engine} ${variant.variant}`} {...variant} />
  ));
}

function VariantTable({ engine, variant, results }: VariantResults) {
  const { durable, relaxed } = settingsOf(results);
  return (
    <FiguresFrame
      caption={`${name()}: ${variantLabel(engine, variant)}`}
      calls={[
        ...(durable === null ? [] : [`durable: ${durable}`]),
        ...(relaxed === null ? [] : [`relaxed: ${relaxed}`]),
      ]}
      first="Records"
      columns={Object.values(columns)}
      rows="ladder"
    >
      <Batches results={results} />
    </FiguresFrame>
  );
}

/** Two rows for every batch size; one for all of them where all lack their figures alike. */
function Batches({ results }: { results: readonly CommitResult[] }) {
  const common = commonAbsence(results);
  if (common !== null) {
    return <Absent label="Every batch size" reason={common} />;
  }
  return results.flatMap((result) => {
    const label = commitsScreen.atATime({ records: result.recordsPerTransaction });
    const absence = absenceOfRates(result);
    if (absence !== null) {
      return <Absent key={label} label={label} reason={absence} />;
    }
    const ratio = gainWords(result.ratio);
    return (["durable", "relaxed"] as const).map((side) => (
      <tr key={`${label} ${side}`}>
        <th scope="row">
          {label} <span className="figures-promise">{side}</span>
          {result.status === "failed" && side === "durable" ? (
            <div className="figures-promise">failed: {result.reason}</div>
          ) : null}
        </th>
        <SideFigures side={result[side]} ratio={side === "relaxed" ? ratio : null} />
      </tr>
    ));
  });
}

/** "41 times as many" */
function gainWords(ratio: number | null): string | null {
  const note = ratioNote(ratio);
  return note === null || note === commitsScreen.alike() ? note : `${note} as many`;
}

function Absent({ label, reason }: { label: string; reason: string }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td colSpan={8}>{reason}</td>
    </tr>
  );
}

interface SideProps {
  readonly side: CommitSide | null;
  /** How many times as many as the other side. */
  readonly ratio: string | null;
}

function SideFigures({ side, ratio }: SideProps) {
  if (side === null) {
    return <td colSpan={8}>Not measured</td>;
  }
  const { commitLatencyNs, records, recordsFound } = side;
  return (
    <>
      <MainFigure
        name={columns.rate}
        figure={formatRate(side.operationsPerSecond)}
        remarks={[...(ratio === null ? [] : [ratio]), ...(side.cutShort ? ["cut short"] : [])]}
      />
      <Time name={columns.p50} ns={commitLatencyNs.p50} />
      <Time name={columns.p90} ns={commitLatencyNs.p90} />
      <Time name={columns.p99} ns={commitLatencyNs.p99} />
      <Time name={columns.max} ns={commitLatencyNs.max} />
      <td data-name={columns.commits}>{formatCount(side.transactions)}</td>
      <Flushes name={columns.flushes} perSave={side.deviceFlushesPerCommit} />
      <td data-name={columns.found}>
        {recordsFound === records ? (
          formatCount(recordsFound)
        ) : (
          <strong>
            {formatCount(recordsFound)} of {formatCount(records)}
          </strong>
        )}
      </td>
    </>
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
