import { formatCount, formatRate } from "../../../../electron/analysis/format";
import type { Report } from "../../../../electron/contract/report";
import type { CommitResult, CommitSide } from "../../../../electron/contract/workloads/commits";
import { FiguresFrame, Flushes, MainFigure, Time } from "../../ui/figures-table";
import { batchLabel, testWords, variantLabel } from "../../words";
import {
  absenceOfRates,
  alike,
  byVariant,
  commonAbsence,
  ratioNote,
  settingsOf,
  type VariantResults,
} from "./panels";

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
export function CommitsTables({ report }: { report: Report }) {
  return byVariant(report.commits ?? []).map((variant) => (
    <VariantTable key={`${variant.engine} ${variant.variant}`} {...variant} />
  ));
}

function VariantTable({ engine, variant, results }: VariantResults) {
  const { durable, relaxed } = settingsOf(results);
  return (
    <FiguresFrame
      caption={`${testWords.commits.name}: ${variantLabel(engine, variant)}`}
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
    const label = batchLabel(result.recordsPerTransaction);
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
  return note === null || note === alike ? note : `${note} as many`;
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
