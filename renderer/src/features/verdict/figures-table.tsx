import { formatCount, formatRate } from "../../../../electron/analysis/format";
import type { FlushModeResult, Report } from "../../../../electron/contract/report";
import { GuaranteeMark } from "../../charts/guarantee-mark";
import { guaranteeWords, modeLabel } from "../../words";
import { absenceOf } from "../absence";
import { Time, Unknown } from "./figure-cells";

const columns = {
  rate: "Saves/s",
  p50: "p50",
  p90: "p90",
  p99: "p99",
  p999: "p99.9",
  max: "Longest",
  operations: "Operations",
  flushes: "Flushes per save",
} as const;

/** The expert's table: every figure of every mode with the system call that made it. */
export function FiguresTable({ report }: { report: Report }) {
  return (
    <table className="figures">
      <caption>Ways of saving</caption>
      <thead>
        <tr>
          <th scope="col">Mode and system call</th>
          {Object.values(columns).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {report.flushModes.map((result) => (
          <tr key={result.mode}>
            <th scope="row">
              <div className="figures-mode">
                <GuaranteeMark guarantee={result.guarantee} />
                <div>
                  <div>{modeLabel(result.mode, report.host.os)}</div>
                  <div className="figures-call mono">{result.systemCall}</div>
                  <div className="figures-promise">{guaranteeWords[result.guarantee]}</div>
                </div>
              </div>
            </th>
            <Figures result={result} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const times = ["p50", "p90", "p99", "p999", "max"] as const;

function Figures({ result }: { result: FlushModeResult }) {
  const absence = absenceOf(result, result.iops);
  if (absence !== null || result.iops === null) {
    return <td colSpan={8}>{absence}</td>;
  }
  const { iopsMin, iopsMax, latencyNs, deviceFlushesPerSync } = result;
  return (
    <>
      <td data-name={columns.rate}>
        <div>
          <strong>{formatRate(result.iops)}</strong>
          {iopsMin === null || iopsMax === null ? null : (
            <div className="figures-range">
              {formatRate(iopsMin)} to {formatRate(iopsMax)}
            </div>
          )}
          {result.status === "failed" ? (
            <div className="figures-promise">failed: {result.reason}</div>
          ) : null}
        </div>
      </td>
      {times.map((time) => (
        <Time key={time} name={columns[time]} ns={latencyNs?.[time] ?? null} />
      ))}
      <td data-name={columns.operations}>{formatCount(result.operations)}</td>
      <td data-name={columns.flushes}>
        {deviceFlushesPerSync === null ? <Unknown /> : deviceFlushesPerSync.toFixed(2)}
      </td>
    </>
  );
}
