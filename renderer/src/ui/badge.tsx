import type { Verdict } from "../../../electron/contract/report";
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
