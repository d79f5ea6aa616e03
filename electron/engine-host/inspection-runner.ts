import { loadNativeEngine, type NativeEngine } from "../../native/index";
import { intervalSteps } from "../analysis/sync-interval";
import { type DriveError, DriveFault } from "../contract/drive-error";
import type { HostEvent, HostRequest } from "../contract/engine-messages";
import { type FlushModeId, intervalSyncModes, type OperatingSystem } from "../contract/flush-mode";
import type { TestName } from "../contract/run-plan";
import { bufferSteps, runBufferSweepTest } from "./buffer-sweep-test";
import { runChunkedTest } from "./chunked-test";
import { commitSteps, runCommitTest } from "./commit-test";
import { DeviceEvidence } from "./device-evidence";
import { DriveWatch } from "./drive-gone";
import { errorOf } from "./fault";
import { runFlushAppendTest } from "./flush-append-test";
import { runFlushModeTest } from "./flush-mode-test";
import { handedBytes } from "./handed-bytes";
import { type HeldFolder, holdFolder } from "./held-folder";
import { leftoverWarnings, sweep } from "./leftovers";
import { openEngine } from "./open-engine";
import { runSustainedTest } from "./sustained-test";
import { runSyncIntervalTest } from "./sync-interval-test";
import { TestBench } from "./test-bench";

type Held = Pick<HeldFolder, "descriptor" | "whereabouts" | "close">;
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
    private readonly evidenceOf = (request: StartRequest) => new DeviceEvidence(request),
    private readonly hold: (directory: string) => Promise<Held> = holdFolder,
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
    let error: DriveError | null;
    try {
      error = await this.inspect();
    } catch (cause) {
      error = errorOf(cause);
    }
    clearInterval(progress);
    this.emit({ type: "finished", stopped: this.stopping && error === null, error });
    this.markEnded();
  }

  /** Resolves with the error that ended it. */
  private async inspect(): Promise<DriveError | null> {
    const engine = openEngine(this.request.nativeDirectory, this.load);
    this.emit({ type: "engine", version: engine.version });
    const swept = await sweep(engine, this.request.directory);
    for (const warning of swept ? leftoverWarnings(swept) : []) {
      this.emit(warning);
    }
    const evidence = this.evidenceOf(this.request);
    const folder = await this.hold(this.request.directory);
    const watch = await DriveWatch.begin(folder, evidence);
    const bench = new TestBench(engine, this.request, this.emit, {
      evidence,
      watch,
      folderDescriptor: folder.descriptor,
    });
    this.bench = bench;
    const absence = watch.keepLooking(() => bench.stop());
    try {
      const tests = this.runTests(bench, watch, evidence).catch(errorOf);
      const error = await Promise.race([tests, absence.givenUp]);
      // What was read back wrong was read from the drive itself, wherever it is now.
      return error?.code === "wrong-data" ? error : (absence.error ?? error);
    } finally {
      absence.end();
      await folder.close();
    }
  }

  /** Resolves with the error when no test at all could be run. */
  private async runTests(
    bench: TestBench,
    watch: DriveWatch,
    evidence: DeviceEvidence,
  ): Promise<DriveError | null> {
    const { plan } = this.request;
    const failures: DriveError[] = [];
    for (const test of plan.tests) {
      if (this.stopping || bench.isStopping) {
        return null;
      }
      watch.during = test;
      this.emit({ type: "test", test, steps: this.stepsOf(test, bench.engine) });
      try {
        await this.runTest(test, bench, evidence);
      } catch (cause) {
        const error = await watch.explain(errorOf(cause));
        if (!endsOnlyItsTest(error)) {
          throw new DriveFault(error);
        }
        failures.push(error);
        if (failures.length < plan.tests.length) {
          this.emit({ type: "test-failed", test, error });
        }
      }
    }
    return failures.length === plan.tests.length ? (failures[0] ?? null) : null;
  }

  private async runTest(test: TestName, bench: TestBench, evidence: DeviceEvidence): Promise<void> {
    switch (test) {
      case "flush":
        await runFlushModeTest(bench, evidence, this.os);
        return runFlushAppendTest(bench, evidence);
      case "buffer":
        return runBufferSweepTest(bench, this.os);
      case "interval":
        return runSyncIntervalTest(bench, this.intervalModes);
      case "chunked":
        return runChunkedTest(bench);
      case "commits":
        return runCommitTest(bench, { evidence, handedBytes });
      case "sustained":
        return runSustainedTest(bench);
    }
  }

  private get intervalModes(): readonly FlushModeId[] {
    return this.request.plan.interval.modes ?? intervalSyncModes(this.os);
  }

  /** How many steps a test reports, for the progress bar. */
  private stepsOf(test: TestName, engine: NativeEngine): number {
    const { flush, buffer, interval, chunked, commits } = this.request.plan;
    const modeCount = engine.modes.length;
    switch (test) {
      case "flush":
        return (
          (flush.rounds + (flush.append?.rounds ?? 0)) * (flush.modes?.length ?? modeCount) +
          Math.min(flush.rounds, flush.spaced?.rounds ?? 0)
        );
      case "buffer":
        return bufferSteps(buffer).length + (buffer.stream === null ? 0 : 1);
      case "interval":
        return this.intervalModes.length * interval.trials * intervalSteps(interval).length;
      case "chunked":
        return chunked.passes * modeCount;
      case "commits":
        return commits.shapes.length * commitSteps(engine, commits, 0).length;
      case "sustained":
        return 1;
    }
  }
}

/** Too little space for one test's file says nothing about the others; a drive's error does. */
function endsOnlyItsTest({ code }: DriveError): boolean {
  return code === "no-space" || code === "volume-full" || code === "quota-reached";
}
