import type { Verification } from "#contract/report";

/**
 * Share of what was read back that the disks must have delivered. Read around every memory it would
 * be all of it; a tenth is left for what a file system keeps in its own structures. Other programs'
 * reads only add to the counters, so that less than this is certain, and more is believed.
 */
const enoughShare = 0.9;

/**
 * Whether the drive itself gave the data back: `drive` by the counters of the disks; `elsewhere`
 * where those show that something on the way had it in memory; `not-known` where there are none.
 */
export function readBackFrom({
  aroundCache,
  bytesRead,
  deviceReadBytes,
}: Pick<Verification, "aroundCache" | "bytesRead" | "deviceReadBytes">):
  | "drive"
  | "elsewhere"
  | "not-known" {
  // Where the system's own cache answered, what the disks delivered meanwhile was for others.
  if (!aroundCache || !bytesRead || deviceReadBytes === null) {
    return "not-known";
  }
  return deviceReadBytes >= enoughShare * bytesRead ? "drive" : "elsewhere";
}
