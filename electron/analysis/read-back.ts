import type { Verification } from "#contract/report";

/**
 * Share of the bytes read back that the disks must have delivered. Uncached reads would make it 1;
 * a tenth is allowed for the file system's metadata. Other programs' reads only add to the
 * counters, so a smaller share is conclusive and a larger one is not.
 */
const enoughShare = 0.9;

/**
 * Whether the drive itself returned the data. By the disks' counters, `drive` if they delivered
 * enough and `elsewhere` if a cache on the way answered; `not-known` without counters.
 */
export function readBackFrom({
  aroundCache,
  bytesRead,
  deviceReadBytes,
}: Pick<Verification, "aroundCache" | "bytesRead" | "deviceReadBytes">):
  | "drive"
  | "elsewhere"
  | "not-known" {
  // If the system's own cache answered, the counted reads are those of other programs and show
  // nothing.
  if (!aroundCache || !bytesRead || deviceReadBytes === null) {
    return "not-known";
  }
  return deviceReadBytes >= enoughShare * bytesRead ? "drive" : "elsewhere";
}

/**
 * How much of what was read back the drive itself delivered, as far as known. An amount below the
 * share allowed for metadata counts as 0, because metadata and other programs alone may explain it.
 */
export function bytesFromDrive(bytesRead: number, deviceReadBytes: number | null): number {
  const delivered = Math.min(bytesRead, deviceReadBytes ?? bytesRead);
  return delivered < Math.round(bytesRead * (1 - enoughShare)) ? 0 : delivered;
}
