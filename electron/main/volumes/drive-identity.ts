import { shownText } from "#contract/shown-text";
import type { Drive } from "#contract/volume";

/** Identifies one drive among others of its kind, and describes its connection. */
export type DriveIdentity = Pick<
  Drive,
  "serial" | "firmware" | "capacityBytes" | "link" | "sectorBytes" | "hostMemoryBuffer"
>;

export const noIdentity: DriveIdentity = {
  serial: null,
  firmware: null,
  capacityBytes: null,
  link: null,
  sectorBytes: null,
  hostMemoryBuffer: null,
};

/**
 * Most characters of a text that a drive reports: NVMe allows 40 for a model, USB 126 for any text.
 * Longer text is garbage.
 */
const longestFact = 126;

/** A text that the drive reports, without padding and characters that must not be shown. */
export function driveText(text: string | null | undefined): string | null {
  return shownText(text ?? "", longestFact) || null;
}

/**
 * Transfer rate per lane in GT/s of each PCI Express generation; from the third generation on, the
 * rate doubles.
 */
const gigatransfers: readonly number[] = [2.5, 5, 8, 16, 32, 64];

/** Rate per lane of a PCI Express generation, counted from 1; `null` for an unknown generation. */
export function pcieGigatransfers(generation: number | null): number | null {
  return generation === null ? null : (gigatransfers[generation - 1] ?? null);
}

interface PcieReading {
  readonly gigatransfersPerSecond: number | null;
  readonly lanes: number | null;
}

/**
 * The link in the report's form; `null` unless speed and width are both known; `most` is omitted if
 * the system does not report it.
 */
export function pcieLink(now: PcieReading, most: PcieReading): DriveIdentity["link"] {
  const current = whole(now);
  return current && { type: "pcie", ...current, most: whole(most) };
}

function whole({ gigatransfersPerSecond, lanes }: PcieReading) {
  return gigatransfersPerSecond === null || lanes === null || lanes < 1 || lanes > 32
    ? null
    : { gigatransfersPerSecond, lanes };
}

/**
 * Logical and physical sector size in bytes; `null` unless both are plausible, from 512 bytes to 64
 * KiB.
 */
export function sectorsOf(
  logical: number | null,
  physical: number | null,
): DriveIdentity["sectorBytes"] {
  const isSize = (bytes: number | null): bytes is number =>
    bytes !== null && Number.isInteger(bytes) && bytes >= 512 && bytes <= 65_536;
  return isSize(logical) && isSize(physical) ? { logical, physical } : null;
}
