import type { Finding, Verdict } from "#contract/verdict";

export type Severity = Finding["severity"];

/** The tone of each grade; "not known" is a legitimate answer and no alarm. */
export const gradeSeverity: Readonly<Record<Verdict["grade"], Severity>> = {
  good: "good",
  fair: "caution",
  poor: "bad",
  unknown: "info",
};
