import type { AnswerDraft, FindingCode, FindingDraft } from "../facts/finding";

/** What went so wrong that nothing beside it may look like praise of the drive. */
const fatal: ReadonlySet<FindingCode> = new Set([
  ...(["data-differs", "drive-error", "mode-failed", "holds-less"] as const),
  ...(["capacity-false", "capacity-false-or-damaged"] as const),
  ...(["capacity-damaged", "capacity-old-files"] as const),
  ...(["commits-lost", "power-cut-lost", "health-failing"] as const),
]);

export function isFatal(drafts: readonly FindingDraft[]): boolean {
  return drafts.some(({ code }) => fatal.has(code));
}

/** The same, said without approval: it stays true, and does not comfort. */
export function soberly<Item extends FindingDraft | AnswerDraft>(items: readonly Item[]): Item[] {
  return items.map((item) => (item.severity === "good" ? { ...item, severity: "info" } : item));
}
