import data from "#assets/reference-drives.json";
import type { FlushModeId } from "#contract/flush-mode";
import type { DriveKind } from "#contract/volume";

/**
 * Published figures for durable writes by one writer, made by others on other computers: good for
 * an order of magnitude.
 */

export interface ReferenceFigure {
  readonly mode: FlushModeId;
  readonly iops: number;
}

/** `mode` and `iops` are the drive's figure for saves that survive a power loss. */
export interface ReferenceDrive extends ReferenceFigure {
  readonly id: string;
  readonly name: string;
  readonly kind: DriveKind;
  /** Size of one write; `null` if the source does not say. */
  readonly blockBytes: number | null;
  readonly otherFigures: readonly ReferenceFigure[];
  readonly sourceName: string;
  readonly sourceUrl: string;
  readonly note?: string;
}

// JSON imports carry no literal types; a test parses the file against this interface.
export const referenceDrives = data as readonly ReferenceDrive[];

export interface NearestReference {
  readonly reference: ReferenceDrive;
  readonly figure: ReferenceFigure;
}

/** The nearest reference on a logarithmic scale; `null` for a rate of 0 or without references. */
export function nearestReference(
  iops: number,
  mode: FlushModeId,
  references: readonly ReferenceDrive[] = referenceDrives,
): NearestReference | null {
  if (!(iops > 0)) {
    return null;
  }
  const distance = ({ figure }: NearestReference) => Math.abs(Math.log(figure.iops / iops));
  const [nearest = null] = references
    .map((reference) => ({ reference, figure: comparableFigure(reference, mode) }))
    .sort((one, other) => distance(one) - distance(other));
  return nearest;
}

/**
 * The reference's figure for this mode, else its main one. Plain fsync promises less on macOS than
 * on other systems, so Macs always compare by F_FULLFSYNC.
 */
function comparableFigure(reference: ReferenceDrive, mode: FlushModeId): ReferenceFigure {
  const same = reference.otherFigures.find((figure) => figure.mode === mode);
  return reference.mode === "f_fullfsync" || same === undefined ? reference : same;
}

export type SpeedClassId = "hard-disk" | "slow-ssd" | "good-ssd" | "server";

export interface SpeedClass {
  readonly id: SpeedClassId;
  /** Lower bound of the class in saves a second that store the data alone (fdatasync). */
  readonly fromIops: number;
  /** Lower bound for saves that also store the file's times (fsync), half as fast on many drives. */
  readonly fromWholeFileIops: number;
}

/**
 * The most random blocks that a disk saves in a second, one after the other. After a seek, each
 * waits for its sector, half a turn on average:
 *
 *   saves a second = 1 / (30 s / turns a minute + seek)
 *
 * With 0.5 ms, the seek to a neighbouring track, that is 214 at 7 200 turns; with seeks of 0.7 to 3
 * ms it is 205 to 140. Rewriting one place would cost a whole turn and reach 120, which no test
 * does.
 */
export function randomSavesOfDisk(turnsPerMinute: number): number {
  return 1 / (30 / turnsPerMinute + shortestSeekSeconds);
}

const shortestSeekSeconds = 0.0005;
/** The fastest disks ever sold, because no operating system reports a disk's rotation speed. */
const mostTurnsPerMinute = 15_000;
/** A margin for shorter seeks, and for blocks that happen to reach the head early. */
const ceilingMargin = 1.25;

/** Most saves a second of a disk without a cache: 500. */
export const hardDiskCeilingIops = ceilingMargin * randomSavesOfDisk(mostTurnsPerMinute);

/** From slow to fast; the bounds of the classes lie in the gaps between the published figures. */
export const speedClasses: readonly SpeedClass[] = [
  { id: "hard-disk", fromIops: 0, fromWholeFileIops: 0 },
  // Published saves a second: slower are the hard disk (82) and the Macs (41 to 53); in this class
  // are the 860 EVO (143), a USB stick (223), a cloud disk (440) and the 990 PRO on XFS (609; 177
  // by fsync).
  { id: "slow-ssd", fromIops: 130, fromWholeFileIops: 130 },
  // Published saves a second: cloud local SSD 780, 970 EVO 947, MP600 1 436, SanDisk Ultra II 1 548;
  // by fsync 970 EVO 319, MP600 682, 970 EVO Plus 687, SN550 2 000.
  { id: "good-ssd", fromIops: 700, fromWholeFileIops: 300 },
  // The fastest published laptop drive makes 2 000 saves a second that survive a power cut; Optane,
  // which needs no flush, makes 33 763.
  { id: "server", fromIops: 5000, fromWholeFileIops: 5000 },
];

/** Half of the slowest published figure (21, by fsync): no working disk is slower. */
const slowestDiskIops = 10;
export const slowerThanDisks: SpeedClass = { id: "hard-disk", fromIops: 0, fromWholeFileIops: 0 };

/** Modes that store a file's times with its data, as far as figures for them are published. */
const wholeFileModes: readonly FlushModeId[] = ["fsync", "o_sync"];

/**
 * The class of drives with this rate of safe saves. The class says neither whether the data was
 * safe nor what kind of drive this is.
 */
export function speedClass(iops: number, mode: FlushModeId): SpeedClass {
  if (iops < slowestDiskIops) {
    return slowerThanDisks;
  }
  const isWholeFile = wholeFileModes.includes(mode);
  const reached = speedClasses.filter(
    ({ fromIops, fromWholeFileIops }) => iops >= (isWholeFile ? fromWholeFileIops : fromIops),
  );
  return reached.at(-1) ?? slowerThanDisks;
}

/** The class's name; rates below those of any disk have a separate name. */
export function likenessOf(speed: SpeedClass): SpeedClassId | "slower-than-disks" {
  return speed === slowerThanDisks ? "slower-than-disks" : speed.id;
}
