import type { HistoryEntry } from "#contract/history";
import { isOfReader, sameInAnyOrder, tellingSerial } from "./drive-identity";
import { grouped } from "./grouped";

/** All inspections of one drive in the history. */
export interface DriveGroup {
  readonly key: string;
  /**
   * The serial number of all inspections; `null` unless they saw one and the same, because there
   * may be several drives.
   */
  readonly serial: string | null;
  readonly entries: readonly HistoryEntry[];
}

/**
 * Groups entries by drive, in the order in which each drive first occurs. Serial number, model and
 * capacity together identify a drive, because docks report one serial number for every disk in
 * them. If one of the three is unknown or a card reader's, the volume's size and name count as
 * well.
 */
export function groupByDrive(entries: readonly HistoryEntry[]): DriveGroup[] {
  return grouped(entries, keyOf).map((of) => ({
    key: keyOf(of[0]),
    serial: sharedSerial(of),
    entries: of,
  }));
}

function sharedSerial(entries: readonly HistoryEntry[]): string | null {
  const seen = entries.map((entry) => tellingSerial({ ...entry, disks: null }) ?? entry.serial);
  return new Set(seen).size === 1 ? (entries[0]?.serial ?? null) : null;
}

function keyOf({ model, serial, capacityBytes, totalBytes, volumeName }: HistoryEntry): string {
  const telling = tellingSerial({ serial, model, disks: null });
  const name = sameInAnyOrder(model);
  const isKnown = telling !== null && name !== null && capacityBytes !== null && !isOfReader(model);
  return JSON.stringify(
    isKnown
      ? [telling, name, capacityBytes]
      : [telling, name, capacityBytes, totalBytes, sameInAnyOrder(volumeName)],
  );
}
