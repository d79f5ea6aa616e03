import type { UnjudgedReport } from "../facts/facts";
import type { AnyFinding } from "../facts/finding";

/** What may be said of a drive that was removed: its figures are kept, and nothing is made of them. */

export function isGone({ error }: UnjudgedReport): boolean {
  return error?.code === "volume-gone";
}

/** What went wrong, where the data is kept, and what plug tests have shown before. */
const said: ReadonlySet<string> = new Set([
  ...(["volume-gone", "data-differs", "commits-lost", "not-verified", "test-failed"] as const),
  ...(["capacity-false", "capacity-false-or-damaged"] as const),
  ...(["capacity-damaged", "capacity-old-files"] as const),
  ...(["power-cut-lost", "power-cut-kept", "power-cut-not-proven"] as const),
  ...(["memory-file-system", "syncs-dropped", "barriers-off", "zfs-sync-unseen"] as const),
  ...(["place-unknown", "network-drive", "virtual-drive", "on-battery"] as const),
]);

export function withoutGone(drafts: AnyFinding[], report: UnjudgedReport): AnyFinding[] {
  return isGone(report) ? drafts.filter(({ code }) => said.has(code)) : drafts;
}
