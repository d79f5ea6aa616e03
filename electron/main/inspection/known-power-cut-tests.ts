import { sayer } from "#analysis/say";
import type { PowerCutTest } from "#contract/power-cut/test";
import type { ReportWarning } from "#contract/report";
import { warningInWords } from "#text/in-words";
import type { statements } from "#text/inspection/warnings";

export interface KnownPowerCutTests {
  readonly tests: readonly PowerCutTest[];
  /** False if an unreadable history entry may hold another test. */
  readonly isComplete: boolean;
}

/** The command line has no history. */
export const noPowerCutTests: KnownPowerCutTests = { tests: [], isComplete: true };

/** The report's warning if part of the history could not be read. */
export function historyWarnings({ isComplete }: KnownPowerCutTests): ReportWarning[] {
  const said = sayer<typeof statements>()("history-incomplete");
  return isComplete ? [] : [warningInWords(said.code, [said])];
}
