import { copyOnWriteName } from "#contract/copy-on-write";
import type { DriveError } from "#contract/drive-error";
import type { WordedEvent } from "#contract/engine-messages";
import { factsOf } from "#contract/fitting-facts";
import type { Health, Purchase } from "#contract/health";
import type { LiveRun, LiveState } from "#contract/live-state";
import type { PowerCutTest } from "#contract/power-cut/test";
import {
  type Computer,
  type HostFacts,
  type JudgedReport,
  type Report,
  type ReportWarning,
  reportVersion,
  type UnwordedWarning,
} from "#contract/report";
import type { RunPlan } from "#contract/run-plan";
import type { Paragraph } from "#contract/statement";
import { ownName, type Volume } from "#contract/volume";
import {
  type Step,
  type WorkloadEvent,
  type WorkloadId,
  type WorkloadResults,
  workloadIds,
  workloadOf,
} from "#contract/workloads/index";
import type { statements } from "#text/verdict/failures";
import { guaranteesOn, isVirtualDrive } from "./guarantee";
import { TemperatureTrace } from "./health/temperature-trace";
import { powerCutOf } from "./power-cut/sum";
import { isLeftOut } from "./reasons";
import { RunProgress } from "./run-progress";
import { sayer } from "./say";
import { sumIfKnown } from "./statistics";
import { judge } from "./verdict";
import { type NoRoom, withCapacity } from "./verdict/capacity";
import { inItsWords, leftOutCode } from "./verdict/failures";
import { homeOf } from "./workloads";
import type { Progress, Reducer } from "./workloads/home";

const say = sayer<typeof statements>();

type Phase = LiveState["phase"];
/** The fields of the live state that the workloads fill. */
type LivePictures = Omit<LiveState, keyof LiveRun>;

export interface RunIdentity {
  readonly runId: string;
  readonly app: Report["app"];
  readonly host: HostFacts;
  readonly computer?: Computer | null;
  readonly health?: Health | null;
  readonly purchase?: Purchase | null;
  readonly purchasedIn?: string | null;
  readonly volume: Volume;
  readonly plan: RunPlan;
  readonly startedAt: string;
  readonly warnings: readonly ReportWarning[];
  /** Stored plug tests of this drive; absent means none. */
  readonly powerCutTests?: readonly PowerCutTest[];
}

/**
 * The record of one run: takes the engine host's events and returns the live state and, at the end,
 * the report. The caller passes every time (nanoseconds since the run started, monotonic).
 */
export class RunRecord {
  private phase: Phase = "preparing";
  private engineVersion: string;
  private readonly reducers: ReadonlyMap<WorkloadId, Reducer<WorkloadEvent>>;
  private readonly failed = new Set<WorkloadId>();
  /** Per workload, the number of steps left out because of sleep or a halt in each attempt. */
  private readonly leftOut = new Map<WorkloadId, number>();
  private readonly warnings: (ReportWarning | UnwordedWarning)[];
  private verification: Report["verification"] = null;
  private readonly temperature = new TemperatureTrace();
  private bytesWritten = 0;
  private isPreparing = true;
  /**
   * Whether the engine ended while it measured or prepared, without reporting the bytes that it had
   * written.
   */
  private hasUncounted = false;
  private running: Progress | null = null;
  private step: Step | null = null;
  private lastStep: Step | null = null;
  private stopped = false;
  private error: DriveError | null = null;
  /** The first error that concerns the drive itself. */
  private firstOfDrive: DriveError | null = null;
  private noRoom: NoRoom | null = null;
  private readonly progress: RunProgress;
  private readonly guarantees: LiveRun["guarantees"];

  constructor(private readonly identity: RunIdentity) {
    this.engineVersion = identity.app.engine;
    this.warnings = [...identity.warnings];
    this.progress = new RunProgress(identity.plan, identity.host.os);
    const { host, volume, plan } = identity;
    this.guarantees = guaranteesOn(host.os, volume);
    const around = { os: host.os, volume, isVirtual: isVirtualDrive(volume, host) };
    this.reducers = new Map(
      workloadIds.map((id) => [
        id,
        homeOf(id).reduce(plan.workloads[id], { ...around, isPlanned: plan.tests.includes(id) }),
      ]),
    );
  }

  get isFinished(): boolean {
    return this.phase === "finished";
  }

  apply(event: WordedEvent, atNs: number): void {
    if ("error" in event && event.error && isOfDrive(event.error)) {
      this.firstOfDrive ??= event.error;
    }
    switch (event.type) {
      case "fault":
        this.takeFault(event.error);
        break;
      case "engine":
        this.engineVersion = event.version;
        break;
      case "phase":
        this.phase = event.phase;
        // The running step goes on for a moment after a stop request, so it stays the current step.
        if (event.phase !== "stopping") {
          this.isPreparing = event.phase === "preparing";
          this.running = null;
          this.step = null;
        }
        break;
      case "written":
        this.bytesWritten += event.bytes;
        // `running` counted the bytes that this event reports, and they must not count twice.
        this.running = null;
        break;
      case "progress":
        this.takeProgress(event, atNs);
        break;
      case "workload":
        this.progress.enter(event.workload, event.steps, atNs);
        this.step = null;
        this.lastStep = null;
        break;
      case "step":
        this.step = event.step;
        break;
      case "workload-failed":
        this.failed.add(event.workload);
        this.warnings.push({
          code: "test-failed",
          statements: [
            say("test-failed.seen"),
            ...inItsWords(event.error),
            ...this.whyFull(event.error),
          ],
        });
        break;
      case "verification":
        this.verification = addVerification(this.verification, event.verification);
        break;
      case "temperature":
        this.temperature.take(atNs, event);
        break;
      case "warning":
        this.warnings.push(event.warning);
        break;
      case "finished":
        this.phase = "finished";
        // Only a measurement or a preparation can leave uncounted bytes: reading back writes
        // nothing.
        this.hasUncounted = this.step !== null || (this.isPreparing && this.running !== null);
        this.running = null;
        this.step = null;
        this.stopped = event.stopped;
        // The drive's first error stays the report's: a later error, a stop or the kill of a hung
        // engine only follows from it.
        this.error =
          event.error && isOfDrive(event.error) ? event.error : (this.firstOfDrive ?? event.error);
        break;
      default:
        this.takeResult(event);
    }
  }

  /** The live state for the window; cheap enough to compute several times a second. */
  live(atNs: number): LiveState {
    const { runId, volume, plan } = this.identity;
    return {
      runId,
      volumeId: volume.id,
      volumeName: ownName(volume),
      guarantees: this.guarantees,
      plan,
      phase: this.phase,
      currentWorkload: this.progress.currentWorkload,
      ...this.livePictures(),
      stepsDone: this.progress.stepsDone,
      stepsTotal: this.progress.stepsTotal,
      step: this.step,
      lastStep: this.lastStep,
      bytesWritten: this.bytesWritten + (this.running?.bytes ?? 0),
      progress: this.progress.fraction(this.phase, this.running, atNs),
      remainingNs: this.progress.remainingNs(this.phase, this.running, atNs),
      error: this.error,
    };
  }

  /** The report; complete after `finished`, and marked partial if anything is missing by then. */
  report(finishedAt: string): JudgedReport {
    const { app, host, volume, plan, startedAt, runId } = this.identity;
    const reducers = [...this.reducers.values()];
    const document = {
      app: { ...app, engine: this.engineVersion },
      schemaVersion: reportVersion as typeof reportVersion,
      runId,
      startedAt,
      finishedAt,
      partial: this.isCutShort || this.leftOut.size > 0,
      host,
      computer: this.identity.computer ?? null,
      volume: factsOf(volume),
      plan,
      bytesWritten: this.hasUncounted ? null : this.bytesWritten,
      warnings: [
        ...this.warnings,
        ...this.leftOutWarnings(),
        ...reducers.flatMap((reducer) => reducer.warnings?.() ?? []),
      ],
      ...(Object.assign({}, ...reducers.map((reducer) => reducer.results())) as WorkloadResults),
      verification: this.verification,
      ...this.temperature.results(),
      powerCut: powerCutOf(this.identity.powerCutTests ?? []),
      health: this.identity.health ?? null,
      purchase: this.identity.purchase ?? null,
      purchasedIn: this.identity.purchasedIn ?? null,
      error: this.error,
    };
    const told = withCapacity(document, this.noRoom ?? noRoomIn(reducers));
    return { ...told, verdict: judge(told) };
  }

  /** Whether the run ended before its time. */
  private get isCutShort(): boolean {
    return this.stopped || this.error !== null || this.failed.size > 0;
  }

  /**
   * Warns of left-out steps, unless the run was cut short: the report then says that it is partial.
   */
  private leftOutWarnings(): UnwordedWarning[] {
    const statements = [...this.leftOut].map(([workload, count]) =>
      say("test-failed.left-out", { workload, count }),
    );
    return this.isCutShort || statements.length === 0 ? [] : [{ code: leftOutCode, statements }];
  }

  /** Notes the error of a workload if it can only mean that a complete file was not rewritten. */
  private takeFault(error: DriveError): void {
    const id = this.progress.currentWorkload;
    if (id !== null && error.code === "volume-full") {
      const fileBytes = homeOf(id).rewrittenBytes?.(this.identity.plan.workloads[id]);
      this.noRoom ??= fileBytes === undefined ? null : { error, fileBytes };
    }
  }

  /** What a full volume means on a copy-on-write file system. */
  private whyFull({ code }: DriveError): Paragraph {
    const fileSystem = code === "volume-full" ? copyOnWriteName(this.identity.volume) : null;
    return fileSystem === null ? [] : [say("volume-full.means-copy-on-write", { fileSystem })];
  }

  /** Every workload's fields of the live state. */
  private livePictures(): LivePictures {
    const pictures = [...this.reducers.values()].map((reducer) =>
      reducer.live === undefined ? reducer.results() : reducer.live(this.step, this.running),
    );
    return Object.assign({}, ...pictures) as LivePictures;
  }

  /** Passes an event to its workload's reducer; other events do not concern a run. */
  private takeResult(event: WordedEvent): void {
    const id = workloadOf(event.type);
    const reducer = id && this.reducers.get(id);
    if (!reducer) {
      return;
    }
    if ("counts" in event && isLeftOut(event)) {
      this.leftOut.set(id, (this.leftOut.get(id) ?? 0) + 1);
    }
    const { endedWithBytes, stepsLeftOut } = reducer.take(
      event as WorkloadEvent,
      this.bytesWritten,
    );
    this.progress.stepsLeftOut(stepsLeftOut ?? 0);
    if (endedWithBytes !== undefined) {
      this.endStep(endedWithBytes);
    }
  }

  private endStep(bytes: number): void {
    this.bytesWritten += bytes;
    this.running = null;
    // A step that the system refuses never begins, so the last step that began stays `lastStep`.
    this.lastStep = this.step ?? this.lastStep;
    this.step = null;
    this.progress.stepDone();
  }

  private takeProgress(event: Progress, atNs: number): void {
    // Preparation bytes arrive as `written` when complete, before that as `bytes` of `progress`.
    this.running = event;
    const id = this.step && workloadOf(this.step.kind);
    if (this.step && id && event.latency !== null) {
      this.reducers.get(id)?.takeProgress?.(this.step, event, atNs);
    }
  }
}

function noRoomIn(reducers: readonly Reducer<WorkloadEvent>[]): NoRoom | null {
  const error = reducers.map(({ noRoomError }) => noRoomError ?? null).find((one) => one !== null);
  return error ? { error, fileBytes: null } : null;
}

/** Whether the error concerns the drive itself, rather than a consequence of its failure. */
function isOfDrive({ code }: DriveError): boolean {
  return code === "drive-error" || code === "wrong-data" || code === "volume-gone";
}

/** Adds up the verifications of several workloads: all blocks and mismatches together. */
function addVerification(
  before: Report["verification"],
  next: NonNullable<Report["verification"]>,
): Report["verification"] {
  return before === null
    ? next
    : {
        blocksChecked: before.blocksChecked + next.blocksChecked,
        aroundCache: before.aroundCache && next.aroundCache,
        bytesRead: sumIfKnown([before.bytesRead, next.bytesRead]),
        deviceReadBytes: sumIfKnown([before.deviceReadBytes, next.deviceReadBytes]),
        mismatchCount: before.mismatchCount + next.mismatchCount,
        mismatches: [...before.mismatches, ...next.mismatches].slice(0, 100),
        unreadable: [...before.unreadable, ...next.unreadable],
      };
}
