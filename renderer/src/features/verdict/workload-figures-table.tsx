import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatCount,
  formatDuration,
  formatPercent,
  formatRate,
} from "../../../../electron/analysis/format";
import { guaranteeOn } from "../../../../electron/analysis/guarantee";
import type { ChunkedMode, IntervalStrategy, Report } from "../../../../electron/contract/report";
import { ratioWords } from "../../charts/chunked-chart";
import { GuaranteeMark } from "../../charts/guarantee-mark";
import { modeLabel, strategyLabel, testWords } from "../../words";
import { absenceOf } from "../absence";
import { FiguresFrame, Time } from "./figure-cells";

/** The expert's tables of the tests other than the flush modes. */

const bufferColumns = [
  "Into memory",
  "On the drive",
  "Calls/s",
  "Processor",
  "User",
  "System",
  "Settling",
  "Written",
] as const;

export function BufferTable({ report: { bufferSweep } }: { report: Report }) {
  return bufferSweep === null ? null : (
    <FiguresFrame
      caption={testWords.buffer.name}
      calls={[bufferSweep.systemCall, bufferSweep.settleSystemCall]}
      first="Size of one write"
      columns={bufferColumns}
      rows="ladder"
    >
      {bufferSweep.points.map((point) => (
        <tr key={point.bufferBytes}>
          <th scope="row">
            {formatBlockBytes(point.bufferBytes)}
            {point.bufferBytes === bufferSweep.kneeBufferBytes ? (
              <span className="figures-promise"> flat from here on</span>
            ) : null}
          </th>
          <td data-name="Into memory">{formatBytesPerSecond(point.bytesPerSecond)}</td>
          <td data-name="On the drive">{formatBytesPerSecond(point.settledBytesPerSecond)}</td>
          <td data-name="Calls/s">{formatRate(point.systemCallsPerSecond)}</td>
          <td data-name="Processor">{formatPercent(point.cpuShare)}</td>
          <Time name="User" ns={point.cpuUserNs} />
          <Time name="System" ns={point.cpuSystemNs} />
          <Time name="Settling" ns={point.settleNs} />
          <td data-name="Written">{formatBytes(point.bytes)}</td>
        </tr>
      ))}
    </FiguresFrame>
  );
}

const intervalColumns = [
  "Median",
  "Quickest",
  "Slowest",
  "Trials",
  "Confirmations",
  "p50",
  "p99",
  "Longest",
] as const;

export function IntervalTable({ report: { syncInterval } }: { report: Report }) {
  return syncInterval === null ? null : (
    <FiguresFrame
      caption={testWords.interval.name}
      calls={[syncInterval.systemCall]}
      first="Confirmed"
      columns={intervalColumns}
      rows="ladder"
    >
      {syncInterval.strategies.map((strategy) => (
        <tr key={`${strategy.strategy} ${strategy.intervalBytes}`}>
          <th scope="row">{strategyLabel(strategy.strategy, strategy.intervalBytes)}</th>
          <StrategyFigures {...strategy} />
        </tr>
      ))}
    </FiguresFrame>
  );
}

function StrategyFigures({ p50Ns, extrapolated, trialsNs, syncs, latencyNs }: IntervalStrategy) {
  if (p50Ns === null) {
    return <td colSpan={8}>Not measured</td>;
  }
  return (
    <>
      <Elapsed name="Median" ns={p50Ns} extrapolated={extrapolated} />
      <Time name="Quickest" ns={Math.min(...trialsNs)} />
      <Time name="Slowest" ns={Math.max(...trialsNs)} />
      <td data-name="Trials">{formatCount(trialsNs.length)}</td>
      <td data-name="Confirmations">{formatCount(syncs)}</td>
      <Time name="p50" ns={latencyNs?.p50 ?? null} />
      <Time name="p99" ns={latencyNs?.p99 ?? null} />
      <Time name="Longest" ns={latencyNs?.max ?? null} />
    </>
  );
}

const chunkedColumns = ["Time", "Against the quickest", "p50", "p90", "p99", "Longest"] as const;

export function ChunkedTable({ report }: { report: Report }) {
  const { chunked, host, volume } = report;
  return chunked === null ? null : (
    <FiguresFrame
      caption={testWords.chunked.name}
      calls={[]}
      first="Mode and system call"
      columns={chunkedColumns}
      rows="modes"
    >
      {chunked.modes.map((result) => (
        <tr key={result.mode}>
          <th scope="row">
            <div className="figures-mode">
              <GuaranteeMark guarantee={guaranteeOn(result.mode, host.os, volume)} />
              <div>
                <div>{modeLabel(result.mode, host.os)}</div>
                <div className="figures-call mono">{result.systemCall}</div>
              </div>
            </div>
          </th>
          <ModeFigures {...result} />
        </tr>
      ))}
    </FiguresFrame>
  );
}

function ModeFigures(result: ChunkedMode) {
  const { elapsedNs, extrapolated, ratioToFastest, latencyNs } = result;
  if (elapsedNs === null) {
    return <td colSpan={6}>{absenceOf(result, null)}</td>;
  }
  return (
    <>
      <Elapsed name="Time" ns={elapsedNs} extrapolated={extrapolated} />
      <td data-name="Against the quickest">{ratioWords(ratioToFastest)}</td>
      <Time name="p50" ns={latencyNs?.p50 ?? null} />
      <Time name="p90" ns={latencyNs?.p90 ?? null} />
      <Time name="p99" ns={latencyNs?.p99 ?? null} />
      <Time name="Longest" ns={latencyNs?.max ?? null} />
    </>
  );
}

interface ElapsedProps {
  readonly name: string;
  readonly ns: number;
  readonly extrapolated: boolean;
}

function Elapsed({ name, ns, extrapolated }: ElapsedProps) {
  return (
    <td data-name={name}>
      <div>
        <strong>{formatDuration(ns)}</strong>
        {extrapolated ? <div className="figures-range"> extrapolated</div> : null}
      </div>
    </td>
  );
}
