import type { ProgressMark } from "#contract/measures";

const maxMarks = 240;
const leastNs = 500e6;

/**
 * Samples of a long measurement's progress, one every half second. At `maxMarks` samples every
 * second one is dropped and the interval doubles, so that a longer measurement needs no more
 * memory.
 */
export class ProgressTrace {
  private list: readonly ProgressMark[] = [];
  private distanceNs = leastNs;

  /** The samples, oldest first. */
  get marks(): readonly ProgressMark[] {
    return this.list;
  }

  /** `bytes` and `elapsedNs` count from the beginning of the measurement. */
  take({ bytes, elapsedNs }: ProgressMark): void {
    const last = this.list[this.list.length - 1];
    if (elapsedNs - (last?.elapsedNs ?? 0) < this.distanceNs) {
      return;
    }
    this.list = [...this.list, { bytes, elapsedNs }];
    if (this.list.length >= maxMarks) {
      this.list = this.list.filter((_, index) => index % 2 === 1);
      this.distanceNs *= 2;
    }
  }
}
