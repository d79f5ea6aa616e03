import type { ProgressMark } from "#contract/measures";
import type { CapacityCounts } from "#contract/workloads/capacity";
import type { EventOf, Step } from "#contract/workloads/index";
import { ProgressTrace } from "../../progress-trace";
import type { Progress, Reducer, Taken } from "../home";
import { buildCapacity, type Surroundings } from "./results";
import type { Parts } from "./untested";

type Event = EventOf<"capacity">;

export class CapacityReducer implements Reducer<Event> {
  private readonly writing = new ProgressTrace();
  private readonly reading = new ProgressTrace();
  private totalBytes: number | null = null;
  private parts: Parts = {};
  private around: Surroundings | null = null;

  take({ part, counts, type: _type, ...around }: Event): Taken {
    this.parts = { ...this.parts, [part]: counts };
    this.around = around;
    this.totalBytes = around.targetBytes;
    return { endedWithBytes: part === "fill" || part === "rewrite" ? counts.bytes : 0 };
  }

  takeProgress(step: Step, { bytes, elapsedNs, totalBytes }: Progress): void {
    const mark: ProgressMark = { bytes, elapsedNs };
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
      fill === undefined || this.around === null
        ? null
        : buildCapacity({ ...this.parts, fill }, this.around);
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
