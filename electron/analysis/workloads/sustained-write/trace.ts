import type { LongWriteMark } from "#contract/workloads/sustained-write";

const maxMarks = 240;
const leastNs = 500e6;

/**
 * How the long write went so far, for the window: a mark every half second. When there are too many,
 * every second one is dropped and the distance doubles, so that an hour needs no more room.
 */
export class LongWriteTrace {
  private list: readonly LongWriteMark[] = [];
  private distanceNs = leastNs;

  /** Oldest first. */
  get marks(): readonly LongWriteMark[] {
    return this.list;
  }

  /** `bytes` and `elapsedNs` count from the beginning of the write. */
  take({ bytes, elapsedNs }: LongWriteMark): void {
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
