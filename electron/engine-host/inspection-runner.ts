import { loadNativeEngine, type NativeEngine } from "../../native/index";
import { type DriveError, DriveFault, driveError } from "../contract/drive-error";
import type { HostEvent, HostRequest } from "../contract/engine-messages";
import { intervalSyncMode, type OperatingSystem } from "../contract/flush-mode";
import type { RunPlan, TestName } from "../contract/run-plan";
import { runBufferSweepTest } from "./buffer-sweep-test";
import { runChunkedTest } from "./chunked-test";
import { DeviceEvidence } from "./device-evidence";
import { runFlushModeTest } from "./flush-mode-test";
import { intervalSteps, runSyncIntervalTest } from "./sync-interval-test";
import { TestBench } from "./test-bench";

type StartRequest = Extract<HostRequest, { type: "start" }>;

/** How often the engine's counters are looked at and sent upward. */
const progressIntervalMs = 100;

/**
 * One inspection from the first test to the last. All waiting happens on the engine's own thread;
 * this one only passes messages.
 */
export class InspectionRunner {
  /** Resolves when the last file is gone and the last message was sent. */
  readonly ended: Promise<void>;
  private markEnded: () => void = () => undefined;
  private bench: TestBench | null = null;
  private stopping = false;

  constructor(
    private readonly request: StartRequest,
    private readonly emit: (event: HostEvent) => void,
    private readonly os: OperatingSystem,
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
    this.bench?.stop();
  }

  async run(): Promise<void> {
    const progress = setInterval(() => this.bench?.reportProgress(), progressIntervalMs);
    let error: DriveError | null = null;
    try {
      error = await this.runTests();
    } catch (cause) {
      error = errorOf(cause);
    }
    clearInterval(progress);
    this.emit({ type: "finished", stopped: this.stopping && error === null, error });
    this.markEnded();
  }

  /** Resolves with the error when no test at all could be run. */
  private async runTests(): Promise<DriveError | null> {
    const engine = this.openEngine();
    this.emit({ type: "engine", version: engine.version });
    const bench = new TestBench(engine, this.request, this.emit);
    this.bench = bench;
    const { plan } = this.request;
    const failures: DriveError[] = [];
    for (const test of plan.tests) {
      if (this.stopping) {
        return null;
      }
      this.emit({ type: "test", test, steps: stepsOf(test, plan, engine.modes.length) });
      try {
        await this.runTest(test, bench);
      } catch (cause) {
        const error = errorOf(cause);
        if (!endsOnlyItsTest(error)) {
          throw cause;
        }
        failures.push(error);
        if (failures.length < plan.tests.length) {
          this.emit({ type: "test-failed", test, error });
        }
      }
    }
    return failures.length === plan.tests.length ? (failures[0] ?? null) : null;
  }

  private runTest(test: TestName, bench: TestBench): Promise<void> {
    switch (test) {
      case "flush":
        return runFlushModeTest(bench, new DeviceEvidence(this.request.evidenceDevices));
      case "buffer":
        return runBufferSweepTest(bench);
      case "interval":
        return runSyncIntervalTest(bench, intervalSyncMode(this.os));
      case "chunked":
        return runChunkedTest(bench);
    }
  }

  private openEngine(): NativeEngine {
    try {
      return this.load(this.request.nativeDirectory);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new DriveFault(driveError("engine-missing", message));
    }
  }
}

/** How many steps a test reports, for the progress bar. */
function stepsOf(test: TestName, plan: RunPlan, modeCount: number): number {
  switch (test) {
    case "flush":
      return plan.flush.rounds * (plan.flush.modes?.length ?? modeCount);
    case "buffer":
      return plan.buffer.passes * plan.buffer.bufferBytes.length;
    case "interval":
      return plan.interval.trials * intervalSteps(plan.interval).length;
    case "chunked":
      return modeCount;
  }
}

/** Too little space for one test's file says nothing about the others; a drive's error does. */
function endsOnlyItsTest({ code }: DriveError): boolean {
  return code === "no-space" || code === "volume-full";
}

function errorOf(cause: unknown): DriveError {
  if (cause instanceof DriveFault) {
    return cause.driveError;
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  return driveError("internal", `DriveProof itself failed: ${message}`);
}
