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

  takeProgress(step: Step, progress: Progress): void {
    const part = step.kind === "capacity" ? step.part : null;
    if (part === "fill") {
      this.totalBytes = progress.totalBytes;
      this.writing.take(progress);
    } else if (part === "read") {
      this.reading.take(progress);
    }
  }

  results() {
    const { parts, around } = this;
    const { fill } = parts;
    return { capacity: fill && around ? buildCapacity({ ...parts, fill }, around) : null };
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
