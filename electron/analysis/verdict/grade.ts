import { isPowerCutReport } from "#contract/report";
import type { Verdict } from "#contract/verdict";
import type { Facts } from "../facts/facts";
import type { AnyFinding, FindingCode } from "../facts/finding";
import { causeOf } from "./glance/cause";
import { slownessOf } from "./glance/signs";
import type { Saved } from "./saved";

/**
 * poor     there is a bad finding;
 * unknown  no safe save was measured, or only at a pace that the person chose, or whether saved
 *          data is safe is not known;
 * good     the first page says "Good." without a but: the list of inspections must not warn where
 *          the verdict did not;
 * fair     everything between: slow, in doubt, or ended early.
 * The grade ignores how the drive was sold, which concerns the seller.
 *
 * A plug test measures no speed, so the results of its power cuts alone decide its grade.
 */
export function gradeOf(
  facts: Facts,
  saved: Saved,
  drafts: readonly AnyFinding[],
): Verdict["grade"] {
  const has = (severity: AnyFinding["severity"]) =>
    drafts.some((draft) => draft.severity === severity && !ofAge.has(draft.code));
  if (has("bad")) {
    return "poor";
  }
  if (isPowerCutReport(facts.report)) {
    // Only "yes" with evidence counts as good.
    return saved.state === "not-known" ? "unknown" : saved.severity === "good" ? "good" : "fair";
  }
  if (facts.speed === null || saved.state === "not-known") {
    return "unknown";
  }
  const found = {
    ...facts.report,
    verdict: { findings: drafts.filter(({ code }) => !ofAge.has(code)) },
  };
  const cause = causeOf(found, facts);
  const isGood = cause === "counted" || cause === "on-their-word";
  return isGood && slownessOf(found) === null ? "good" : "fair";
}

const ofAge: ReadonlySet<string> = new Set<FindingCode>(["drive-used", "drive-heavily-used"]);
