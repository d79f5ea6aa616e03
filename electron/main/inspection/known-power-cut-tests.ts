import { sayer } from "#analysis/say";
import type { PowerCutTest } from "#contract/power-cut/report";
import type { ReportWarning } from "#contract/report";
import { warningInWords } from "#text/in-words";
import type { statements } from "#text/inspection/warnings";

/** Plug tests that are known of a drive. */
export interface KnownPowerCutTests {
  readonly tests: readonly PowerCutTest[];
  /** False when something in the history could not be read that may hold one more. */
  readonly isComplete: boolean;
}

/** Nothing is known: the command line keeps no history. */
export const noPowerCutTests: KnownPowerCutTests = { tests: [], isComplete: true };

/** What a report must say where the history could not be read as a whole. */
export function historyWarnings({ isComplete }: KnownPowerCutTests): ReportWarning[] {
  const said = sayer<typeof statements>()("history-incomplete");
  return isComplete ? [] : [warningInWords(said.code, [said])];
}
