import { sayer } from "#analysis/say";
import type { PowerCutTest } from "#contract/power-cut/test";
import type { ReportWarning } from "#contract/report";
import { warningInWords } from "#text/in-words";
import type { statements } from "#text/inspection/warnings";

export interface KnownPowerCutTests {
  readonly tests: readonly PowerCutTest[];
  /** Whether all tests are known; false if an unreadable history entry may hold another one. */
  readonly isComplete: boolean;
}

/** No plug tests, as on the command line, which has no history. */
export const noPowerCutTests: KnownPowerCutTests = { tests: [], isComplete: true };

/** The report's warning if part of the history could not be read. */
export function historyWarnings({ isComplete }: KnownPowerCutTests): ReportWarning[] {
  const said = sayer<typeof statements>()("history-incomplete");
  return isComplete ? [] : [warningInWords(said.code, [said])];
}
