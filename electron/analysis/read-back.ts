import type { Verification } from "#contract/report";

/**
 * Share of the bytes read back that the disks must have delivered; a tenth may be the file system's
 * metadata. Other programs' reads add to the counters, so only a smaller share is conclusive.
 */
const enoughShare = 0.9;

/**
 * What returned the data, by the disks' counters: `drive` if they delivered enough, `elsewhere` if
 * a cache answered; `not-known` without counters.
 */
export function readBackFrom({
  aroundCache,
  bytesRead,
  deviceReadBytes,
}: Pick<Verification, "aroundCache" | "bytesRead" | "deviceReadBytes">):
  | "drive"
  | "elsewhere"
  | "not-known" {
  // If the system's own cache answered, the counted reads are other programs'.
  if (!aroundCache || !bytesRead || deviceReadBytes === null) {
    return "not-known";
  }
  return deviceReadBytes >= enoughShare * bytesRead ? "drive" : "elsewhere";
}

/**
 * How much of the data read back the drive delivered, as far as known; 0 if metadata and other
 * programs alone may explain it.
 */
export function bytesFromDrive(bytesRead: number, deviceReadBytes: number | null): number {
  const delivered = Math.min(bytesRead, deviceReadBytes ?? bytesRead);
  return delivered < Math.round(bytesRead * (1 - enoughShare)) ? 0 : delivered;
}
