import type { DriveKind } from "#contract/volume";

/**
 * Full writes of their capacity that makers rate consumer SSDs for, by class: 200 with four bits to a
 * cell (Intel 660p 1 TB: 200 TBW; AnandTech, "The Intel SSD 660p"), 600 with three (Samsung 980 and
 * 980 PRO, Crucial T700, all sizes; their makers' specifications, 2020 to 2023). No system tells which
 * class a drive is of, nor its own rating.
 */
export const ratedFullWrites = { least: 200, usual: 600 } as const;

/**
 * Share (0 to 1) of the endurance such a drive is rated for. `null` for drives without a rating of
 * this kind (hard disks, sticks, cards, virtual drives) and where the size is not known. The size
 * may be that of a volume on a larger drive; the share is then too large, never too small, as it is
 * where the drive is not of the class with the least endurance.
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
