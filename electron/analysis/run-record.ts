import type { DriveError } from "../contract/drive-error";
import type { AvailableMode, FlushRoundCounts, HostEvent } from "../contract/engine-messages";
import { type FlushModeId, flushModesOf } from "../contract/flush-mode";
import type { LiveMode, LiveSample, LiveState } from "../contract/live-state";
import type { FlushModeResult, HostFacts, Report, ReportWarning } from "../contract/report";
import type { RunPlan, TestName } from "../contract/run-plan";
import { type Volume, volumeFactsSchema } from "../contract/volume";
import { buildBufferSweep } from "./buffer-sweep";
import { buildChunked } from "./chunked";
import { buildFlushModeResult } from "./flush-results";
import { guaranteeOn } from "./guarantee";
import { RunProgress } from "./run-progress";
import { iopsOf, median, percentileNs } from "./statistics";
import { buildSyncInterval } from "./sync-interval";
import { judge } from "./verdict";

type Phase = LiveState["phase"];
type EventOf<T extends HostEvent["type"]> = Extract<HostEvent, { type: T }>;
type Progress = EventOf<"progress">;

export interface RunIdentity {
  readonly runId: string;
  readonly app: Report["app"];
  readonly host: HostFacts;
  readonly volume: Volume;
  readonly plan: RunPlan;
  readonly startedAt: string;
  readonly warnings: readonly ReportWarning[];
}

const sampleSpanNs = 30_000_000_000;
const maxSamples = 300;

/**
 * The record of one run: takes in what the engine host tells and gives out the live picture and,
 * at the end, the report. No clock and no I/O of its own; every time is handed in (nanoseconds
 * since the run started, monotonic).
 */
export class RunRecord {
  private phase: Phase = "preparing";
  private engineVersion: string;
  private available: readonly AvailableMode[] | null = null;
  private readonly rounds = new Map<FlushModeId, FlushRoundCounts[]>();
  private readonly failures = new Map<FlushModeId, DriveError>();
  private readonly bufferSteps: EventOf<"buffer-step">[] = [];
  private readonly intervalTrials: EventOf<"interval-trial">[] = [];
  private readonly chunkedModes: EventOf<"chunked-mode">[] = [];
  private readonly failedTests = new Set<TestName>();
  private readonly warnings: ReportWarning[];
  private verification: Report["verification"] = null;
  private bytesWritten = 0;
  private running: Progress | null = null;
  /** Mode and round that are being worked on, draining and warming up included. */
  private current: { mode: FlushModeId; round: number } | null = null;
  /** Kept while the next measurement is being prepared, so that the screen does not flicker. */
  private latency: Progress["latency"] = null;
  private previous: { mode: FlushModeId; round: number; operations: number; atNs: number } | null =
    null;
  private samples: LiveSample[] = [];
  private stopped = false;
  private error: DriveError | null = null;
  private readonly progress: RunProgress;

  constructor(private readonly identity: RunIdentity) {
    this.engineVersion = identity.app.engine;
    this.warnings = [...identity.warnings];
    this.progress = new RunProgress(identity.plan, identity.host.os);
  }

  get runId(): string {
    return this.identity.runId;
  }

  get isFinished(): boolean {
    return this.phase === "finished";
  }

  apply(event: HostEvent, atNs: number): void {
    switch (event.type) {
      case "engine":
        this.engineVersion = event.version;
        break;
      case "phase":
        this.phase = event.phase;
        this.running = null;
        this.current = null;
        break;
      case "modes":
        this.available = event.modes;
        break;
      case "written":
        this.bytesWritten += event.bytes;
        break;
      case "progress":
        this.takeProgress(event, atNs);
        break;
      case "flush-round":
        this.bytesWritten += event.counts.bytes;
        this.rounds.set(event.counts.mode, [
          ...(this.rounds.get(event.counts.mode) ?? []),
          event.counts,
        ]);
        this.running = null;
        this.progress.stepDone();
        break;
      case "test":
        this.progress.enterTest(event.test, event.steps, atNs);
        break;
      case "buffer-step":
        this.bufferSteps.push(event);
        this.countStep(event.counts.bytes);
        break;
      case "interval-trial":
        this.intervalTrials.push(event);
        this.countStep(event.counts.bytes);
        break;
      case "chunked-mode":
        this.chunkedModes.push(event);
        this.countStep(event.counts?.bytes ?? 0);
        break;
      case "test-failed":
        this.failedTests.add(event.test);
        this.warnings.push({
          code: "test-failed",
          message: `One test could not go on. ${event.error.message}`,
        });
        break;
      case "mode-failed":
        this.failures.set(event.mode, event.error);
        break;
      case "verification":
        this.verification = addVerification(this.verification, event.verification);
        break;
      case "warning":
        this.warnings.push({ code: event.code, message: event.message });
        break;
      case "finished":
        this.phase = "finished";
        this.running = null;
        this.current = null;
        this.stopped = event.stopped;
        this.error = event.error;
        break;
    }
  }

  /** The picture for the window; cheap enough to be made several times a second. */
  live(atNs: number): LiveState {
    const { runId, volume, plan } = this.identity;
    const { latency } = this;
    return {
      runId,
      volumeId: volume.id,
      volumeName: volume.name,
      plan,
      phase: this.phase,
      currentTest: this.progress.currentTest,
      bufferSweep: this.bufferSweep(),
      syncInterval: this.syncInterval(),
      chunked: this.chunked(),
      stepsDone: this.progress.stepsDone,
      stepsTotal: this.progress.stepsTotal,
      currentMode: this.current?.mode ?? null,
      round: this.current?.round ?? 0,
      modes: plan.tests.includes("flush") ? this.modes().map((mode) => this.liveMode(mode)) : [],
      samples: this.samples,
      p50Ns: latency && percentileNs(latency, 0.5),
      p99Ns: latency && percentileNs(latency, 0.99),
      bytesWritten: this.bytesWritten + (this.running?.bytes ?? 0),
      progress: this.progress.fraction(this.phase, this.running, atNs),
      remainingNs: this.progress.remainingNs(this.phase, this.running, atNs),
      error: this.error,
    };
  }

  /** The result of record. Complete after `finished`; what is missing by then is marked partial. */
  report(finishedAt: string): Report {
    const { app, host, volume, plan, startedAt, runId } = this.identity;
    const flushModes = (this.available ?? []).map((mode) => this.result(mode));
    const document = {
      app: { ...app, engine: this.engineVersion },
      schemaVersion: 1 as const,
      runId,
      startedAt,
      finishedAt,
      partial: this.stopped || this.error !== null || this.failedTests.size > 0,
      host,
      volume: volumeFactsSchema.parse(volume),
      plan,
      bytesWritten: this.bytesWritten,
      warnings: this.warnings,
      flushModes,
      bufferSweep: this.bufferSweep(),
      syncInterval: this.syncInterval(),
      chunked: this.chunked(),
      commits: null,
      verification: this.verification,
      error: this.error,
    };
    return { ...document, verdict: judge(document) };
  }

  private countStep(bytes: number): void {
    this.bytesWritten += bytes;
    this.running = null;
    this.progress.stepDone();
  }

  private bufferSweep(): Report["bufferSweep"] {
    const last = this.bufferSteps.at(-1);
    return last ? buildBufferSweep(this.bufferSteps, last.systemCall, last.settleSystemCall) : null;
  }

  private syncInterval(): Report["syncInterval"] {
    const synced = this.intervalTrials.find(({ strategy }) => strategy !== "never");
    const any = synced ?? this.intervalTrials[0];
    return any
      ? buildSyncInterval(this.intervalTrials, this.identity.plan.interval, any.systemCall)
      : null;
  }

  private chunked(): Report["chunked"] {
    return this.chunkedModes.length > 0
      ? buildChunked(
          this.chunkedModes.map((part) => ({ ...part, failure: null })),
          this.identity.plan.chunked,
        )
      : null;
  }

  private takeProgress(event: Progress, atNs: number): void {
    // Preparation bytes arrive as `written` when they are complete; until then they are `bytes`.
    this.running = event;
    if (event.mode !== null) {
      this.current = { mode: event.mode, round: event.round };
    }
    if (event.mode === null || event.latency === null) {
      return;
    }
    this.latency = event.latency;
    const previous = this.previous;
    this.previous = { mode: event.mode, round: event.round, operations: event.operations, atNs };
    if (
      previous === null ||
      previous.mode !== event.mode ||
      previous.round !== event.round ||
      atNs <= previous.atNs
    ) {
      return;
    }
    const iops = iopsOf(event.operations - previous.operations, atNs - previous.atNs);
    this.samples = [...this.samples, { atNs, mode: event.mode, iops }]
      .filter((sample) => sample.atNs > atNs - sampleSpanNs)
      .slice(-maxSamples);
  }

  /** What the folder offers; before that is known, what the system has. */
  private modes(): readonly AvailableMode[] {
    if (this.available) {
      return this.available;
    }
    const wanted = this.identity.plan.flush.modes;
    return flushModesOf(this.identity.host.os)
      .filter((mode) => wanted === null || wanted.includes(mode))
      .map((mode) => ({ mode, systemCall: "", refusal: null }));
  }

  private liveMode({ mode, systemCall, refusal }: AvailableMode): LiveMode {
    const rounds = this.rounds.get(mode) ?? [];
    const isRunning = this.current?.mode === mode;
    const finished = rounds.map(({ operations, elapsedNs }) => iopsOf(operations, elapsedNs));
    const current =
      this.running?.mode === mode && this.running.latency && this.running.elapsedNs > 0
        ? iopsOf(this.running.operations, this.running.elapsedNs)
        : null;
    return {
      mode,
      systemCall,
      guarantee: this.guarantee(mode),
      status: this.status(mode, refusal, isRunning, rounds.length),
      reason: refusal ?? this.failures.get(mode)?.message ?? null,
      iops: finished.length > 0 ? median(finished) : current,
      roundsDone: rounds.length,
    };
  }

  private status(
    mode: FlushModeId,
    refusal: string | null,
    isRunning: boolean,
    roundsDone: number,
  ): LiveMode["status"] {
    if (refusal !== null) {
      return "unavailable";
    }
    if (this.failures.has(mode)) {
      return "failed";
    }
    if (isRunning) {
      return "running";
    }
    return roundsDone > 0 ? "measured" : "waiting";
  }

  private result({ mode, systemCall, refusal }: AvailableMode): FlushModeResult {
    return buildFlushModeResult({
      mode,
      systemCall,
      guarantee: this.guarantee(mode),
      refusal,
      failure: this.failures.get(mode) ?? null,
      rounds: this.rounds.get(mode) ?? [],
    });
  }

  private guarantee(mode: FlushModeId) {
    return guaranteeOn(mode, this.identity.host.os, this.identity.volume);
  }
}

/** One verification after another, as one: every test's blocks and mismatches together. */
function addVerification(
  before: Report["verification"],
  next: NonNullable<Report["verification"]>,
): Report["verification"] {
  return before === null
    ? next
    : {
        blocksChecked: before.blocksChecked + next.blocksChecked,
        aroundCache: before.aroundCache && next.aroundCache,
        mismatchCount: before.mismatchCount + next.mismatchCount,
        mismatches: [...before.mismatches, ...next.mismatches].slice(0, 100),
      };
}
