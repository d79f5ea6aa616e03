import type { DriveKind } from "#contract/volume";

/**
 * Endurance ratings of consumer SSDs in full drive writes, by class: 200 with four bits to a cell
 * (Intel 660p 1 TB: 200 TBW; AnandTech, "The Intel SSD 660p"), 600 with three (Samsung 980 and 980
 * PRO, Crucial T700, all sizes; their makers' specifications, 2020 to 2023). No operating system
 * reports a drive's class or rating.
 */
export const ratedFullWrites = { least: 200, usual: 600 } as const;

/**
 * Upper bound of the share of the rated endurance that `bytes` uses up; 1 is all of it. `null` for
 * drives without such a rating (hard disks, sticks, cards, virtual drives) and if the size is not
 * known. An upper bound, because `totalBytes` may be one volume of a larger drive, and the drive may
 * be of a class with a higher rating.
 */
export function enduranceShare(
  bytes: number,
  drive: { readonly totalBytes: number | null; readonly kind: DriveKind },
  fullWrites: number = ratedFullWrites.least,
): number | null {
  if ((drive.kind !== "nvme" && drive.kind !== "sata-ssd") || !drive.totalBytes) {
    return null;
  }
  return bytes / (drive.totalBytes * fullWrites);
}
