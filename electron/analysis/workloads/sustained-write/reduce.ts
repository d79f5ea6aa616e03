import type { EventOf, Step } from "#contract/workloads/index";
import { ProgressTrace } from "../../progress-trace";
import type { Progress, Reducer, Taken } from "../home";
import { buildSustained } from "./results";

type Event = EventOf<"sustained-write">;

export class SustainedReducer implements Reducer<Event> {
  private readonly trace = new ProgressTrace();
  private write: Event | null = null;
  private startNs: number | null = null;

  take(event: Event): Taken {
    this.write = event;
    return { endedWithBytes: event.counts?.bytes ?? 0 };
  }

  takeProgress(_step: Step, progress: Progress, atNs: number): void {
    this.trace.take(progress);
    this.startNs = Math.max(0, atNs - progress.elapsedNs);
  }

  results() {
    return { sustained: this.write && buildSustained(this.write, this.startNs) };
  }

  live() {
    return { ...this.results(), longWrite: this.trace.marks };
  }
}
