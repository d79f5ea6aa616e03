import { loadNativeEngine, type NativeSession, type Prepared } from "../../native/index";
import { type DriveError, driveError } from "../contract/drive-error";
import type { HostEvent, HostRequest } from "../contract/engine-messages";
import { DeviceEvidence } from "./device-evidence";
import { driveErrorOf, type FaultMoment, isNativeFault } from "./fault";
import { type FlushModeStep, runFlushModeTest } from "./flush-mode-test";

type StartRequest = Extract<HostRequest, { type: "start" }>;

/** How often the engine's counters are looked at and sent upward. */
const progressIntervalMs = 100;

/**
 * One inspection from the first byte to the last: prepare, measure, drain, verify, remove.
 * All waiting happens on the engine's own thread; this one only passes messages.
 */
export class InspectionRunner {
  /** Resolves when the file is gone and the last message was sent. */
  readonly ended: Promise<void>;
  private markEnded: () => void = () => undefined;
  private session: NativeSession | null = null;
  private stopping = false;
  private step: FlushModeStep | null = null;

  constructor(
    private readonly request: StartRequest,
    private readonly emit: (event: HostEvent) => void,
    private readonly load: typeof loadNativeEngine = loadNativeEngine,
  ) {
    this.ended = new Promise((resolve) => {
      this.markEnded = resolve;
    });
  }

  /** Asks the run to end early. What is measured by then stays. */
  stop(): void {
    if (this.stopping) {
      return;
    }
    this.stopping = true;
    this.emit({ type: "phase", phase: "stopping" });
    this.session?.stop();
  }

  async run(): Promise<void> {
    const progress = setInterval(() => this.reportProgress(), progressIntervalMs);
    let error: DriveError | null = null;
    try {
      error = await this.inspect();
    } catch (cause) {
      error = this.errorOf(cause, "measuring");
    }
    clearInterval(progress);
    try {
      await this.session?.close();
    } catch (cause) {
      error ??= this.errorOf(cause, "measuring");
    }
    this.emit({ type: "finished", stopped: this.stopping && error === null, error });
    this.markEnded();
  }

  private async inspect(): Promise<DriveError | null> {
    const { plan, runId } = this.request;
    const engine = this.openEngine();
    if ("code" in engine) {
      return engine;
    }
    this.emit({ type: "engine", version: engine.version });
    const session = engine.openSession();
    this.session = session;
    this.emit({ type: "phase", phase: "preparing" });
    const prepared = await this.prepare(session, `.driveproof-${runId}.tmp`);
    if (prepared === null || "code" in prepared) {
      return prepared;
    }
    this.emit({ type: "written", bytes: prepared.bytesWritten });
    const wanted = plan.flush.modes;
    const offered = prepared.modes.filter(({ mode }) => wanted === null || wanted.includes(mode));
    this.emit({
      type: "modes",
      modes: offered.map(({ mode, systemCall, refusal }) => ({
        mode,
        systemCall,
        refusal: refusal && `${refusal.syscall}: ${refusal.code}, ${refusal.message}`,
      })),
    });
    this.emit({ type: "phase", phase: "measuring" });
    const error = await runFlushModeTest({
      session,
      plan: plan.flush,
      modes: offered.filter(({ refusal }) => refusal === null).map(({ mode }) => mode),
      evidence: new DeviceEvidence(this.request.evidenceDevices),
      emit: this.emit,
      onStep: (step) => {
        this.step = step;
      },
      isStopping: () => this.stopping,
    });
    this.step = null;
    return error ?? (await this.settle(session));
  }

  private openEngine() {
    try {
      return this.load(this.request.nativeDirectory);
    } catch (cause) {
      return driveError("engine-missing", cause instanceof Error ? cause.message : String(cause));
    }
  }

  /** `null` when the person stopped it. */
  private async prepare(
    session: NativeSession,
    fileName: string,
  ): Promise<Prepared | DriveError | null> {
    try {
      return await session.prepare({
        directory: this.request.directory,
        fileName,
        fileBytes: this.request.plan.flush.fileBytes,
        blockBytes: this.request.plan.flush.blockBytes,
        seed: Math.floor(Math.random() * 2 ** 32),
      });
    } catch (cause) {
      return this.errorOf(cause, "preparing");
    }
  }

  /** Brings the last writes to the drive and compares every block with what was written. */
  private async settle(session: NativeSession): Promise<DriveError | null> {
    if (this.stopping) {
      return null;
    }
    this.emit({ type: "phase", phase: "draining" });
    await session.drain();
    if (this.stopping) {
      return null;
    }
    this.emit({ type: "phase", phase: "verifying" });
    const checked = await session.verify();
    this.emit({
      type: "verification",
      verification: {
        blocksChecked: checked.blocksChecked,
        aroundCache: checked.aroundCache,
        mismatchCount: checked.mismatchCount,
        mismatches: [...checked.mismatches],
      },
    });
    if (checked.fault) {
      return driveErrorOf(checked.fault, "measuring");
    }
    const first = checked.mismatches[0];
    return first === undefined
      ? null
      : driveError(
          "wrong-data",
          `The drive returned other data than was written to it: at byte ${first.offset}, ${first.found} instead of ${first.expected}. Do not trust it with anything.`,
          { offset: first.offset },
        );
  }

  /** `null` when the work ended because the person stopped it, which is no error. */
  private errorOf(cause: unknown, moment: FaultMoment): DriveError | null {
    if (isNativeFault(cause)) {
      return driveErrorOf(cause, moment);
    }
    if (this.stopping && isAborted(cause)) {
      return null;
    }
    const message = cause instanceof Error ? cause.message : String(cause);
    return driveError("internal", `DriveProof itself failed: ${message}`);
  }

  private reportProgress(): void {
    const snapshot = this.session?.snapshot();
    if (!snapshot || snapshot.task === "idle") {
      return;
    }
    const measuring = snapshot.task === "measuring" && this.step?.counting === true;
    this.emit({
      type: "progress",
      mode: this.step?.mode ?? null,
      round: this.step?.round ?? 0,
      operations: snapshot.operations,
      elapsedNs: snapshot.elapsedNs,
      bytes: snapshot.bytes,
      totalBytes: measuring ? null : snapshot.totalBytes,
      latency: measuring
        ? {
            ...snapshot.latency,
            valuesNs: [...snapshot.latency.valuesNs],
            counts: [...snapshot.latency.counts],
          }
        : null,
    });
  }
}

function isAborted(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ABORTED";
}
