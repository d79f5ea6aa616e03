import data from "../../assets/reference-drives.json";
import type { FlushModeId } from "../contract/flush-mode";
import type { DriveKind } from "../contract/volume";

/**
 * Published figures of durable writes by one writer, each with the place it was published. They
 * are other people's measurements on other machines: good for an order of magnitude, no more.
 */

export interface ReferenceFigure {
  readonly mode: FlushModeId;
  readonly iops: number;
}

/** `mode` and `iops` are the drive's figure for saves that survive a loss of power. */
export interface ReferenceDrive extends ReferenceFigure {
  readonly id: string;
  readonly name: string;
  /** For a tick on an axis. */
  readonly short: string;
  readonly kind: DriveKind;
  /** Size of one write; `null` where the source does not say. */
  readonly blockBytes: number | null;
  readonly otherFigures: readonly ReferenceFigure[];
  readonly sourceName: string;
  readonly sourceUrl: string;
  readonly note?: string;
}

// The file's text carries no literal types; a test parses it against this interface.
export const referenceDrives = data as readonly ReferenceDrive[];

/** The reference whose figure is nearest on a logarithmic scale; `null` for a rate of 0. */
export function nearestReference(iops: number): ReferenceDrive | null {
  if (!(iops > 0)) {
    return null;
  }
  let nearest: ReferenceDrive | null = null;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const reference of referenceDrives) {
    const distance = Math.abs(Math.log(reference.iops / iops));
    if (distance < nearestDistance) {
      nearest = reference;
      nearestDistance = distance;
    }
  }
  return nearest;
}

export const speedClassIds = ["hard-disk", "slow-ssd", "good-ssd", "server"] as const;
export type SpeedClassId = (typeof speedClassIds)[number];

export interface SpeedClass {
  readonly id: SpeedClassId;
  /** Completes "that is …" or "works …": what such a rate is like. */
  readonly words: string;
  /** Safe saves a second from which on the class begins. */
  readonly fromIops: number;
}

/**
 * A 7 200 rpm disk turns 120 times a second and can rewrite one place no oftener, so 130 leaves
 * a tenth for rounding; the published hard disk (82) and the Macs (41 to 53) lie below.
 */
export const hardDiskCeilingIops = 130;

/** Ascending; the thresholds lie in the gaps between the published figures. */
export const speedClasses: readonly SpeedClass[] = [
  { id: "hard-disk", words: "like a hard disk", fromIops: 0 },
  // 860 EVO 143, USB stick 223, cloud disk 440, 990 PRO on XFS 609.
  { id: "slow-ssd", words: "like a slow laptop SSD", fromIops: hardDiskCeilingIops },
  // Cloud local SSD 780, 970 EVO 947, MP600 1 436, SanDisk Ultra II 1 548, SN550 2 000.
  { id: "good-ssd", words: "like a good laptop SSD", fromIops: 700 },
  // No published laptop drive comes near; Optane, which needs no flush, reaches 33 763.
  {
    id: "server",
    words: "like a server drive with power-loss protection",
    fromIops: 5000,
  },
];

/**
 * What a rate of safe saves a second compares with. A comparison of speed only: it says nothing
 * about whether the data was safe, nor what kind of drive this is.
 */
export function speedClass(iops: number): SpeedClass {
  let found = speedClasses[0] as SpeedClass;
  for (const candidate of speedClasses) {
    if (iops >= candidate.fromIops) {
      found = candidate;
    }
  }
  return found;
}
