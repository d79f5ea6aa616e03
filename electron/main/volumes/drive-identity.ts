import { shownText } from "#contract/shown-text";
import type { DriveIdentity } from "#contract/volume";

/**
 * Longest text of a drive, in characters: NVMe allows 40 for a model, USB 126 for any text; longer
 * text is garbage.
 */
const longestFact = 126;

/** A text that the drive reports, without padding and characters that must not be shown. */
export function driveText(text: string | null | undefined): string | null {
  return shownText(text ?? "", longestFact) || null;
}

/** GT/s of one lane for each PCI Express generation, counted from 1. */
const gigatransfers: readonly number[] = [2.5, 5, 8, 16, 32, 64];

/** The rate of one lane in GT/s; `null` for an unknown PCI Express generation, counted from 1. */
export function pcieGigatransfers(generation: number | null): number | null {
  return generation === null ? null : (gigatransfers[generation - 1] ?? null);
}

interface PcieReading {
  readonly gigatransfersPerSecond: number | null;
  readonly lanes: number | null;
}

/**
 * The drive's link; `null` unless speed and width are known. `most` is `null` if the system does
 * not report the drive's highest speed.
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

/** The sector sizes; `null` unless both are plausible, from 512 bytes to 64 KiB. */
export function sectorsOf(
  logical: number | null,
  physical: number | null,
): DriveIdentity["sectorBytes"] {
  const isSize = (bytes: number | null): bytes is number =>
    bytes !== null && Number.isInteger(bytes) && bytes >= 512 && bytes <= 65_536;
  return isSize(logical) && isSize(physical) ? { logical, physical } : null;
}
