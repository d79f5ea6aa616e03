import type { DriveError } from "../contract/drive-error";
import type { AvailableMode, FlushRoundCounts, HostEvent } from "../contract/engine-messages";
import { type FlushModeId, flushModesOf } from "../contract/flush-mode";
import type { LiveMode, LiveSample, LiveState } from "../contract/live-state";
import type { FlushModeResult, HostFacts, Report, ReportWarning } from "../contract/report";
import type { RunPlan } from "../contract/run-plan";
import { type Volume, volumeFactsSchema } from "../contract/volume";
import { buildFlushModeResult } from "./flush-results";
import { guaranteeOn } from "./guarantee";
import { RunProgress } from "./run-progress";
import { iopsOf, median, percentileNs } from "./statistics";
import { judge } from "./verdict";

type Phase = LiveState["phase"];
type Progress = Extract<HostEvent, { type: "progress" }>;

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
    this.progress = new RunProgress(
      identity.plan,
      identity.plan.flush.modes?.length ?? flushModesOf(identity.host.os).length,
      identity.host.os,
    );
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
        this.progress.enter(event.phase, atNs);
        break;
      case "modes":
        this.available = event.modes;
        this.progress.setModeCount(event.modes.filter(({ refusal }) => refusal === null).length);
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
        this.progress.roundDone(atNs);
        break;
      case "mode-failed":
        this.failures.set(event.mode, event.error);
        break;
      case "verification":
        this.verification = event.verification;
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
      currentMode: this.current?.mode ?? null,
      round: this.current?.round ?? 0,
      modes: this.modes().map((mode) => this.liveMode(mode)),
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
      partial: this.stopped || this.error !== null,
      host,
      volume: volumeFactsSchema.parse(volume),
      plan,
      bytesWritten: this.bytesWritten,
      warnings: this.warnings,
      flushModes,
      bufferSweep: null,
      syncInterval: null,
      chunked: null,
      commits: null,
      verification: this.verification,
      error: this.error,
    };
    return { ...document, verdict: judge(document) };
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
