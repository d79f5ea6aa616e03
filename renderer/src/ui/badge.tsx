import type { Verdict } from "../../../electron/contract/verdict";
import { gradeNames } from "../../../electron/text/names";
import { gradeSeverity } from "./severity";
import { SeveritySymbol } from "./symbols";

export function GradeBadge({ grade }: { grade: Verdict["grade"] }) {
  const severity = gradeSeverity[grade];
  return (
    <span className={`badge tone-${severity}`}>
      <SeveritySymbol severity={severity} size={16} />
      {gradeNames[grade]()}
    </span>
  );
}
