import type { HostError } from "#contract/drive-error";
import type { HostEvent, HostRequest } from "#contract/engine-messages";
import type { OperatingSystem } from "#contract/flush-mode";
import type { NativeEngine } from "#native/index";
import { Bench } from "./bench";
import { DriveWatch } from "./drive-gone";
import { EngineTask } from "./engine-task";
import { errorOf, HostFault } from "./fault";
import { type HeldFolder, holdFolder } from "./held-folder";
import { leftoverWarnings, type Swept, sweep, sweepFirst, warningsAfterError } from "./leftovers";
import { DeviceEvidence } from "./readings/device-evidence";
import { FileSystemErrors } from "./readings/file-system-errors";
import { StandstillSoFar } from "./readings/standstill";
import { followTemperature } from "./readings/temperature";
import { homeOf } from "./workloads";

type Held = Pick<HeldFolder, "descriptor" | "whereabouts" | "close">;
type StartRequest = Extract<HostRequest, { type: "start" }>;

const progressIntervalMs = 100;

/**
 * One inspection from the first workload to the last. All waiting happens on the engine's own
 * thread; Node's thread only passes messages.
 */
export class InspectionRunner extends EngineTask<StartRequest> {
  private bench: Bench | null = null;
  /** Leftovers of earlier runs in the folder, which the report lists already. */
  private foundBefore: Swept | null = null;

  constructor(
    request: StartRequest,
    emit: (event: HostEvent) => void,
    private readonly os: OperatingSystem,
    load?: () => NativeEngine,
    private readonly evidenceOf = (request: StartRequest) => new DeviceEvidence(request),
    private readonly hold: (directory: string, device: string | null) => Promise<Held> = holdFolder,
  ) {
    super(request, emit, load);
  }

  /** Ends the inspection early; everything measured so far stays in the report. */
  override stop(): void {
    if (this.isStopped) {
      return;
    }
    super.stop();
    this.emit({ type: "phase", phase: "stopping" });
    this.bench?.stop();
  }

  protected async work(engine: NativeEngine): Promise<void> {
    this.emit({ type: "engine", version: engine.version });
    const progress = setInterval(() => this.bench?.reportProgress(), progressIntervalMs);
    const error = await this.inspect(engine).catch(errorOf);
    clearInterval(progress);
    if (error !== null) {
      await this.tellLeftovers(error);
      throw new HostFault(error);
    }
  }

  /**
   * Tries again to remove the files that this run could not remove, and reports those that stay.
   * Skipped on a drive that is gone, because a search of its folder could hang.
   */
  private async tellLeftovers({ code }: HostError): Promise<void> {
    const { directory } = this.request;
    const engine = code === "volume-gone" ? null : (this.bench?.engine ?? null);
    const swept = engine && (await sweep(engine, directory));
    for (const warning of warningsAfterError(directory, code, swept, this.foundBefore)) {
      this.emit(warning);
    }
  }

  /** Resolves with the error that ended the inspection, or `null`. */
  private async inspect(engine: NativeEngine): Promise<HostError | null> {
    const swept = await sweepFirst(engine, this.request.directory);
    this.foundBefore = swept;
    for (const warning of swept ? leftoverWarnings(swept) : []) {
      this.emit(warning);
    }
    const evidence = this.evidenceOf(this.request);
    const folder = await this.hold(this.request.directory, this.request.folderDevice);
    const recorded = await FileSystemErrors.begin(folder.descriptor);
    const watch = await DriveWatch.begin(folder, evidence, undefined, recorded);
    const bench = new Bench(engine, this.request, this.emit, {
      os: this.os,
      evidence,
      watch,
      folderDescriptor: folder.descriptor,
    });
    this.bench = bench;
    const absence = watch.keepLooking(() => bench.stop());
    const temperature = followTemperature(this.request.diskDevices, (reading) =>
      this.emit({ type: "temperature", ...reading }),
    );
    const standstill = new StandstillSoFar(engine);
    try {
      const workloads = this.runWorkloads(bench, watch).catch(errorOf);
      const error = await Promise.race([workloads, absence.givenUp]);
      // Wrong data is the result even if the drive is gone by now: the data were read from the
      // drive before.
      return error?.code === "wrong-data" ? error : (absence.error ?? error);
    } finally {
      for (const warning of standstill.warnings()) {
        this.emit(warning);
      }
      standstill.end();
      temperature.end();
      absence.end();
      await folder.close();
    }
  }

  /**
   * Runs the plan's workloads. Resolves with the first error if every workload failed, else with
   * `null`.
   */
  private async runWorkloads(bench: Bench, watch: DriveWatch): Promise<HostError | null> {
    const { plan } = this.request;
    const failures: HostError[] = [];
    for (const workload of plan.tests) {
      if (this.isStopped || bench.isStopping) {
        return null;
      }
      watch.during = workload;
      const { stepCount, run } = homeOf(workload);
      const steps = stepCount(plan.workloads[workload], bench.engine);
      this.emit({ type: "workload", workload, steps });
      try {
        await run(bench);
      } catch (cause) {
        const error = await watch.explain(errorOf(cause));
        if (!endsOnlyItsWorkload(error)) {
          throw new HostFault(error);
        }
        failures.push(error);
        if (failures.length < plan.tests.length) {
          this.emit({ type: "workload-failed", workload, error });
        }
      }
    }
    return failures.length === plan.tests.length ? (failures[0] ?? null) : null;
  }
}

/**
 * Whether the error ends only its workload. After too little space for one workload's file all
 * other workloads can continue; after a drive error none can.
 */
function endsOnlyItsWorkload({ code }: HostError): boolean {
  return ["no-space", "space-unknown", "volume-full", "quota-reached"].includes(code);
}
