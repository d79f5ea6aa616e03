import type { HistoryEntry } from "#contract/history";
import { tellingSerial } from "./drive-identity";

/** Earlier inspections of one drive. */
export interface DriveGroup {
  readonly key: string;
  readonly entries: readonly HistoryEntry[];
}

/**
 * The entries by their drives, in the order in which each drive first comes up. A drive is known by its
 * serial number, model and size together, since docks give one number to every disk in them; where one
 * of these is not known, by model, size and place.
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
