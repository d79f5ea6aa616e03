import { countOrNull } from "#contract/count-or-null";
import type { AskedVolume, DiskFacts, VolumeFacts } from "#contract/volume-facts";
import { type FoundVolume, isSystemRoot, type WindowsDisk, whyUnreadable } from "./windows-facts";

/**
 * The structures are those of https://learn.microsoft.com/windows/win32/api/winioctl/,
 * little-endian.
 */

/** Volumes with a letter or a folder; boot and recovery partitions are left out. */
export function visibleVolumes(asked: readonly AskedVolume[], systemRoot: string): FoundVolume[] {
  return asked.flatMap(({ path, mountPoints, isNetwork, facts }) => {
    const [letter] = mountPoints.flatMap((point) => /^([A-Z]):\\$/i.exec(point)?.[1] ?? []);
    const driveLetter = letter?.toUpperCase() ?? null;
    const shown = mountPoints.filter((point) => /^[A-Z]:\\/i.test(point));
    const [mountPoint, ...others] = driveLetter === null ? shown : [`${driveLetter}:\\`, ...shown];
    if (facts === null || isNetwork || mountPoint === undefined) {
      return [];
    }
    const partition = partitionOf(facts);
    // A volume on several disks, as in a storage pool, belongs to no single disk.
    const [disk = null] = facts.disks.length === 1 ? facts.disks : [];
    const found = {
      mountPoint,
      places: [mountPoint, ...others],
      driveLetter,
      path,
      fileSystem: facts.fileSystem || null,
      label: facts.label?.trim() || null,
      driveType: facts.driveType,
      totalBytes: facts.totalBytes,
      freeBytes: facts.freeBytes,
      encryption: facts.encryption,
      readOnly: partition.isReadOnly || facts.readOnly === true || disk?.writable === false,
      disk: disk && diskOf(disk),
      diskNumbers: facts.disks.map(({ number }) => number),
      system: isSystemRoot(mountPoint, systemRoot),
      diskless: facts.disks.length === 0,
    };
    const unreadable = whyUnreadable(found);
    return partition.isHidden || unreadable === "empty" ? [] : [{ ...found, unreadable }];
  });
}

/** The paths (letter and folders) of each local volume that did not answer. */
export function silentPlaces(asked: readonly AskedVolume[]): readonly string[][] {
  return asked.flatMap(({ facts, isNetwork, mountPoints }) =>
    facts === null && !isNetwork ? [[...mountPoints]] : [],
  );
}

/** Root paths of network drives, such as `Z:\`. */
export function networkRoots(asked: readonly AskedVolume[]): string[] {
  return asked.flatMap(({ isNetwork, path }) => (isNetwork ? [path] : []));
}

const hiddenPartitions = new Set([
  "c12a7328-f81f-11d2-ba4b-00a0c93ec93b", // EFI system partition
  "e3c9e316-0b5c-4db8-817d-f92df00215ae", // Microsoft reserved partition
  "de94bba4-06d1-4d40-a16a-bfd50179d6ac", // recovery partition
]);

/**
 * Whether a GPT partition's type or attributes hide its volume, and whether its attributes make it
 * read-only. MBR has no such flags: both are false.
 */
function partitionOf({ partition }: VolumeFacts) {
  const isGpt = numberAt(partition, 0) === 1 && partition.length >= 72;
  const highestFlags = isGpt ? (partition[71] ?? 0) : 0;
  return {
    // GPT attributes: bit 62 hides the partition, bit 60 makes it read-only.
    isHidden: (highestFlags & 0x40) !== 0 || (isGpt && hiddenPartitions.has(guidAt(partition, 32))),
    isReadOnly: (highestFlags & 0x10) !== 0,
  };
}

function diskOf(disk: DiskFacts): WindowsDisk {
  const { number, descriptor, alignment, geometry, hotplug, seekPenalty, link } = disk;
  const maker = textAt(descriptor, numberAt(descriptor, 12));
  const product = textAt(descriptor, numberAt(descriptor, 16));
  return {
    number,
    // The drivers of NVMe and ATA write the name of the bus into the maker's field.
    model:
      maker === null || /^(NVMe|ATA)$/i.test(maker)
        ? product
        : [maker, product].filter((part) => part !== null).join(" "),
    maker,
    bus: numberAt(descriptor, 28),
    rotates: seekPenalty.length > 8 ? seekPenalty[8] !== 0 : null,
    serial: textAt(descriptor, numberAt(descriptor, 24)),
    adapterSerial: wideTextAt(disk.adapterSerial, 8),
    firmware: textAt(descriptor, numberAt(descriptor, 20)),
    capacityBytes: geometry.length >= 32 ? countOrNull(wideNumberAt(geometry, 24)) : null,
    logicalSectorBytes: numberAt(alignment, 16),
    physicalSectorBytes: numberAt(alignment, 20),
    isHotplug: hotplug.length < 8 ? null : hotplug[6] !== 0,
    link,
  };
}

type Bytes = readonly number[];

function numberAt(bytes: Bytes, offset: number): number | null {
  return bytes.length >= offset + 4
    ? new DataView(Uint8Array.from(bytes).buffer).getUint32(offset, true)
    : null;
}

function wideNumberAt(bytes: Bytes, offset: number): number {
  return Number(new DataView(Uint8Array.from(bytes).buffer).getBigUint64(offset, true));
}

/**
 * The text at an offset in Windows' reply; `null` if the offset is 0 or beyond the reply, which
 * then has no such text.
 */
function textAt(bytes: Bytes, offset: number | null): string | null {
  if (offset === null || offset === 0 || offset >= bytes.length) {
    return null;
  }
  const end = bytes.indexOf(0, offset);
  const text = String.fromCharCode(...bytes.slice(offset, end < 0 ? bytes.length : end));
  return text.trim() || null;
}

function wideTextAt(bytes: Bytes, offset: number): string | null {
  const units = Array.from({ length: Math.max(0, bytes.length - offset) >> 1 }, (_, place) => {
    const low = offset + 2 * place;
    return (bytes[low] ?? 0) + 256 * (bytes[low + 1] ?? 0);
  });
  const end = units.indexOf(0);
  return String.fromCharCode(...units.slice(0, end < 0 ? units.length : end)).trim() || null;
}

/** The usual notation of a GUID; its first three groups are little-endian numbers. */
function guidAt(bytes: Bytes, offset: number): string {
  const hex = (places: readonly number[]) =>
    places.map((place) => (bytes[offset + place] ?? 0).toString(16).padStart(2, "0")).join("");
  return [
    [3, 2, 1, 0],
    [5, 4],
    [7, 6],
    [8, 9],
    [10, 11, 12, 13, 14, 15],
  ]
    .map(hex)
    .join("-");
}
