import published from "#assets/reference-bands.json";
import type { Report } from "#contract/report";
import type { LongRead } from "../../facts/told";
import { machineOf } from "../../guarantee";

/**
 * Limits of slow and fast for one kind of drive (assets/reference-bands.json). A band exists only
 * if at least three publishers measured the quantity on this kind of drive and system.
 */
export interface Band {
  readonly id: string;
  readonly slowBelow: number;
  readonly fastAbove: number;
  /** Ids of the entries in `bandSources`. */
  readonly sources: readonly number[];
}

export interface Standing {
  readonly band: Band;
  readonly third: "slow" | "normal" | "fast";
  /** Position of the needle on the strip of three thirds, 0 to 1. */
  readonly at: number;
}

export const bandSources = published.sources;
export const bands: readonly Band[] = published.bands;

/**
 * The rate of sequential reads compared with published drives of this kind; `null` if none are
 * published or the rate is not comparable.
 */
export function readingStanding({ volume, host }: Report, read: LongRead): Standing | null {
  const { drive } = volume;
  const { requests, blockBytes, bytesPerSecond } = read;
  // The published figures were measured with eight requests of 1 MiB in flight, so the rates of
  // other reads, or in a virtual machine, do not compare with them.
  if (machineOf(host) !== null || requests !== 8 || blockBytes !== 2 ** 20) {
    return null;
  }
  if (bytesPerSecond > carriedBy(drive.link)) {
    return null; // A faster rate than the link carries was answered by a cache.
  }
  if (drive.kind === "sata-ssd" && drive.link?.type === "sata") {
    const standing =
      drive.link.gigabitsPerSecond === 6
        ? standingIn("sata-ssd-sequential-read", bytesPerSecond)
        : null;
    // The published drives were not encrypted; decryption may limit this rate, so it is not called
    // slow.
    return standing?.third === "slow" && volume.encryption !== "none" ? null : standing;
  }
  if (drive.kind === "nvme" && isPcie4(drive)) {
    const standing = standingIn("nvme-pcie4-sequential-read", bytesPerSecond);
    // The published figures are those of the makers' best models, so a slower drive may be a sound,
    // plainer one.
    return standing?.third === "slow" ? null : standing;
  }
  return null;
}

/** Upper bound of the bytes per second that the link carries. */
function carriedBy(link: Report["volume"]["drive"]["link"]): number {
  switch (link?.type) {
    case "sata":
      // 8b/10b encoding: ten bits on the wire for each byte.
      return (link.gigabitsPerSecond * 1e9) / 10;
    case "pcie":
      // 128b/130b encoding, from PCI Express 3.0 on.
      return ((link.gigatransfersPerSecond * 1e9 * link.lanes) / 8) * (128 / 130);
    default:
      return Infinity;
  }
}

/** Whether drive and slot both use four lanes of PCI Express 4.0. */
function isPcie4({ link }: Report["volume"]["drive"]): boolean {
  if (link?.type !== "pcie" || link.most === null) {
    return false;
  }
  return [link, link.most].every((one) => one.gigatransfersPerSecond === 16 && one.lanes === 4);
}

/** The rates of similar drives are close, so relative differences below this do not count. */
const tolerance = 0.05;
/** Least distance of the needle from the borders of its third, as a share of the whole strip. */
const margin = 0.04;

function standingIn(id: string, bytesPerSecond: number): Standing | null {
  const band = bands.find((one) => one.id === id);
  if (band === undefined) {
    return null;
  }
  const slow = band.slowBelow * (1 - tolerance);
  const fast = band.fastAbove * (1 + tolerance);
  const third = bytesPerSecond < slow ? "slow" : bytesPerSecond > fast ? "fast" : "normal";
  const low = third === "slow" ? 0 : third === "normal" ? slow : fast;
  const high = third === "slow" ? slow : third === "normal" ? fast : 2 * fast;
  const within = Math.min(1, Math.max(0, (bytesPerSecond - low) / (high - low)));
  const begin = { slow: 0, normal: 1, fast: 2 }[third] / 3;
  return { band, third, at: begin + margin + within * (1 / 3 - 2 * margin) };
}
