import type { Finding, Verdict } from "#contract/verdict";

export type Severity = Finding["severity"];

/** The tone a grade is shown in; "not known" is a respectable answer and no alarm. */
export const gradeSeverity: Readonly<Record<Verdict["grade"], Severity>> = {
  good: "good",
  fair: "caution",
  poor: "bad",
  unknown: "info",
};
