import { sweepOf } from "../../../../electron/analysis/workloads/buffer-sweep/results";
import type {
  BufferPoint,
  BufferSweep,
} from "../../../../electron/contract/workloads/buffer-sweep";
import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatPercent,
  formatRate,
} from "../../../../electron/text/format";
import { name } from "../../../../electron/text/workloads/buffer-sweep";
import { FiguresFrame, Time } from "../../ui/figures-table";
import { HiddenTable } from "../../ui/hidden-table";
import type { ReportProps } from "../home";
import { directName } from "./words";

export function HiddenBufferTable({
  caption,
  isDirect = false,
  points,
}: {
  caption: string;
  isDirect?: boolean;
  points: readonly BufferPoint[];
}) {
  return (
    <HiddenTable
      caption={caption}
      columns={[
        "Size of one write",
        isDirect ? "While writing" : "Into memory",
        "With the flush after it",
        "Processor time",
      ]}
      rows={points.map((point) => [
        formatBlockBytes(point.bufferBytes),
        formatBytesPerSecond(point.bytesPerSecond),
        formatBytesPerSecond(point.settledBytesPerSecond),
        formatPercent(point.cpuShare),
      ])}
    />
  );
}

const columns = [
  "With the flush",
  "Calls/s",
  "Processor",
  "User",
  "System",
  "Settling",
  "Written",
] as const;

/** The sweep through the page cache, and the one around it, where nothing goes into memory. */
export function Tables({ report }: ReportProps) {
  const { stream } = report;
  const cached = sweepOf(report, false);
  const direct = sweepOf(report, true);
  return (
    <>
      {cached === null ? null : <BufferTable caption={name()} speed="Into memory" sweep={cached} />}
      {direct === null ? null : (
        <BufferTable
          caption={`${name()}: ${directName(report)}`}
          speed="While writing"
          sweep={direct}
        />
      )}
      {stream === null ? null : (
        <FiguresFrame
          caption={`${name()}: one long stream`}
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
      columns={[speed, ...columns]}
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
