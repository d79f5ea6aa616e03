import { formatCount, formatDuration, formatRate } from "../../../../electron/analysis/format";
import type { FlushModeResult, Report } from "../../../../electron/contract/report";
import { GuaranteeMark } from "../../charts/guarantee-mark";
import { guaranteeWords, modeLabel } from "../../words";
import { absenceOf } from "./report-charts";

/** The expert's table: every figure of every mode with the system call that made it. */
export function FiguresTable({ report }: { report: Report }) {
  return (
    <table className="figures">
      <caption>Ways of saving</caption>
      <thead>
        <tr>
          <th scope="col">Mode and system call</th>
          <th scope="col">Saves/s</th>
          <th scope="col">p50</th>
          <th scope="col">p90</th>
          <th scope="col">p99</th>
          <th scope="col">p99.9</th>
          <th scope="col">Longest</th>
          <th scope="col">Operations</th>
          <th scope="col">Flushes per save</th>
        </tr>
      </thead>
      <tbody>
        {report.flushModes.map((result) => (
          <tr key={result.mode}>
            <th scope="row">
              <div className="figures-mode">
                <GuaranteeMark guarantee={result.guarantee} />
                <div>
                  {modeLabel(result.mode, report.host.os)}
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

function Figures({ result }: { result: FlushModeResult }) {
  const absence = absenceOf(result);
  if (absence !== null || result.iops === null) {
    return <td colSpan={8}>{absence}</td>;
  }
  const { iopsMin, iopsMax, latencyNs, deviceFlushesPerSync } = result;
  return (
    <>
      <td>
        <strong>{formatRate(result.iops)}</strong>
        {iopsMin === null || iopsMax === null ? null : (
          <div className="figures-range">
            {formatRate(iopsMin)} to {formatRate(iopsMax)}
          </div>
        )}
        {result.status === "failed" ? (
          <div className="figures-range">failed: {result.reason}</div>
        ) : null}
      </td>
      <Time ns={latencyNs?.p50 ?? null} />
      <Time ns={latencyNs?.p90 ?? null} />
      <Time ns={latencyNs?.p99 ?? null} />
      <Time ns={latencyNs?.p999 ?? null} />
      <Time ns={latencyNs?.max ?? null} />
      <td>{formatCount(result.operations)}</td>
      <td>{deviceFlushesPerSync === null ? <Unknown /> : deviceFlushesPerSync.toFixed(2)}</td>
    </>
  );
}

function Time({ ns }: { ns: number | null }) {
  return <td>{ns === null ? <Unknown /> : formatDuration(ns)}</td>;
}

/** Too few operations to know it, or no evidence from this system. */
function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden-visually">not known</span>
    </>
  );
}
