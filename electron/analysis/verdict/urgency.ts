import { runToEnd } from "../facts/advice";
import type { AnyFinding } from "../facts/finding";
import { paragraph } from "../say";

/** Whether the finding advises to copy the files now. */
function isRescue({ todo }: AnyFinding): boolean {
  return paragraph(todo).some(({ code }) => code.startsWith("advice.rescue"));
}

/**
 * If a finding says to copy files now, leaves out advice that delays it: an inspection for better
 * figures writes to a failing drive, and a wait before a large copy may cost the copy. `measured`:
 * the findings about figures.
 */
export function withoutDelays(
  drafts: readonly AnyFinding[],
  measured: readonly AnyFinding[],
): AnyFinding[] {
  const isUrgent = drafts.some(isRescue);
  const delays = (draft: AnyFinding) =>
    draft.todo === runToEnd || (draft.severity !== "bad" && measured.includes(draft));
  return drafts.map((draft) => (isUrgent && delays(draft) ? { ...draft, todo: null } : draft));
}
