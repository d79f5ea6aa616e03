import type { HistoryEntry } from "#contract/history";
import { tellingSerial } from "./drive-identity";

/** All inspections of one drive in the history. */
export interface DriveGroup {
  readonly key: string;
  readonly entries: readonly HistoryEntry[];
}

/**
 * Groups the entries by drive, in the order in which each drive first occurs. A drive is identified
 * by serial number, model and capacity together, since docks report one number for every disk in
 * them; if one of these is unknown, by model, capacity, volume size and volume name.
 */
export function groupByDrive(entries: readonly HistoryEntry[]): DriveGroup[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].map(([key, of]) => ({ key, entries: of }));
}

function keyOf({ model, serial, capacityBytes, totalBytes, volumeName }: HistoryEntry): string {
  const telling = tellingSerial({ serial, disks: null });
  const isKnown = telling !== null && model !== null && capacityBytes !== null;
  return JSON.stringify(
    isKnown ? [telling, model, capacityBytes] : [model, capacityBytes, totalBytes, volumeName],
  );
}
