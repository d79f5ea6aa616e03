import type { LiveState } from "#contract/live-state";
import { messages } from "../messages";
import type { Tellings } from "../telling";

/** The number of the current step, and how many there are. */
interface Place {
  readonly step: number;
  readonly steps: number;
}

/** A workload's texts that other modules need; `<id>.ts` exports them. */
export interface Home {
  /** The running measurement in a few words for a terminal; `place`: its number of how many. */
  progress(place: Place, live: LiveState): string;
  /** What the workload tests, within a sentence: "the speed of reading". */
  subject(): string;
  /** The method in a sentence or two, for the short paper report. */
  briefMethod(): string;
  /** Messages if the drive was removed or its folder moved during the test. */
  readonly absence: { removed(): string; moved(): string };
  /** A warning before the workload runs on a drive with files on it. */
  onUsedDrive?(usedBytes: number | null): string;
  /** The workload's statements in the verdict. */
  readonly statements?: Tellings;
}

/** Makes a workload's `absence` messages; `when`: such as "during the test of reading". */
export function absenceMessages<const When extends string>(when: When) {
  return messages({
    removed: `The volume was removed or unmounted ${when}; nothing is said about it.`,
    moved: `The folder was removed, moved or covered by another ${when}; that is no sign of a fault.`,
  });
}
