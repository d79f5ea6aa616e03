import { randomInt, randomUUID } from "node:crypto";
import { judgePowerCut, wasRestarted } from "../../analysis/power-cut";
import { sayer } from "../../analysis/say";
import { type DriveError, DriveFault, driveError, hostError } from "../../contract/drive-error";
import type { HostRequest, WordedEvent } from "../../contract/engine-messages";
import type { FlushModeId, OperatingSystem } from "../../contract/flush-mode";
import type {
  PowerCutAcknowledged,
  PowerCutEnding,
  PowerCutFound,
} from "../../contract/power-cut-found";
import {
  type PowerCutMode,
  type PowerCutPlan,
  powerCutLayout,
} from "../../contract/power-cut-plan";
import type { CutDeed, ObservedCut, PowerCutTest } from "../../contract/power-cut-result";
import { newPowerCutState } from "../../contract/power-cut-stage";
import type { Boot, PowerCutState } from "../../contract/power-cut-state";
import { errorInWords } from "../../text/in-words";
import { hostText } from "../../text/inspection/host";
import type { statements as leftovers } from "../../text/inspection/leftovers";
import { powerCutRefusals } from "../../text/power-cut/refusals";
import type { SpawnEngine } from "../hosts/engine-process";
import { EngineSupervisor } from "../hosts/engine-supervisor";
import { type AcquireLock, sayOfLock } from "../inspection/run-lock";
import { isRemovalBegun, makePowerCutFolder, powerCutFolderIn } from "./files";
import type { PowerSigns } from "./power-signs";
import type { RemovedPowerCutTests } from "./removed-tests";
import { PowerCutSteps } from "./steps";

export interface PowerCutDependencies {
  readonly os: OperatingSystem;
  readonly nativeDirectory: string;
  readonly spawnEngine: SpawnEngine;
  /** Throws `already-running` when another DriveProof is measuring. */
  readonly acquireLock: AcquireLock;
  /**
   * Keeps that the test's folder is about to be made: one that nobody knows of would stand in the
   * way of every later test.
   */
  readonly announce?: () => Promise<void>;
  /** Brings the state to where it is found after the power cut, before the step it names. */
  readonly keep: (state: PowerCutState) => Promise<void>;
  /**
   * Removes the files of a test and whatever was kept of it; tells whether its folder is gone.
   * `null`: its folder was never made.
   */
  readonly discard: (folder: string | null) => Promise<boolean>;
  /** Removes the files of a test of which nothing was kept; tells whether its folder is gone. */
  readonly removeFolder: (folder: string) => Promise<boolean>;
  /** Tests whose folder is gone because of us. */
  readonly removed: Pick<RemovedPowerCutTests, "includes">;
  readonly currentBoot: () => Promise<Boot>;
  readonly powerSigns: PowerSigns;
  readonly stopDeadlineMs?: number;
}

export interface PowerCutListener {
  /** A new stage was reached, and its state is kept. */
  readonly onState?: (state: PowerCutState) => void;
  readonly onProgress?: (bytes: number, totalBytes: number | null) => void;
  /** Up to a hundred a second; for the witness. */
  readonly onAcknowledged?: (
    acknowledged: PowerCutAcknowledged & {
      readonly elapsedNs: number;
      readonly current: FlushModeId;
      readonly operations: number;
    },
  ) => void;
}

/** What is known of the cut before anything is read back. */
export interface CutView {
  /** `null` where it is not known. */
  readonly restarted: boolean | null;
  readonly shown: ObservedCut["shown"];
}

type FinishedEvent = Extract<WordedEvent, { type: "finished" }>;

const say = sayer<typeof leftovers>();

/** Nobody removes anything of a test that was written, and reading changes nothing. */
const stays = {
  "power-cut-prepare": say("after-death.records-stay"),
  "power-cut-read-back": say("after-death.nothing-changed"),
} as const;

export function newPowerCutPlan(directory: string, modes: readonly FlushModeId[]): PowerCutPlan {
  const largestRun = 2 ** 48 - 1; // as far as randomInt goes
  return {
    testId: randomUUID(),
    createdAt: new Date().toISOString(),
    folder: powerCutFolderIn(directory),
    modes: [...modes],
    layout: powerCutLayout(randomInt(1, largestRun)),
  };
}

/**
 * The two halves of a plug test, for the guide in the window and for the command line. Each step
 * is kept durably before it is taken, so that nothing but the steps already named can have
 * happened when the program is started again.
 */
export class PowerCutService {
  private supervisor: EngineSupervisor | null = null;
  private stopRequested = false;
  private watching = new AbortController();
  private witnessedNs = 0;
  private engine = hostText.engineNotLoaded();
  /** Another DriveProof may be at work beside this one. */
  private isLockLost = false;

  constructor(private readonly dependencies: PowerCutDependencies) {}

  /** Version of the engine that was used last. */
  get engineVersion(): string {
    return this.engine;
  }

  /**
   * Makes the files, waits for `mayWrite` (the witness is there), and writes until stop() or until
   * the drive goes. Resolves with the last state, whose `error` says how the writing failed; a
   * stage before the writing means that it was stopped early. A drive on the USB that went is then
   * waited for, half a minute at most or until stop(), to see for how long it is missing. Rejects
   * with a `DriveFault` when the files cannot be made. What was never written is removed again.
   */
  async write(
    plan: PowerCutPlan,
    mayWrite: Promise<void>,
    listener: PowerCutListener,
  ): Promise<PowerCutState> {
    this.stopRequested = false;
    this.watching = new AbortController();
    this.witnessedNs = 0;
    return this.underLock(async () => {
      const steps = new PowerCutSteps(newPowerCutState(plan), this.dependencies.keep, listener);
      await this.dependencies.announce?.();
      await makePowerCutFolder(plan).catch(async (error: unknown) => {
        await this.dependencies.discard(null);
        throw error;
      });
      try {
        await steps.keepFirst();
        await this.runWriter(plan, mayWrite, steps, listener);
      } finally {
        this.supervisor?.stop();
        if (steps.state.writingSince === null) {
          await this.dependencies.discard(plan.folder);
        }
      }
      await this.watchAbsence(steps);
      return steps.state;
    });
  }

  /** Idempotent; also while a start is under way, or files are made or read back. */
  stop(): void {
    this.stopRequested = true;
    this.watching.abort();
    this.supervisor?.stop();
  }

  /** The witness holds everything up to `elapsedNs` of the writing; the engine notes it. */
  confirm(elapsedNs: number): void {
    if (elapsedNs > this.witnessedNs) {
      this.witnessedNs = elapsedNs;
      this.supervisor?.send({ type: "power-cut-witnessed", elapsedNs });
    }
  }

  /** What the system shows of a test that is to be finished, and what can have been done to it. */
  async lookForCut(state: PowerCutState): Promise<CutView> {
    const restarted = wasRestarted(state, await this.dependencies.currentBoot());
    const { shown } = await this.dependencies.powerSigns.after(state, restarted);
    return { restarted, shown };
  }

  /**
   * Removes what is left of a test that is finished or given up; tells whether that is all. Not while
   * another DriveProof may be writing it, or reading it back: that would take it for a loss.
   */
  remove(folder: string): Promise<boolean> {
    return this.underLock(() => this.dependencies.discard(folder));
  }

  /** Removes a test of which nothing was kept; under the same condition. */
  removeFound(folder: string): Promise<boolean> {
    return this.underLock(() => this.dependencies.removeFolder(folder));
  }

  private async underLock<T>(action: () => Promise<T>): Promise<T> {
    this.isLockLost = false;
    const release = await this.dependencies.acquireLock(() => {
      this.isLockLost = true;
      this.supervisor?.stop();
    });
    try {
      return await action();
    } finally {
      release();
    }
  }

  /**
   * Reads back what is left and compares it with what the witness holds. `deed` is what the person
   * says was done. Resolves with the last state, which has no result when this was stopped. Rejects
   * with a `DriveFault`, also where a part of the test is removed.
   */
  async finish(
    state: PowerCutState,
    acknowledged: PowerCutAcknowledged,
    deed: CutDeed | null,
    listener: PowerCutListener = {},
  ): Promise<PowerCutState> {
    this.stopRequested = false;
    return this.underLock(async () => {
      await this.refuseRemoved(state.plan);
      const steps = new PowerCutSteps(state, this.dependencies.keep, listener);
      await steps.take({ type: "reading-begins" });
      const result = await this.judge(steps.state, acknowledged, deed, listener);
      return result === null ? steps.state : await steps.take({ type: "finished", result });
    });
  }

  /** What we have removed the drive has not lost. A folder that is there tells by itself. */
  private async refuseRemoved(plan: PowerCutPlan): Promise<void> {
    const isBegun = await isRemovalBegun(plan.folder);
    if (isBegun === true) {
      throw untestable(powerCutRefusals.removalBegun());
    }
    const isRemoved = isBegun === null ? await this.dependencies.removed.includes(plan) : false;
    if (isRemoved !== false) {
      throw untestable(isRemoved ? powerCutRefusals.removed() : powerCutRefusals.maybeRemoved());
    }
  }

  private async runWriter(
    plan: PowerCutPlan,
    mayWrite: Promise<void>,
    steps: PowerCutSteps,
    listener: PowerCutListener,
  ): Promise<void> {
    let prepared: (modes: PowerCutMode[]) => void = () => undefined;
    const whenPrepared = new Promise<PowerCutMode[]>((resolve) => {
      prepared = resolve;
    });
    let ending: PowerCutEnding | null = null;
    const host = this.start({ type: "power-cut-prepare", ...this.filesOf(plan) }, (event) => {
      if (event.type === "power-cut-ended") {
        ending = event.ending;
      } else if (event.type === "power-cut-prepared") {
        prepared(event.modes);
      } else if (event.type === "power-cut-progress") {
        listener.onProgress?.(event.bytes, event.totalBytes);
      } else if (event.type === "power-cut-acknowledged") {
        const { numbers, elapsedNs, current, operations } = event;
        listener.onAcknowledged?.({ numbers, elapsedNs, current, operations });
      }
    });
    const modes = await Promise.race([whenPrepared, host.ended]);
    if (!Array.isArray(modes)) {
      return unlessFailed(modes);
    }
    await steps.take({ type: "prepared", modes });
    const { powerSigns, currentBoot } = this.dependencies;
    // Nothing of ours is written from here until the writing begins.
    const countedFlushes = await powerSigns.countOthersFlushes(plan.folder);
    const early = await Promise.race([mayWrite, host.ended]);
    if (early) {
      return unlessFailed(early);
    }
    const othersFlushesPerSecond = await Promise.race([countedFlushes(), host.ended]);
    if (typeof othersFlushesPerSecond === "object" && othersFlushesPerSecond !== null) {
      return unlessFailed(othersFlushesPerSecond);
    }
    const { id: bootId } = await currentBoot();
    const noted = { ...(await powerSigns.before(plan.folder)), othersFlushesPerSecond };
    const at = new Date().toISOString();
    await steps.take({ type: "writing-begins", at, bootId, noted });
    host.supervisor.send({ type: "power-cut-write" });
    const { error } = await host.ended;
    await steps.take(error ? { type: "failed", error, ending } : { type: "stopped" });
  }

  private async watchAbsence(steps: PowerCutSteps): Promise<void> {
    const { state } = steps;
    if (state.error === null || state.writingSince === null) {
      return;
    }
    const { watchAbsence } = this.dependencies.powerSigns;
    const absentNs = await watchAbsence(state.marks, this.watching.signal);
    if (absentNs !== null) {
      await steps.take({ type: "absence-seen", absentNs });
    }
  }

  private async judge(
    state: PowerCutState,
    acknowledged: PowerCutAcknowledged,
    deed: CutDeed | null,
    listener: PowerCutListener,
  ): Promise<PowerCutTest | null> {
    const { plan, modes, writingSince, driveLost, wasStopped, ending, othersFlushesPerSecond } =
      state;
    if (modes === null || writingSince === null) {
      throw untestable(powerCutRefusals.neverWritten());
    }
    let found: PowerCutFound[] | null = null;
    const host = this.start({ type: "power-cut-read-back", ...this.filesOf(plan) }, (event) => {
      if (event.type === "power-cut-found") {
        found = event.modes;
      } else if (event.type === "power-cut-progress") {
        listener.onProgress?.(event.bytes, event.totalBytes);
      }
    });
    unlessFailed(await host.ended);
    if (found === null) {
      return null;
    }
    const { os, currentBoot, powerSigns } = this.dependencies;
    const computerRestarted = wasRestarted(state, await currentBoot());
    const { shown, unsafeShutdowns } = await powerSigns.after(state, computerRestarted);
    if (unsafeShutdowns !== null && unsafeShutdowns.after < unsafeShutdowns.before) {
      throw untestable(powerCutRefusals.otherDrive());
    }
    return judgePowerCut({
      os,
      plan,
      modes,
      acknowledged,
      ending,
      wasStopped,
      othersFlushesPerSecond,
      cut: { shown, deed, computerRestarted, driveLost, unsafeShutdowns },
      found,
      startedAt: writingSince,
      finishedAt: new Date().toISOString(),
    });
  }

  private filesOf({ folder, modes, layout }: PowerCutPlan) {
    const { nativeDirectory } = this.dependencies;
    return { folder, modes, layout, nativeDirectory };
  }

  private start(
    request: Extract<HostRequest, { type: "power-cut-prepare" | "power-cut-read-back" }>,
    onEvent: (event: WordedEvent) => void,
  ): { readonly supervisor: EngineSupervisor; readonly ended: Promise<FinishedEvent> } {
    const { spawnEngine, stopDeadlineMs } = this.dependencies;
    let finished: (event: FinishedEvent) => void = () => undefined;
    const ended = new Promise<FinishedEvent>((resolve) => {
      finished = resolve;
    });
    const supervisor = new EngineSupervisor(request, {
      spawn: spawnEngine,
      onEvent: (event) => {
        if (event.type === "finished") {
          finished(this.isLockLost ? { ...event, error: event.error ?? lockLost() } : event);
        } else if (event.type === "engine") {
          this.engine = event.version;
        } else {
          onEvent(event);
        }
      },
      lookAfterDeath: async () => stays[request.type],
      ...(stopDeadlineMs === undefined ? {} : { stopDeadlineMs }),
    });
    this.supervisor = supervisor;
    if (this.stopRequested || this.isLockLost) {
      supervisor.stop();
    }
    return { supervisor, ended };
  }
}

function untestable(message: string): DriveFault {
  return new DriveFault(driveError("not-testable", message));
}

function lockLost(): DriveError {
  const said = [sayOfLock("lock.lost"), sayOfLock("lock.power-cut-test-stopped")];
  return errorInWords(hostError("not-testable", said));
}

function unlessFailed({ error }: FinishedEvent): void {
  if (error) {
    throw new DriveFault(error);
  }
}
