import type { Verdict } from "../../contract/report";
import { speedClass } from "../reference-drives";
import type { Facts } from "./facts";
import type { FindingDraft } from "./finding";
import type { Saved } from "./saved";

/**
 * poor     something is wrong: there is a finding that is bad;
 * unknown  no safe save was measured, or whether saved data is safe is not known;
 * good     measured to the end, "saved" means saved with evidence seen for it, safe saves are as
 *          fast as on a good laptop SSD, and no finding calls for caution;
 * fair     everything between: slower, or safe only when the program insists, or by promise only.
 */
export function gradeOf(
  facts: Facts,
  saved: Saved,
  drafts: readonly FindingDraft[],
): Verdict["grade"] {
  const has = (severity: FindingDraft["severity"]) =>
    drafts.some((draft) => draft.severity === severity);
  if (saved.state === "no" || has("bad")) {
    return "poor";
  }
  if (facts.safe === null || saved.state === "not-known") {
    return "unknown";
  }
  const isFast = ["good-ssd", "server"].includes(speedClass(facts.safe.iops).id);
  const isProven = saved.state === "yes" && saved.severity === "good";
  return isFast && isProven && !facts.report.partial && !has("caution") ? "good" : "fair";
}
