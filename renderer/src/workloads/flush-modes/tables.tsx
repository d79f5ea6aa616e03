import {
  hidesFlushes,
  modesAlikeTo,
} from "../../../../electron/analysis/workloads/flush-modes/results";
import type { FlushModeId, OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { Report } from "../../../../electron/contract/report";
import type {
  FlushModeResult,
  SpacedSaves,
} from "../../../../electron/contract/workloads/flush-modes";
import { modeLabel } from "../../../../electron/text/flush-modes";
import {
  formatCount,
  formatDuration,
  formatPercent,
  formatRate,
} from "../../../../electron/text/format";
import { layoutNames, name } from "../../../../electron/text/workloads/flush-modes";
import { GuaranteeMark } from "../../charts/parts/guarantee-mark";
import { FiguresFrame, Flushes, MainFigure, Time, Unknown } from "../../ui/figures-table";
import { guaranteeWords, reportModeLabel } from "../../words";
import type { ReportProps } from "../home";
import { absenceOf } from "../parts/words";
import { DisturbedRounds } from "./disturbed-rounds";

/** The flush modes, and once more for a file that grows. */
export function Tables({ report }: ReportProps) {
  const { flushModes, appendModes, spacedSaves, host } = report;
  const isPair = appendModes !== null;
  return (
    <>
      <FiguresTable
        caption={isPair ? `${name()}: ${layoutNames.rewrite()}` : name()}
        results={flushModes}
        report={report}
      />
      {isPair ? (
        <FiguresTable
          caption={`${name()}: ${layoutNames.append()}`}
          results={appendModes}
          report={report}
        />
      ) : null}
      {spacedSaves === null ? null : <SpacedTable saves={spacedSaves} os={host.os} />}
      <DisturbedRounds report={report} />
    </>
  );
}

const columns = {
  rate: "Saves/s",
  p50: "p50",
  p90: "p90",
  p99: "p99",
  p999: "p99.9",
  max: "Longest",
  operations: "Operations",
  flushes: "Flushes per save",
  amplification: "Drive bytes per byte",
} as const;

interface FiguresTableProps {
  readonly caption: string;
  readonly results: readonly FlushModeResult[];
  readonly report: Report;
}

/** The expert's table: every figure of every mode with the system call that made it. */
function FiguresTable({ caption, results, report }: FiguresTableProps) {
  return (
    <FiguresFrame
      caption={caption}
      calls={[]}
      first="Mode and system call"
      columns={Object.values(columns)}
      rows="rates"
    >
      {results.map((result) => (
        <tr key={result.mode}>
          <th scope="row">
            <div className="figures-mode">
              <GuaranteeMark guarantee={result.guarantee} />
              <div>
                <div>{reportModeLabel(result.mode, report)}</div>
                <div className="figures-call mono">{result.systemCall}</div>
                <div className="figures-promise">{guaranteeWords[result.guarantee]()}</div>
                <NotDifferent modes={modesAlikeTo(result, results).map(({ mode }) => mode)} />
              </div>
            </div>
          </th>
          <Figures result={result} />
        </tr>
      ))}
    </FiguresFrame>
  );
}

/** The ordinary save after a rest; a rate would be that of the rests. */
function SpacedTable({ saves, os }: { saves: SpacedSaves; os: OperatingSystem }) {
  const { mode, systemCall, idleNs, latencyNs, operations } = saves;
  return (
    <FiguresFrame
      caption={`${name()}: ${layoutNames.spaced()}`}
      calls={[systemCall]}
      first={`After a rest of ${formatDuration(idleNs)}`}
      columns={[...times.map((time) => columns[time]), columns.operations, columns.flushes]}
      rows="modes"
    >
      <tr>
        <th scope="row">{modeLabel(mode, os)}</th>
        {times.map((time) => (
          <Time key={time} name={columns[time]} ns={latencyNs[time]} />
        ))}
        <td data-name={columns.operations}>{formatCount(operations)}</td>
        <FlushesOfMode result={saves} />
      </tr>
    </FiguresFrame>
  );
}

function FlushesOfMode({
  result,
}: {
  result: Pick<FlushModeResult, "mode" | "deviceFlushesPerSync">;
}) {
  return hidesFlushes(result) ? (
    <td data-name={columns.flushes}>not counted (FUA)</td>
  ) : (
    <Flushes name={columns.flushes} perSave={result.deviceFlushesPerSync} />
  );
}

/** Modes of which now one and now the other was faster, by their identifiers. */
function NotDifferent({ modes }: { modes: readonly FlushModeId[] }) {
  return modes.length === 0 ? null : (
    <div className="figures-promise">no difference seen: {modes.join(", ")}</div>
  );
}

/** Slowest and fastest round, the interval of the median (the same for few rounds), how sure it is. */
function boundsOf({ iopsMin, iopsMax, iopsInterval }: FlushModeResult): string[] {
  if (iopsMin === null || iopsMax === null) {
    return [];
  }
  const range = `${formatRate(iopsMin)} to ${formatRate(iopsMax)}`;
  if (iopsInterval === null) {
    return [range];
  }
  const { low, high, coverage } = iopsInterval;
  const interval = `${formatRate(low)} to ${formatRate(high)}`;
  const sure = `${formatPercent(coverage)} sure`;
  return interval === range ? [`± ${range}`, sure] : [range, `± ${interval}`, sure];
}

const times = ["p50", "p90", "p99", "p999", "max"] as const;

function Figures({ result }: { result: FlushModeResult }) {
  const absence = absenceOf(result, result.iops);
  if (absence !== null || result.iops === null) {
    return <td colSpan={9}>{absence}</td>;
  }
  const { latencyNs, writeAmplification } = result;
  return (
    <>
      <MainFigure
        name={columns.rate}
        figure={formatRate(result.iops)}
        remarks={boundsOf(result)}
        failure={result.status === "failed" ? result.reason : null}
      />
      {times.map((time) => (
        <Time key={time} name={columns[time]} ns={latencyNs?.[time] ?? null} />
      ))}
      <td data-name={columns.operations}>{formatCount(result.operations)}</td>
      <FlushesOfMode result={result} />
      <td data-name={columns.amplification}>
        {writeAmplification === null ? <Unknown /> : writeAmplification.toFixed(2)}
      </td>
    </>
  );
}
