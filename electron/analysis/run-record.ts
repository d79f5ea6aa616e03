import type { DriveError } from "../contract/drive-error";
import type { HostEvent, TestStep } from "../contract/engine-messages";
import type { LiveState } from "../contract/live-state";
import type { PlugTest } from "../contract/power-cut-result";
import type { HostFacts, Report, ReportWarning } from "../contract/report";
import type { RunPlan, TestName } from "../contract/run-plan";
import { type Volume, volumeFactsSchema } from "../contract/volume";
import { disturbedRounds } from "./disturbance";
import { FlushRecord } from "./flush-record";
import { LongWriteTrace } from "./long-write-trace";
import { powerCutOf } from "./power-cut/sum";
import { RunProgress } from "./run-progress";
import { intervalSteps } from "./sync-interval";
import { judge } from "./verdict";
import { copyOnWriteReason, withCapacity } from "./verdict/capacity";
import { WorkloadRecord } from "./workload-record";

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
  /** Plug tests of this drive that are known from before; none where nothing is said. */
  readonly plugTests?: readonly PlugTest[];
}

/**
 * The record of one run: takes in what the engine host tells and gives out the live picture and,
 * at the end, the report. No clock and no I/O of its own; every time is handed in (nanoseconds
 * since the run started, monotonic).
 */
export class RunRecord {
  private phase: Phase = "preparing";
  private engineVersion: string;
  private readonly flush: FlushRecord;
  private readonly workloads: WorkloadRecord;
  private readonly longWrite = new LongWriteTrace();
  private readonly failedTests = new Set<TestName>();
  private readonly warnings: ReportWarning[];
  private verification: Report["verification"] = null;
  private bytesWritten = 0;
  private running: Progress | null = null;
  private step: TestStep | null = null;
  private lastStep: TestStep | null = null;
  /** Kept while the next measurement is being prepared, so that the screen does not flicker. */
  private latency: Progress["latency"] = null;
  private stopped = false;
  private error: DriveError | null = null;
  private readonly progress: RunProgress;

  constructor(private readonly identity: RunIdentity) {
    this.engineVersion = identity.app.engine;
    this.warnings = [...identity.warnings];
    this.progress = new RunProgress(identity.plan, identity.host.os);
    this.flush = new FlushRecord(identity.plan.flush, identity.host.os, identity.volume);
    this.workloads = new WorkloadRecord(identity.plan);
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
        // Asked to stop, the drive is still busy with it.
        if (event.phase !== "stopping") {
          this.step = null;
        }
        break;
      case "modes":
        this.flush.setAvailable(event.modes);
        break;
      case "written":
        this.bytesWritten += event.bytes;
        break;
      case "progress":
        this.takeProgress(event, atNs);
        break;
      case "flush-round":
        this.flush.addRound(event, this.bytesWritten);
        this.countStep(event.counts.bytes);
        break;
      case "test":
        this.progress.enterTest(event.test, event.steps, atNs);
        this.step = null;
        this.lastStep = null;
        break;
      case "step":
        this.step = event.step;
        break;
      case "buffer-step":
        this.workloads.addBufferStep(event);
        this.countStep(event.counts?.bytes ?? 0);
        break;
      case "buffer-stream":
        this.workloads.setStream(event);
        this.countStep(event.counts.bytes);
        break;
      case "interval-trial":
        this.workloads.addLadder(event);
        this.countStep(event.counts.bytes);
        break;
      case "chunked-mode":
        this.workloads.addChunkedMode(event);
        this.countStep(event.counts?.bytes ?? 0);
        break;
      case "commit-run":
        this.workloads.addCommitRun(event);
        this.countStep(event.counts?.bytesWritten ?? 0);
        break;
      case "sustained":
        this.workloads.setSustained(event);
        this.countStep(event.counts?.bytes ?? 0);
        break;
      case "interval-refused":
        this.workloads.addLadder(event);
        this.progress.stepsLeftOut(ladderSteps(this.identity.plan));
        break;
      case "test-failed":
        this.failedTests.add(event.test);
        this.warnings.push({
          code: "test-failed",
          message: `One test could not go on. ${event.error.message}${this.whyFull(event.error)}`,
        });
        break;
      case "mode-failed":
        this.flush.addFailure(event);
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
        this.step = null;
        this.stopped = event.stopped;
        this.error = event.error;
        break;
    }
  }

  /** The picture for the window; cheap enough to be made several times a second. */
  live(atNs: number): LiveState {
    const { runId, volume, plan } = this.identity;
    const { latency, flush } = this;
    return {
      runId,
      volumeId: volume.id,
      volumeName: volume.name,
      plan,
      phase: this.phase,
      currentTest: this.progress.currentTest,
      appendModes: flush.appendModes(),
      ...this.workloads.results(),
      longWrite: this.longWrite.marks,
      stepsDone: this.progress.stepsDone,
      stepsTotal: this.progress.stepsTotal,
      step: this.step,
      lastStep: this.lastStep,
      modes: plan.tests.includes("flush") ? flush.liveModes(this.step, this.running) : [],
      samples: flush.samples,
      p50Ns: latency?.p50Ns ?? null,
      p99Ns: latency?.p99Ns ?? null,
      bytesWritten: this.bytesWritten + (this.running?.bytes ?? 0),
      progress: this.progress.fraction(this.phase, this.running, atNs),
      remainingNs: this.progress.remainingNs(this.phase, this.running, atNs),
      error: this.error,
    };
  }

  /** The result of record. Complete after `finished`; what is missing by then is marked partial. */
  report(finishedAt: string): Report {
    const { app, host, volume, plan, startedAt, runId } = this.identity;
    const flushModes = this.flush.flushModes();
    const appendModes = this.flush.appendModes();
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
      warnings: [...this.warnings, ...disturbedRounds(flushModes, appendModes)],
      flushModes,
      appendModes,
      spacedSaves: this.flush.spacedSaves(),
      ...this.workloads.results(),
      verification: this.verification,
      powerCut: powerCutOf(this.identity.plugTests ?? []),
      error: this.error,
    };
    const told = withCapacity(document, this.flush.noRoomError);
    return { ...told, verdict: judge(told) };
  }

  private whyFull({ code }: DriveError): string {
    const reason = code === "volume-full" ? copyOnWriteReason(this.identity.volume) : null;
    return reason === null ? "" : ` ${reason}`;
  }

  private countStep(bytes: number): void {
    this.bytesWritten += bytes;
    this.running = null;
    // A refusal known beforehand comes without a step.
    this.lastStep = this.step ?? this.lastStep;
    this.step = null;
    this.progress.stepDone();
  }

  private takeProgress(event: Progress, atNs: number): void {
    // Preparation bytes arrive as `written` when they are complete; until then they are `bytes`.
    this.running = event;
    if (event.latency === null) {
      return;
    }
    if (this.step?.kind === "sustained") {
      this.longWrite.take(event);
    } else if (this.step?.kind === "flush-round") {
      this.flush.takeProgress(this.step, event, atNs);
      this.latency = event.latency;
    }
  }
}

/** Not known as soon as one of them is not. */
function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

/** Steps of one primitive of the sync-interval test. */
function ladderSteps({ interval }: RunPlan): number {
  return interval.trials * intervalSteps(interval).length;
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
        bytesRead: sum(before.bytesRead, next.bytesRead),
        deviceReadBytes: sum(before.deviceReadBytes, next.deviceReadBytes),
        mismatchCount: before.mismatchCount + next.mismatchCount,
        mismatches: [...before.mismatches, ...next.mismatches].slice(0, 100),
        unreadable: [...before.unreadable, ...next.unreadable],
      };
}
