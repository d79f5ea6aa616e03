import {
  formatBlockBytes,
  formatBytesPerSecond,
  formatDuration,
  formatPercent,
} from "../../../electron/analysis/format";
import type { BufferPoint, SyncInterval } from "../../../electron/contract/report";
import type { IntervalPlan } from "../../../electron/contract/run-plan";
import { type ChunkedRow, ratioWords } from "../charts/chunked-chart";
import { measuredStrategy, plannedStrategies } from "../charts/strategies";
import { HiddenTable } from "../ui/hidden-table";
import { guaranteeWords, strategyLabel } from "../words";

/** The tables behind the charts of the tests other than the flush modes, for people who hear them. */

export function HiddenBufferTable({
  caption,
  points,
}: {
  caption: string;
  points: readonly BufferPoint[];
}) {
  return (
    <HiddenTable
      caption={caption}
      columns={["Size of one write", "Into memory", "Until it is on the drive", "Processor time"]}
      rows={points.map((point) => [
        formatBlockBytes(point.bufferBytes),
        formatBytesPerSecond(point.bytesPerSecond),
        formatBytesPerSecond(point.settledBytesPerSecond),
        formatPercent(point.cpuShare),
      ])}
    />
  );
}

export function HiddenIntervalTable({
  caption,
  plan,
  result,
}: {
  caption: string;
  plan: IntervalPlan;
  result: SyncInterval | null;
}) {
  return (
    <HiddenTable
      caption={caption}
      columns={["Confirmed", "Time", "How it is known"]}
      rows={plannedStrategies(plan).map((planned) => {
        const measured = measuredStrategy(result, planned);
        const label = strategyLabel(planned.strategy, planned.intervalBytes);
        return measured === null || measured.p50Ns === null
          ? [label, "not measured", "–"]
          : [
              label,
              formatDuration(measured.p50Ns),
              measured.extrapolated ? "extrapolated" : "measured",
            ];
      })}
    />
  );
}

export function HiddenChunkedTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly ChunkedRow[];
}) {
  return (
    <HiddenTable
      caption={caption}
      columns={["Way of saving", "Promise", "Time", "How it is known", "Against the quickest"]}
      rows={rows.map(({ label, guarantee, absence, result }) => [
        label,
        guarantee === null ? "–" : guaranteeWords[guarantee],
        absence ?? (result?.elapsedNs == null ? "not measured" : formatDuration(result.elapsedNs)),
        result?.elapsedNs == null ? "–" : result.extrapolated ? "extrapolated" : "measured",
        ratioWords(result?.ratioToFastest ?? null) ?? "–",
      ])}
    />
  );
}
