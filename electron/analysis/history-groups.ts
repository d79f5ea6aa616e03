import type { HistoryEntry } from "../contract/history";
import { tellingSerial } from "./drive-identity";

/** Earlier inspections of one drive. */
export interface DriveGroup {
  readonly key: string;
  readonly entries: readonly HistoryEntry[];
}

/**
 * The entries by their drives, in the order in which each drive first comes up. A drive is known by its
 * serial number and model, since enclosures share made-up numbers; where it has none, by model, size
 * and place together.
 */
export function groupByDrive(entries: readonly HistoryEntry[]): DriveGroup[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].map(([key, of]) => ({ key, entries: of }));
}

function keyOf({ model, serial, totalBytes, volumeName }: HistoryEntry): string {
  const telling = tellingSerial({ serial, disks: null });
  return JSON.stringify(telling === null ? [model, totalBytes, volumeName] : [telling, model]);
}
