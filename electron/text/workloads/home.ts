import type { LiveState } from "#contract/live-state";
import type { Reason, Statement } from "#contract/statement";
import type { WorkloadResults } from "#contract/workloads/index";
import type { Tellings } from "../telling";

/** What every workload brings to the room of text; `<id>.ts` exports it beside its other texts. */
export interface Home {
  /** What is measured now, in a few words for a terminal. */
  progress(live: LiveState): string;
  /** What it tests, within a sentence: "the speed of reading". */
  subject(): string;
  /** How it is measured, where the paper has room for no more. */
  briefMethod(): string;
  /** What is said when the drive or its folder went away during it. */
  readonly absence: { removed(): string; moved(): string };
  /** What a person must know before it runs on a drive with files on it. */
  onUsedDrive?(usedBytes: number | null): string;
  /** Its fields of the report with what analysis left in codes in words. */
  inWords?(report: WorkloadResults, teller: Teller): Partial<WorkloadResults>;
  /** What the verdict says of it. */
  readonly statements?: Tellings;
}

/** Handed in, because who can tell every statement knows every workload. */
export interface Teller {
  tell(statement: Statement): string;
  reasonInWords<Result extends Reason>(result: Result): Result;
}

/** How far a workload of many steps is. */
export function stepOf({ stepsDone, stepsTotal }: LiveState): { step: number; steps: number } {
  return { step: Math.min(stepsDone + 1, stepsTotal), steps: stepsTotal };
}
