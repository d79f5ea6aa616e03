import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatPercent,
  formatRate,
} from "../../../electron/analysis/format";
import type { BufferPoint } from "../../../electron/contract/workloads/buffer-sweep";
import type { LongWriteMark } from "../../../electron/contract/workloads/sustained-write";
import type { IntervalPlan } from "../../../electron/contract/workloads/sync-interval";
import { HiddenTable } from "../ui/hidden-table";
import { guaranteeWords, strategyLabel } from "../words";
import { type ChunkedRow, ratioWords } from "../workloads/chunked-writes/chart";
import type { CommitPanel } from "../workloads/commits/row";
import { speedSteps } from "../workloads/sustained-write/speed-steps";
import type { Ladder } from "../workloads/sync-interval/strategies";
import { measuredStrategy, plannedStrategies } from "../workloads/sync-interval/strategies";

/** The tables behind the charts of the tests other than the flush modes, for people who hear them. */

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

/** A table per ladder; with one of them its way of confirming needs no name. */
export function HiddenIntervalTables({
  caption,
  plan,
  ladders,
}: {
  caption: string;
  plan: IntervalPlan;
  ladders: readonly Ladder[];
}) {
  return ladders.map(({ mode, label, result }) => (
    <HiddenTable
      key={mode}
      caption={ladders.length === 1 ? caption : `${caption}: ${label}`}
      columns={["Confirmed", "Time", "How it is known"]}
      rows={plannedStrategies(plan).map((planned) => {
        const measured = measuredStrategy(result, planned);
        const strategy = strategyLabel(planned.strategy, planned.intervalBytes);
        return measured === null || measured.p50Ns === null
          ? [strategy, "not measured", "–"]
          : [
              strategy,
              formatDuration(measured.p50Ns),
              measured.extrapolated ? "extrapolated" : "measured",
            ];
      })}
    />
  ));
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

/** In ten parts of the time at most: every stretch would be hundreds of rows. */
export function HiddenLongWriteTable({
  caption,
  marks,
}: {
  caption: string;
  marks: readonly LongWriteMark[];
}) {
  const each = Math.max(1, Math.ceil(marks.length / 10));
  const tenths = marks.filter((_, index) => (index + 1) % each === 0 || index === marks.length - 1);
  return (
    <HiddenTable
      caption={caption}
      columns={["After", "Written", "Speed up to then"]}
      rows={speedSteps(tenths)
        .slice(0, tenths.length)
        .map(({ bytesPerSecond }, index) => [
          formatDuration(tenths[index]?.elapsedNs ?? 0),
          formatBytes(tenths[index]?.bytes ?? 0),
          formatBytesPerSecond(bytesPerSecond),
        ])}
    />
  );
}

function perSecond(rate: number | null): string {
  return rate === null ? "not measured" : `${formatRate(rate)} records a second`;
}
