import { isPowerCutReport } from "#contract/report";
import type { Verdict } from "#contract/verdict";
import type { Facts } from "../facts/facts";
import type { AnyFinding, FindingCode } from "../facts/finding";
import type { Saved } from "./saved";

/**
 * poor     there is a bad finding;
 * unknown  no safe save was measured, or only at a pace that the person chose, or whether saved
 *          data is safe is not known;
 * good     measured and compared to the end, "saved" means saved with evidence for it, safe saves are as fast as
 *          on a good laptop SSD, and no finding calls for caution;
 * fair     everything between: slower, or safe only when the program insists, or by promise only.
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
  if (saved.state === "no" || has("bad")) {
    return "poor";
  }
  if (isPowerCutReport(facts.report)) {
    return saved.state === "not-known" ? "unknown" : isWell(saved) ? "good" : "fair";
  }
  if (facts.speed === null || saved.state === "not-known") {
    return "unknown";
  }
  const isFast = ["good-ssd", "server"].includes(facts.speed.id);
  // A run with a failed test is partial, too.
  const isWhole = !facts.report.partial && !drafts.some(({ code }) => code === "not-verified");
  return isFast && isWell(saved) && isWhole && !has("caution") ? "good" : "fair";
}

const ofAge: ReadonlySet<string> = new Set<FindingCode>(["drive-used", "drive-heavily-used"]);

/** Only "yes" with evidence counts as good. */
function isWell({ severity }: Saved): boolean {
  return severity === "good";
}
