import type { HostEvent } from "../contract/engine-messages";
import type { Report } from "../contract/report";
import type { RunPlan } from "../contract/run-plan";
import { buildBufferSweep } from "./buffer-sweep";
import { buildChunked } from "./chunked";
import { buildCommits } from "./commits";
import { buildStream } from "./stream";
import { buildSustained } from "./sustained";
import { buildSyncInterval, refusedSyncInterval } from "./sync-interval";

type EventOf<T extends HostEvent["type"]> = Extract<HostEvent, { type: T }>;
type BufferStep = EventOf<"buffer-step">;
type Ladder = EventOf<"interval-trial" | "interval-refused">;

export type WorkloadResults = Pick<
  Report,
  | "bufferSweep"
  | "bufferSweepDirect"
  | "stream"
  | "syncInterval"
  | "syncIntervalOtherModes"
  | "chunked"
  | "commits"
  | "sustained"
>;

/** What the tests beside the flush modes have told so far, and the results they make. */
export class WorkloadRecord {
  private readonly bufferSteps: BufferStep[] = [];
  private readonly ladders: Ladder[] = [];
  private readonly chunkedModes: EventOf<"chunked-mode">[] = [];
  private readonly commitRuns: EventOf<"commit-run">[] = [];
  private stream: EventOf<"buffer-stream"> | null = null;
  private longWrite: EventOf<"sustained"> | null = null;

  constructor(private readonly plan: RunPlan) {}

  addBufferStep(event: BufferStep): void {
    this.bufferSteps.push(event);
  }

  setStream(event: EventOf<"buffer-stream">): void {
    this.stream = event;
  }

  addLadder(event: Ladder): void {
    this.ladders.push(event);
  }

  addChunkedMode(event: EventOf<"chunked-mode">): void {
    this.chunkedModes.push(event);
  }

  addCommitRun(event: EventOf<"commit-run">): void {
    this.commitRuns.push(event);
  }

  setSustained(event: EventOf<"sustained">): void {
    this.longWrite = event;
  }

  /** `null` (or nothing) for tests of which no step is done yet. */
  results(): WorkloadResults {
    const [syncInterval = null, ...syncIntervalOtherModes] = this.syncIntervals();
    return {
      bufferSweep: this.bufferSweep(false),
      bufferSweepDirect: this.bufferSweep(true),
      stream: this.stream && buildStream(this.stream),
      syncInterval,
      syncIntervalOtherModes,
      chunked: this.chunked(),
      commits: this.commitRuns.length > 0 ? buildCommits(this.commitRuns) : null,
      sustained: this.longWrite && buildSustained(this.longWrite),
    };
  }

  private bufferSweep(direct: boolean): Report["bufferSweep"] {
    const steps = this.bufferSteps.filter((step) => step.direct === direct);
    // What a refused step names is the call that refused it, not one that wrote.
    const named = steps.find(({ counts }) => counts !== null) ?? steps[0];
    return named ? buildBufferSweep(steps, named.systemCall, named.settleSystemCall, direct) : null;
  }

  /** In the order in which the primitives had their turn. */
  private syncIntervals(): NonNullable<Report["syncInterval"]>[] {
    const modes = [...new Set(this.ladders.map(({ mode }) => mode))];
    return modes.flatMap((mode) => {
      const events = this.ladders.filter((event) => event.mode === mode);
      const refused = events.find(isRefused);
      if (refused) {
        return [refusedSyncInterval(refused, this.plan.interval)];
      }
      const trials = events.filter(isTrial);
      const named = trials.find(({ strategy }) => strategy !== "never") ?? trials[0];
      const built = named && buildSyncInterval(trials, this.plan.interval, named.systemCall);
      return built ? [built] : [];
    });
  }

  private chunked(): Report["chunked"] {
    return this.chunkedModes.length > 0
      ? buildChunked(
          this.chunkedModes.map((part) => ({ ...part, failure: null })),
          this.plan.chunked,
        )
      : null;
  }
}

function isRefused(event: Ladder): event is EventOf<"interval-refused"> {
  return event.type === "interval-refused";
}

function isTrial(event: Ladder): event is EventOf<"interval-trial"> {
  return event.type === "interval-trial";
}
