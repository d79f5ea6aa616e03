import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fillsVolume, requiredFreeBytes, withinFileSystem } from "#analysis/plan";
import { type RunIdentity, RunRecord } from "#analysis/run-record";
import { sayer } from "#analysis/say";
import { copyOnWriteName } from "#contract/copy-on-write";
import { DriveFault, driveError, hostError } from "#contract/drive-error";
import type { WordedEvent } from "#contract/engine-messages";
import type { Purchase } from "#contract/health";
import type { LiveState } from "#contract/live-state";
import type { HostFacts, Report, ReportWarning } from "#contract/report";
import type { RunPlan } from "#contract/run-plan";
import type { Statement } from "#contract/statement";
import type { Volume } from "#contract/volume";
import { errorInWords, reportInWords, warningInWords } from "#text/in-words";
import type { statements } from "#text/inspection/errors";
import { hostText } from "#text/inspection/host";
import type { statements as leftoverStatements } from "#text/inspection/leftovers";
import { alreadyRunning } from "#text/inspection/run-lock";
import { systemDrive, tooLittleSpace } from "#text/inspection/untestable";
import { reasonOf } from "../files/error-code";
import type { SpawnEngine } from "../hosts/engine-process";
import { EngineSupervisor, stopDeadlineMs } from "../hosts/engine-supervisor";
import { type FactReaders, readFacts } from "./facts";
import { historyWarnings, type KnownPowerCutTests, noPowerCutTests } from "./known-power-cut-tests";
import type { Leftovers } from "./leftovers";
import { withRoom } from "./room";
import { type AcquireLock, LockUnavailable, type ReleaseLock, sayOfLock } from "./run-lock";

export interface InspectionDependencies extends FactReaders {
  readonly spawnEngine: SpawnEngine;
  readonly readWarnings: (host: HostFacts, volume: Volume) => Promise<ReportWarning[]>;
  /**
   * Takes the run lock. Throws `already-running` if another DriveProof measures, `LockUnavailable`
   * if that cannot be determined.
   */
  readonly acquireLock: AcquireLock;
  readonly leftovers?: Pick<Leftovers, "begin" | "end" | "afterDeath"> &
    Partial<Pick<Leftovers, "makeRoom">>;
  /** Device number of the volume that a folder is on. */
  readonly deviceOf?: (directory: string) => Promise<string | null>;
  /** Describes the volume that now holds a folder; by default the request's free space counts. */
  readonly describeFolder?: (directory: string) => Promise<Volume>;
  /** Whether programs need free space on this volume; by default only on the system's volume. */
  readonly isSystems?: (volume: Volume) => Promise<boolean>;
  readonly stopDeadlineMs?: number | undefined;
}

export interface InspectionRequest {
  readonly volume: Volume;
  readonly plan: RunPlan;
  readonly allowNetwork: boolean;
  /** Whether the user agreed to a test although the free space is not known. */
  readonly allowUnknownSpace?: boolean;
  /** Whether the user agreed to fill a drive on which programs need free space. */
  readonly mayFillSystem?: boolean;
  /** Text of the refusal to fill the drive that says how to agree to the filling. */
  readonly howToFill?: string;
  /** How the user says the drive was sold. */
  readonly purchase?: Purchase | null;
  readonly purchasedIn?: string | null;
  /** Earlier plug tests of this drive; none if missing. */
  readonly powerCutTests?: KnownPowerCutTests;
}

export interface InspectionListener {
  /** Called at `liveIntervalMs`; each state replaces the previous one. */
  readonly onLive: (state: LiveState) => void;
  readonly liveIntervalMs: number;
  readonly onFinished: (report: Report) => void;
}

const say = sayer<typeof statements>();

interface RunLock {
  readonly release: ReleaseLock;
  readonly warnings: readonly ReportWarning[];
  /** `isLost` becomes true if the lock is lost before it is released. */
  readonly lost: { isLost: boolean };
}

/** Runs inspections, one at a time, and keeps the running inspection's record. */
export class InspectionService {
  private record: RunRecord | null = null;
  private supervisor: EngineSupervisor | null = null;
  private starting = false;
  private stopRequested = false;
  private startedAtNs = 0n;
  private ended: Promise<void> = Promise.resolve();
  private released: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: InspectionDependencies) {}

  /** How long a stop waits for a drive that does not answer, in milliseconds. */
  get stopDeadlineMs(): number {
    return this.dependencies.stopDeadlineMs ?? stopDeadlineMs;
  }

  /** State of the running inspection; `null` while none is running. */
  current(): LiveState | null {
    return this.record && !this.record.isFinished ? this.record.live(this.nowNs()) : null;
  }

  /**
   * Resolves with the inspection's id once it is running. Throws a `DriveFault` if the volume must
   * not or cannot be tested, or if another inspection is running.
   */
  async start(asked: InspectionRequest, listener: InspectionListener): Promise<string> {
    const plan = withinFileSystem(asked.plan, asked.volume.fileSystem);
    const request = { ...asked, plan };
    if (this.starting || this.current()) {
      throw new DriveFault(driveError("already-running", alreadyRunning.here()));
    }
    this.starting = true;
    this.stopRequested = false;
    try {
      await this.released;
      // The engine compares the folder's device number, which is read before the checks, and so
      // notices if another volume was mounted at the path later.
      const folderDevice = await (this.dependencies.deviceOf ?? deviceOf)(asked.volume.directory);
      const { volume, warnings } = await withRoom(
        request.volume,
        (volume) => checkTestable({ ...request, volume }),
        this.dependencies,
      );
      if (!request.mayFillSystem && (await this.fillsSystem(volume, request.plan))) {
        const said = [systemDrive.refused({ name: volume.name }), request.howToFill ?? ""];
        throw new DriveFault(driveError("not-testable", said.join(" ").trim()));
      }
      const lock = await this.lock();
      const locked = { ...lock, warnings: [...lock.warnings, ...warnings] };
      return await this.launch({ ...request, volume, folderDevice }, listener, locked);
    } finally {
      this.starting = false;
    }
  }

  /**
   * Whether the plan fills a drive on which programs need free space; the user must agree first.
   */
  async fillsSystem(volume: Volume, plan: RunPlan): Promise<boolean> {
    const isSystems = this.dependencies.isSystems ?? (async () => volume.system);
    return fillsVolume(plan, volume.freeBytes) && (await isSystems(volume));
  }

  /**
   * Stops the inspection, which ends with a partial report. Idempotent; also works during a start.
   */
  stop(): void {
    this.stopRequested = true;
    if (this.supervisor && this.record && !this.record.isFinished) {
      this.record.apply({ type: "phase", phase: "stopping" }, this.nowNs());
      this.supervisor.stop();
    }
  }

  /** Tells the engine's process that the computer goes to sleep; nothing if no inspection runs. */
  sleepAnnounced(): void {
    this.supervisor?.send({ type: "sleep-announced" });
  }

  /** Resolves when no inspection is running any more. */
  whenIdle(): Promise<void> {
    return this.ended.then(() => this.released);
  }

  private nowNs(): number {
    return Number(process.hrtime.bigint() - this.startedAtNs);
  }

  /**
   * Takes the run lock. Without the lock another inspection may distort the figures: a warning, not
   * a refusal.
   */
  private async lock(): Promise<RunLock> {
    const lost = { isLost: false };
    const onLost = () => {
      lost.isLost = true;
    };
    try {
      return { release: await this.dependencies.acquireLock(onLost), warnings: [], lost };
    } catch (error) {
      if (error instanceof LockUnavailable) {
        const warnings = [withoutLock(error.why)];
        return { release: () => undefined, warnings, lost };
      }
      throw error;
    }
  }

  private async launch(
    request: InspectionRequest & { readonly folderDevice: string | null },
    listener: InspectionListener,
    { release, warnings, lost }: RunLock,
  ): Promise<string> {
    const { dependencies } = this;
    const { leftovers } = dependencies;
    const { plan } = request;
    let { volume } = request;
    const runId = randomUUID();
    const known = request.powerCutTests ?? noPowerCutTests;
    let identity: RunIdentity;
    try {
      const { flushesTurnedOff, ...facts } = await readFacts(dependencies, volume);
      volume = { ...volume, flushesTurnedOff };
      // This monotonic clock times the temperatures, the wall clock `startedAt` the rounds: both
      // are read together, so that the two can be compared.
      this.startedAtNs = process.hrtime.bigint();
      identity = {
        runId,
        app: { ...dependencies.app, engine: hostText.engineNotLoaded() },
        ...facts,
        purchase: request.purchase ?? null,
        purchasedIn: request.purchasedIn ?? null,
        volume,
        plan,
        powerCutTests: known.tests,
        startedAt: new Date().toISOString(),
        warnings: [
          ...warnings,
          ...(await dependencies.readWarnings(facts.host, volume)),
          ...historyWarnings(known),
        ],
      };
      this.record = new RunRecord(identity);
      await leftovers?.begin(volume.directory);
    } catch (error) {
      release();
      throw error;
    }
    const record = this.record;
    let markEnded: () => void = () => undefined;
    this.ended = new Promise((resolve) => {
      markEnded = resolve;
    });
    const timer = setInterval(
      () => listener.onLive(record.live(this.nowNs())),
      listener.liveIntervalMs,
    );
    const finish = () => {
      clearInterval(timer);
      if (lost.isLost) {
        record.apply(
          { type: "warning", warning: withoutLock(sayOfLock("lock.lost")) },
          this.nowNs(),
        );
      }
      const report = lastReport(record, identity);
      if (leftovers && this.supervisor?.endedByItself && !leavesFiles(report)) {
        // The list of unfinished runs may be changed only while the lock is held.
        this.released = leftovers.end(volume.directory).then(release);
      } else {
        release();
      }
      markEnded();
      // The report comes first: drawing the last live state would delay the verdict.
      listener.onFinished(report);
      listener.onLive(record.live(this.nowNs()));
    };
    this.supervisor = new EngineSupervisor(
      {
        type: "start",
        runId,
        plan,
        directory: volume.directory,
        folderDevice: request.folderDevice,
        evidenceDevices: volume.evidenceDevices,
        followedDevices: volume.followedDevices,
        diskDevices: volume.diskDevices,
      },
      {
        spawn: dependencies.spawnEngine,
        lookAfterDeath: leftovers && (() => leftovers.afterDeath(volume.directory)),
        onUnanswered: () =>
          record.apply(
            { type: "warning", warning: unanswered(volume, this.stopDeadlineMs) },
            this.nowNs(),
          ),
        onEvent: (event: WordedEvent) => {
          record.apply(event, this.nowNs());
          if (event.type === "finished") {
            finish();
          } else if (event.type === "phase" && event.phase === "verifying") {
            // Makes and discards a report while nothing is timed: the code is then warm and takes
            // half as long at the end.
            lastReport(record, identity);
          }
        },
        stopDeadlineMs: dependencies.stopDeadlineMs,
      },
    );
    if (this.stopRequested) {
      this.stop();
    }
    return runId;
  }
}

/**
 * Longest wait for the volume's device number, in milliseconds; an inspection also starts without
 * the number.
 */
const deviceTimeMs = 2_000;

/** Device number of the folder's volume; `null` if unknown or not read in time. */
async function deviceOf(directory: string): Promise<string | null> {
  const asked = stat(directory, { bigint: true }).then(
    ({ dev }) => `${dev}`,
    () => null,
  );
  return await Promise.race([asked, sleep(deviceTimeMs, null, { ref: false })]);
}

const sayOfLeftovers = sayer<typeof leftoverStatements>();

/** The warning if the engine did not end in time because the drive hangs. */
function unanswered({ directory }: Volume, deadlineMs: number): ReportWarning {
  const said = sayOfLeftovers("leftovers-left.unanswered", {
    seconds: deadlineMs / 1000,
    folder: directory,
  });
  return warningInWords("stop-unanswered", [said]);
}

/**
 * The report at the end. An error in judging the figures is a bug of this program: the report then
 * has the error in place of the figures.
 */
function lastReport(record: RunRecord, identity: RunIdentity): Report {
  const finishedAt = new Date().toISOString();
  try {
    return reportInWords(record.report(finishedAt));
  } catch (cause) {
    console.error("the report of the inspection could not be made:", cause);
    const empty = new RunRecord({ ...identity, health: null, powerCutTests: [] });
    const reason = reasonOf(cause);
    const error = errorInWords(hostError("internal", [say("error.itself", { reason })]));
    empty.apply({ type: "finished", stopped: false, error }, 0);
    return reportInWords(empty.report(finishedAt));
  }
}

/** Whether the run left files, which the next start of the program has to look for. */
function leavesFiles({ warnings }: Report): boolean {
  return warnings.some(({ code }) => code === "leftovers-left" || code === "own-folder-stuck");
}

function withoutLock(why: Statement): ReportWarning {
  return warningInWords("lock-unavailable", [why, sayOfLock("lock.inspected-all-the-same")]);
}

/**
 * Throws a `DriveFault` if the volume must not or cannot be tested with this plan, by the same
 * rules for the window and the command line.
 */
export function checkTestable({
  volume,
  plan,
  allowNetwork,
  allowUnknownSpace,
}: InspectionRequest): void {
  const fileSystem = copyOnWriteName(volume);
  const needed = {
    bytes: requiredFreeBytes(plan, fileSystem !== null),
    refusal:
      fileSystem === null
        ? tooLittleSpace.inspection
        : tooLittleSpace.inspectionCopyOnWrite(fileSystem),
  };
  checkVolume(volume, allowNetwork, needed, allowUnknownSpace);
}

interface NeededSpace {
  readonly bytes: number;
  readonly refusal: (room: { volume: string; freeBytes: number; neededBytes: number }) => string;
}

/** Throws a `DriveFault` if the volume must not be written or has too little space. */
export function checkVolume(
  volume: Volume,
  allowNetwork: boolean,
  needed: NeededSpace,
  allowUnknownSpace = false,
): void {
  const { untestable } = volume;
  const hasAgreed =
    (untestable?.code === "network-mount" && allowNetwork) ||
    (untestable?.code === "space-unknown" && allowUnknownSpace);
  if (untestable && !hasAgreed) {
    throw new DriveFault(errorInWords(hostError(untestable.code, untestable.statements)));
  }
  const { name, freeBytes } = volume;
  if (freeBytes !== null && freeBytes < needed.bytes) {
    const room = { volume: name, freeBytes, neededBytes: needed.bytes };
    throw new DriveFault(driveError("no-space", needed.refusal(room)));
  }
}
