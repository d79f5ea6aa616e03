import type { EventOf, Step } from "../../../contract/workloads";
import type { CapacityCounts, CapacityMark } from "../../../contract/workloads/capacity";
import type { Progress, Reducer, Taken } from "../home";
import { LongWriteTrace } from "../sustained-write/trace";
import { buildCapacity, type Parts } from "./results";

type Event = EventOf<"capacity">;

export class CapacityReducer implements Reducer<Event> {
  private readonly writing = new LongWriteTrace();
  private readonly reading = new LongWriteTrace();
  private totalBytes: number | null = null;
  private parts: Parts = {};
  private freeBytes = 0;

  take({ part, counts, freeBytes, targetBytes }: Event): Taken {
    this.parts = { ...this.parts, [part]: counts };
    this.freeBytes = freeBytes;
    this.totalBytes = targetBytes;
    return { endedWithBytes: part === "fill" || part === "rewrite" ? counts.bytes : 0 };
  }

  takeProgress(step: Step, { bytes, elapsedNs, totalBytes }: Progress): void {
    const mark: CapacityMark = { bytes, elapsedNs };
    if (step.kind !== "capacity") {
      return;
    }
    if (step.part === "fill") {
      this.totalBytes = totalBytes;
      this.writing.take(mark);
    } else if (step.part === "read") {
      this.reading.take(mark);
    }
  }

  results() {
    const fill: CapacityCounts | undefined = this.parts.fill;
    const capacity =
      fill === undefined
        ? null
        : buildCapacity({ ...this.parts, fill }, this.freeBytes, this.totalBytes ?? 0);
    return { capacity };
  }

  live() {
    return {
      ...this.results(),
      capacityBytes: this.totalBytes,
      capacityWriting: this.writing.marks,
      capacityReading: this.reading.marks,
    };
  }
}
