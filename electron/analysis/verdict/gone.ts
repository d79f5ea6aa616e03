import type { UnjudgedReport } from "../facts/facts";
import type { AnyFinding } from "../facts/finding";

/** Findings on a drive that was removed during the run: its figures are stored but not judged. */

export function isGone({ error }: UnjudgedReport): boolean {
  return error?.code === "volume-gone";
}

/**
 * Findings that hold for a removed drive: errors, what kind of storage holds the data, earlier plug
 * tests, and faults that the drive itself reported.
 */
const said: ReadonlySet<string> = new Set([
  ...(["volume-gone", "data-differs", "commits-lost", "not-verified", "test-failed"] as const),
  ...(["capacity-false", "capacity-false-or-damaged"] as const),
  ...(["capacity-damaged", "capacity-old-files"] as const),
  ...(["power-cut-lost", "power-cut-kept", "power-cut-not-proven"] as const),
  ...(["memory-file-system", "syncs-dropped", "barriers-off", "zfs-sync-unseen"] as const),
  ...(["health-failing", "health-care", "health-noted"] as const),
  ...(["place-unknown", "network-drive", "virtual-drive", "on-battery"] as const),
]);

export function withoutGone(drafts: AnyFinding[], report: UnjudgedReport): AnyFinding[] {
  return isGone(report) ? drafts.filter(({ code }) => said.has(code)) : drafts;
}
