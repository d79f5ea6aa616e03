import type { AskedVolume, DiskFacts, VolumeFacts } from "#contract/volume-facts";
import type { WindowsDisk, WindowsPartition, WindowsStorage } from "./windows-output";

/**
 * Converts the addon's data to the format of the storage cmdlets. Pure. The structures are those of
 * https://learn.microsoft.com/windows/win32/api/winioctl/, little-endian.
 */
export function storageOf(asked: readonly AskedVolume[]): WindowsStorage {
  const answered = asked.flatMap(({ facts, ...name }) =>
    facts === null || name.isNetwork ? [] : [{ ...name, facts }],
  );
  const disks = new Map(
    answered.flatMap(({ facts }) => facts.disks.map((disk) => [disk.number, disk] as const)),
  );
  return {
    volumes: answered.map(({ path, mountPoints, facts }) => ({
      DriveLetter:
        mountPoints.find((point) => /^[A-Z]:\\$/i.test(point))?.[0]?.toUpperCase() ?? null,
      Path: path,
      FileSystem: facts.fileSystem || null,
      FileSystemLabel: facts.label?.trim() || null,
      DriveType: String(facts.driveType),
      Size: exact(facts.totalBytes),
      SizeRemaining: exact(facts.freeBytes),
      BitLockerProtection: facts.encryption === null ? null : String(facts.encryption),
    })),
    partitions: answered.map(({ path, mountPoints, facts }) => ({
      AccessPaths: [path, ...mountPoints],
      ...partitionOf(facts),
    })),
    disks: [...disks.values()].map(diskOf),
    physical: [...disks.values()].flatMap((disk) => mediaTypeOf(disk)),
    links: [...disks.values()].flatMap(({ number, link }) =>
      link === null
        ? []
        : [
            {
              ...{ Number: number, Speed: link.speed, Width: link.width },
              ...{ MaxSpeed: link.mostSpeed, MaxWidth: link.mostWidth },
            },
          ],
    ),
    diskless: answered.flatMap(({ path, facts }) => (facts.disks.length === 0 ? [path] : [])),
  };
}

/** The places of each volume that did not answer. */
export function silentPlaces(asked: readonly AskedVolume[]): readonly string[][] {
  return asked.flatMap(({ facts, isNetwork, mountPoints }) =>
    facts === null && !isNetwork ? [[...mountPoints]] : [],
  );
}

/** Letters of network drives. */
export function networkRoots(asked: readonly AskedVolume[]): string[] {
  return asked.flatMap(({ isNetwork, path }) => (isNetwork ? [path] : []));
}

/** Windows' number, which may be too large to be exact; `null` if it is no integer. */
function exact(bytes: number | null): number | null {
  return bytes !== null && Number.isInteger(bytes) ? bytes : null;
}

const partitionTypes: Readonly<Record<string, string>> = {
  "c12a7328-f81f-11d2-ba4b-00a0c93ec93b": "System",
  "e3c9e316-0b5c-4db8-817d-f92df00215ae": "Reserved",
  "de94bba4-06d1-4d40-a16a-bfd50179d6ac": "Recovery",
};

/**
 * The partition of a volume on one disk; a volume on several disks has none, as in a storage pool.
 */
function partitionOf({
  partition,
  disks,
  readOnly,
}: VolumeFacts): Omit<WindowsPartition, "AccessPaths"> {
  const isGpt = numberAt(partition, 0) === 1 && partition.length >= 72;
  const highestFlags = isGpt ? (partition[71] ?? 0) : 0;
  return {
    DiskNumber: disks.length === 1 ? disks[0]?.number : null,
    Type: isGpt ? (partitionTypes[guidAt(partition, 32)] ?? null) : null,
    // GPT attributes: bit 62 hides the partition, bit 60 makes it read-only.
    IsHidden: (highestFlags & 0x40) !== 0,
    IsReadOnly: (highestFlags & 0x10) !== 0 || readOnly === true,
  };
}

function diskOf(disk: DiskFacts): WindowsDisk {
  const { descriptor, alignment, geometry } = disk;
  const vendor = textAt(descriptor, numberAt(descriptor, 12));
  const product = textAt(descriptor, numberAt(descriptor, 16));
  const bus = numberAt(descriptor, 28);
  return {
    Number: disk.number,
    // The drivers of NVMe and ATA put the name of the bus in the maker field.
    FriendlyName:
      vendor === null || /^(NVMe|ATA)$/i.test(vendor)
        ? product
        : [vendor, product].filter((part) => part !== null).join(" "),
    Manufacturer: vendor,
    BusType: bus === null ? null : String(bus),
    IsReadOnly: disk.writable === null ? null : !disk.writable,
    SerialNumber: textAt(descriptor, numberAt(descriptor, 24)),
    AdapterSerialNumber: wideTextAt(disk.adapterSerial, 8),
    FirmwareVersion: textAt(descriptor, numberAt(descriptor, 20)),
    Size: geometry.length >= 32 ? exact(wideNumberAt(geometry, 24)) : null,
    LogicalSectorSize: numberAt(alignment, 16),
    PhysicalSectorSize: numberAt(alignment, 20),
  };
}

/** Same values as MSFT_PhysicalDisk.MediaType: 3 is HDD, 4 is SSD. */
function mediaTypeOf({ number, seekPenalty }: DiskFacts): WindowsStorage["physical"] {
  return seekPenalty.length > 8
    ? [{ DeviceId: String(number), MediaType: seekPenalty[8] === 0 ? "4" : "3" }]
    : [];
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

/** An offset of 0, or one beyond the reply, means that there is no such text. */
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

/** A GUID in its usual notation: the first three groups are little-endian numbers. */
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
