import type { BufferSweep } from "#contract/workloads/buffer-sweep";
import type { EventOf } from "#contract/workloads/index";
import type { Reducer, Taken } from "../home";
import { buildBufferSweep } from "./results";
import { buildStream } from "./stream";

type Event = EventOf<"buffer-sweep">;
type Step = Extract<Event, { type: "buffer-step" }>;
type Stream = Extract<Event, { type: "buffer-stream" }>;

export class BufferReducer implements Reducer<Event> {
  private readonly steps: Step[] = [];
  private stream: Stream | null = null;

  take(event: Event): Taken {
    if (event.type === "buffer-stream") {
      this.stream = event;
    } else {
      this.steps.push(event);
    }
    return { endedWithBytes: event.counts?.bytes ?? 0 };
  }

  results() {
    return {
      bufferSweeps: [false, true].flatMap((direct) => this.sweep(direct) ?? []),
      stream: this.stream && buildStream(this.stream),
    };
  }

  private sweep(direct: boolean): BufferSweep | null {
    const steps = this.steps.filter((step) => step.direct === direct);
    // A refused step names the refused call, so prefer one that wrote.
    const named = steps.find(({ counts }) => counts !== null) ?? steps[0];
    return named ? buildBufferSweep(steps, named.systemCall, named.settleSystemCall, direct) : null;
  }
}
