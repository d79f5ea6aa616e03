import type { Facts } from "../facts/facts";
import type { AnswerDraft, AnyFinding, FindingCode } from "../facts/finding";

/** Findings so severe that nothing beside them may sound like praise of the drive. */
const fatal: ReadonlySet<string> = new Set<FindingCode>([
  ...(["data-differs", "drive-error", "mode-failed", "holds-less"] as const),
  ...(["power-cut-lost", "health-failing"] as const),
]);

export function isFatal(drafts: readonly AnyFinding[], { losses }: Pick<Facts, "losses">): boolean {
  return (
    losses.length > 0 ||
    drafts.some(
      ({ code, severity }) =>
        fatal.has(code) || (code === "other-saves-unflushed" && severity === "bad"),
    )
  );
}

/** The items with "good" lowered to "info": still true, but without approval. */
export function soberly<Item extends AnyFinding | AnswerDraft>(items: readonly Item[]): Item[] {
  return items.map((item) => (item.severity === "good" ? { ...item, severity: "info" } : item));
}
