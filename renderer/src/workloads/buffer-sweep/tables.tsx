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
import type { Report } from "../../../../electron/contract/report";
import type { BufferSweep } from "../../../../electron/contract/workloads/buffer-sweep";
import type { ChunkedMode } from "../../../../electron/contract/workloads/chunked-writes";
import type { IntervalStrategy } from "../../../../electron/contract/workloads/sync-interval";
import { GuaranteeMark } from "../../charts/parts/guarantee-mark";
import { FiguresFrame, MainFigure, Time } from "../../ui/figures-table";
import { directName, modeLabel, reportModeLabel, strategyLabel, testWords } from "../../words";
import { ratioWords } from "../chunked-writes/chart";
import { absenceOf } from "../parts/absence";
import { allLadders } from "../sync-interval/ladders";

/** The expert's tables of the tests other than the flush modes. */

const bufferColumns = [
  "With the flush",
  "Calls/s",
  "Processor",
  "User",
  "System",
  "Settling",
  "Written",
] as const;

/** The sweep through the page cache, and the one around it, where nothing goes into memory. */
export function BufferTables({ report }: { report: Report }) {
  const { bufferSweep, bufferSweepDirect, stream } = report;
  const { name } = testWords["buffer-sweep"];
  return (
    <>
      {bufferSweep === null ? null : (
        <BufferTable caption={name} speed="Into memory" sweep={bufferSweep} />
      )}
      {bufferSweepDirect === null ? null : (
        <BufferTable
          caption={`${name}: ${directName(report)}`}
          speed="While writing"
          sweep={bufferSweepDirect}
        />
      )}
      {stream === null ? null : (
        <FiguresFrame
          caption={`${name}: one long stream`}
          calls={[stream.systemCall]}
          first="Written"
          columns={["Until its last flush", "Time"]}
          rows="ladder"
        >
          <tr>
            <th scope="row">{formatBytes(stream.bytes)}</th>
            <td data-name="Until its last flush">{formatBytesPerSecond(stream.bytesPerSecond)}</td>
            <Time name="Time" ns={stream.elapsedNs} />
          </tr>
        </FiguresFrame>
      )}
    </>
  );
}

interface BufferTableProps {
  readonly caption: string;
  /** What the speed without the settling is called. */
  readonly speed: string;
  readonly sweep: BufferSweep;
}

function BufferTable({ caption, speed, sweep }: BufferTableProps) {
  return (
    <FiguresFrame
      caption={caption}
      calls={[sweep.systemCall, sweep.settleSystemCall]}
      first="Size of one write"
      columns={[speed, ...bufferColumns]}
      rows="ladder"
    >
      {sweep.skipped.map(({ bufferBytes, reason }) => (
        <tr key={bufferBytes}>
          <th scope="row">{formatBlockBytes(bufferBytes)}</th>
          <td colSpan={8}>Not available ({reason})</td>
        </tr>
      ))}
      {sweep.points.map((point) => (
        <tr key={point.bufferBytes}>
          <th scope="row">
            {formatBlockBytes(point.bufferBytes)}
            {point.bufferBytes === sweep.kneeBufferBytes ? (
              <span className="figures-promise"> flat from here on</span>
            ) : null}
          </th>
          <td data-name={speed}>{formatBytesPerSecond(point.bytesPerSecond)}</td>
          <td data-name="With the flush">{formatBytesPerSecond(point.settledBytesPerSecond)}</td>
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

/** A table per way of confirming; with one of them it needs no name. */
export function IntervalTables({ report }: { report: Report }) {
  const ladders = allLadders(report);
  const { name } = testWords["sync-interval"];
  return ladders.map(({ flushMode, systemCall, reason, strategies }) => (
    <FiguresFrame
      key={flushMode}
      caption={ladders.length === 1 ? name : `${name}: ${modeLabel(flushMode, report.host.os)}`}
      calls={[systemCall]}
      first="Confirmed"
      columns={intervalColumns}
      rows="ladder"
    >
      {reason === null ? null : (
        <tr>
          <th scope="row">Any distance</th>
          <td colSpan={8}>Not available ({reason})</td>
        </tr>
      )}
      {strategies.map((strategy) => (
        <tr key={`${strategy.strategy} ${strategy.intervalBytes}`}>
          <th scope="row">{strategyLabel(strategy.strategy, strategy.intervalBytes)}</th>
          <StrategyFigures {...strategy} />
        </tr>
      ))}
    </FiguresFrame>
  ));
}

function StrategyFigures({ p50Ns, extrapolated, trialsNs, syncs, latencyNs }: IntervalStrategy) {
  if (p50Ns === null) {
    return <td colSpan={8}>Not measured</td>;
  }
  return (
    <>
      <MainFigure
        name="Median"
        figure={formatDuration(p50Ns)}
        remarks={extrapolated ? ["extrapolated"] : []}
      />
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
      caption={testWords["chunked-writes"].name}
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
                <div>{reportModeLabel(result.mode, report)}</div>
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
      <MainFigure
        name="Time"
        figure={formatDuration(elapsedNs)}
        remarks={extrapolated ? ["extrapolated"] : []}
      />
      <td data-name="Against the quickest">{ratioWords(ratioToFastest)}</td>
      <Time name="p50" ns={latencyNs?.p50 ?? null} />
      <Time name="p90" ns={latencyNs?.p90 ?? null} />
      <Time name="p99" ns={latencyNs?.p99 ?? null} />
      <Time name="Longest" ns={latencyNs?.max ?? null} />
    </>
  );
}
