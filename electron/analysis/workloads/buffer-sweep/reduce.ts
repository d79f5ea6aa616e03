import type { BufferSweep } from "#contract/workloads/buffer-sweep";
import type { EventOf } from "#contract/workloads/index";
import { collect } from "../collect";
import { buildBufferSweep } from "./results";
import { buildStream } from "./stream";

type Event = EventOf<"buffer-sweep">;
type Step = Extract<Event, { type: "buffer-step" }>;

export const reduce = () =>
  collect(
    ({ counts }: Event) => ({ endedWithBytes: counts?.bytes ?? 0 }),
    (events) => {
      const steps = events.filter((event) => event.type === "buffer-step");
      const stream = events.find((event) => event.type === "buffer-stream");
      return {
        bufferSweeps: [false, true].flatMap((direct) => sweep(steps, direct) ?? []),
        stream: stream ? buildStream(stream) : null,
      };
    },
  );

function sweep(all: readonly Step[], direct: boolean): BufferSweep | null {
  const steps = all.filter((step) => step.direct === direct);
  // A refused step names the refused system call and a left-out step names none, so the names of a
  // step that wrote are preferred.
  const named = steps.find(({ counts }) => counts !== null) ?? steps[0];
  return named ? buildBufferSweep(steps, named.systemCall, named.settleSystemCall, direct) : null;
}
