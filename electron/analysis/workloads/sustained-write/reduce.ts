import type { EventOf, Step } from "../../../contract/workloads";
import type { Progress, Reducer, Taken } from "../home";
import { buildSustained } from "./results";
import { LongWriteTrace } from "./trace";

type Event = EventOf<"sustained-write">;

export class SustainedReducer implements Reducer<Event> {
  private readonly trace = new LongWriteTrace();
  private write: Event | null = null;

  take(event: Event): Taken {
    this.write = event;
    return { endedWithBytes: event.counts?.bytes ?? 0 };
  }

  takeProgress(_step: Step, progress: Progress): void {
    this.trace.take(progress);
  }

  results() {
    return { sustained: this.write && buildSustained(this.write) };
  }

  live() {
    return { ...this.results(), longWrite: this.trace.marks };
  }
}
