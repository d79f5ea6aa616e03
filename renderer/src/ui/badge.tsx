import type { Verdict } from "#contract/verdict";
import { gradeNames } from "#text/names";
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
