import type { Verdict } from "../../../electron/contract/verdict";
import { gradeSeverity, gradeWords } from "./severity";
import { SeveritySymbol } from "./symbols";

export function GradeBadge({ grade }: { grade: Verdict["grade"] }) {
  const severity = gradeSeverity[grade];
  return (
    <span className={`badge tone-${severity}`}>
      <SeveritySymbol severity={severity} size={16} />
      {gradeWords[grade]}
    </span>
  );
}
