import type { OperatingSystem } from "../contract/flush-mode";
import type { RunPlan } from "../contract/run-plan";
import type { DriveKind } from "../contract/volume";
import { addEffort, type Effort, noEffort } from "./effort";
import { homeOf } from "./workloads";

/**
 * What a run will take, shown before it starts. The rates are assumptions about an ordinary laptop
 * drive; the bytes really written are counted and reported afterwards.
 */

/**
 * Time and bytes of the plan's workloads on an ordinary drive. The modes are those the plan names, or
 * all that the system has; `modeCount` is how many of them the folder offers, if that is known.
 */
export function estimateRun(plan: RunPlan, os: OperatingSystem, modeCount?: number): Effort {
  const { durationNs, bytes } = plan.tests
    .map((id) => homeOf(id).estimate(plan.workloads[id], { os, modeCount }))
    .reduce(addEffort, noEffort);
  return { durationNs: Math.round(durationNs), bytes: Math.round(bytes) };
}

/**
 * Full writes of its capacity that a consumer SSD is rated for at the least: makers rate current
 * 1 TB drives at 300 TBW (simple) to 600 TBW (the common class). It is a class and not this
 * drive's own rating, which no system tells; the low end makes the share look larger, not smaller.
 */
export const ratedFullWrites = 300;

/**
 * Share (0 to 1) of the endurance such a drive is rated for. `null` for drives without a rating of
 * this kind (hard disks, sticks, cards, virtual drives) and where the size is not known. The size
 * may be that of a volume on a larger drive; the share is then too large, never too small.
 */
export function enduranceShare(
  bytes: number,
  drive: { readonly totalBytes: number | null; readonly kind: DriveKind },
): number | null {
  if ((drive.kind !== "nvme" && drive.kind !== "sata-ssd") || !drive.totalBytes) {
    return null;
  }
  return bytes / (drive.totalBytes * ratedFullWrites);
}
