import { randomInt, randomUUID } from "node:crypto";
import { judgePowerCut, wasRestarted } from "../analysis/power-cut";
import { DriveFault, driveError } from "../contract/drive-error";
import type { HostEvent, HostRequest } from "../contract/engine-messages";
import type { FlushModeId, OperatingSystem } from "../contract/flush-mode";
import type { PlugAcknowledged, PlugFound } from "../contract/power-cut-found";
import { type PlugMode, type PlugPlan, plugLayout } from "../contract/power-cut-plan";
import type { PlugTest } from "../contract/power-cut-result";
import { newPlugState, type PlugStep, takeStep } from "../contract/power-cut-stage";
import type { Boot, PlugState } from "../contract/power-cut-state";
import type { SpawnEngine } from "./engine-process";
import { EngineSupervisor } from "./engine-supervisor";
import { makePlugFolder, plugFolderIn } from "./power-cut-files";
import type { ReleaseLock } from "./run-lock";

export interface PlugTestDependencies {
  readonly os: OperatingSystem;
  readonly nativeDirectory: string;
  readonly spawnEngine: SpawnEngine;
  /** Throws `already-running` when another DriveProof is measuring. */
  readonly acquireLock: () => Promise<ReleaseLock>;
  /**
   * Keeps that the test's folder is about to be made: one that nobody knows of would stand in the
   * way of every later test.
   */
  readonly announce?: () => Promise<void>;
  /** Brings the state to where it is found after the power cut, before the step it names. */
  readonly keep: (state: PlugState) => Promise<void>;
  /**
   * Removes the files of a test and whatever was kept of it; tells whether its folder is gone.
   * `null`: its folder was never made.
   */
  readonly discard: (folder: string | null) => Promise<boolean>;
  readonly currentBoot: () => Promise<Boot>;
  /** The counter of unsafe shutdowns of the drive a folder lies on; `null` where it is not shown. */
  readonly readUnsafeShutdowns?: (folder: string) => Promise<number | null>;
  readonly stopDeadlineMs?: number;
}

export interface PlugTestListener {
  /** A new stage was reached, and its state is kept. */
  readonly onState?: (state: PlugState) => void;
  readonly onProgress?: (bytes: number, totalBytes: number | null) => void;
  /** About twenty a second; for the witness. */
  readonly onAcknowledged?: (
    acknowledged: PlugAcknowledged & {
      readonly elapsedNs: number;
      readonly current: FlushModeId;
      readonly operations: number;
    },
  ) => void;
}

type FinishedEvent = Extract<HostEvent, { type: "finished" }>;

const leftAfterDeath = "The files of the plug test are still there.";

export function newPlugPlan(directory: string, modes: readonly FlushModeId[]): PlugPlan {
  const largestRun = 2 ** 48 - 1; // as far as randomInt goes
  return {
    testId: randomUUID(),
    createdAt: new Date().toISOString(),
    folder: plugFolderIn(directory),
    modes: [...modes],
    layout: plugLayout(randomInt(1, largestRun)),
  };
}

/**
 * The two halves of a plug test, for the guide in the window and for the command line. Each step
 * is kept durably before it is taken, so that nothing but the steps already named can have
 * happened when the program is started again.
 */
export class PlugTestService {
  private supervisor: EngineSupervisor | null = null;
  private stopRequested = false;
  private engine = "not loaded";

  constructor(private readonly dependencies: PlugTestDependencies) {}

  /** Version of the engine that was used last. */
  get engineVersion(): string {
    return this.engine;
  }

  /**
   * Makes the files, waits for `mayWrite` (the witness is there), and writes until stop() or until
   * the drive goes. Resolves with the last state, whose `error` says how the writing failed; a
   * stage before the writing means that it was stopped early. Rejects with a `DriveFault` when the
   * files cannot be made. What was never written is removed again.
   */
  async write(
    plan: PlugPlan,
    mayWrite: Promise<void>,
    listener: PlugTestListener,
  ): Promise<PlugState> {
    this.stopRequested = false;
    const release = await this.dependencies.acquireLock();
    try {
      const steps = new Steps(newPlugState(plan), this.dependencies.keep, listener);
      await this.dependencies.announce?.();
      await makePlugFolder(plan).catch(async (error: unknown) => {
        await this.dependencies.discard(null);
        throw error;
      });
      try {
        await steps.keepFirst();
        await this.runWriter(plan, mayWrite, steps, listener);
      } finally {
        this.stop();
        if (steps.state.writingSince === null) {
          await this.dependencies.discard(plan.folder);
        }
      }
      return steps.state;
    } finally {
      release();
    }
  }

  /** Idempotent; also while a start is under way, or files are made or read back. */
  stop(): void {
    this.stopRequested = true;
    this.supervisor?.stop();
  }

  /** Removes what is left of a test that is finished or given up; tells whether that is all. */
  remove(folder: string): Promise<boolean> {
    return this.dependencies.discard(folder);
  }

  /**
   * Reads back what is left and compares it with what the witness holds. Resolves with the last
   * state, which has no result when this was stopped. Rejects with a `DriveFault`.
   */
  async finish(
    state: PlugState,
    acknowledged: PlugAcknowledged,
    listener: PlugTestListener = {},
  ): Promise<PlugState> {
    this.stopRequested = false;
    const release = await this.dependencies.acquireLock();
    try {
      const steps = new Steps(state, this.dependencies.keep, listener);
      await steps.take({ type: "reading-begins" });
      const result = await this.judge(steps.state, acknowledged, listener);
      return result === null ? steps.state : await steps.take({ type: "finished", result });
    } finally {
      release();
    }
  }

  private async runWriter(
    plan: PlugPlan,
    mayWrite: Promise<void>,
    steps: Steps,
    listener: PlugTestListener,
  ): Promise<void> {
    let prepared: (modes: PlugMode[]) => void = () => undefined;
    const whenPrepared = new Promise<PlugMode[]>((resolve) => {
      prepared = resolve;
    });
    const host = this.start({ type: "plug-prepare", ...this.filesOf(plan) }, (event) => {
      if (event.type === "plug-prepared") {
        prepared(event.modes);
      } else if (event.type === "plug-progress") {
        listener.onProgress?.(event.bytes, event.totalBytes);
      } else if (event.type === "plug-acknowledged") {
        const { numbers, elapsedNs, current, operations } = event;
        listener.onAcknowledged?.({ numbers, elapsedNs, current, operations });
      }
    });
    const modes = await Promise.race([whenPrepared, host.ended]);
    if (!Array.isArray(modes)) {
      return unlessFailed(modes);
    }
    await steps.take({ type: "prepared", modes });
    const early = await Promise.race([mayWrite, host.ended]);
    if (early) {
      return unlessFailed(early);
    }
    const { id: bootId } = await this.dependencies.currentBoot();
    const unsafeShutdowns = await this.readUnsafeShutdowns(plan.folder);
    const at = new Date().toISOString();
    await steps.take({ type: "writing-begins", at, bootId, unsafeShutdowns });
    host.supervisor.send({ type: "plug-write" });
    const { error } = await host.ended;
    await steps.take(error ? { type: "failed", error } : { type: "stopped" });
  }

  private async judge(
    state: PlugState,
    acknowledged: PlugAcknowledged,
    listener: PlugTestListener,
  ): Promise<PlugTest | null> {
    const { plan, modes, writingSince, driveLost } = state;
    if (modes === null || writingSince === null) {
      throw new DriveFault(driveError("not-testable", "This plug test was never written."));
    }
    let found: PlugFound[] | null = null;
    const host = this.start({ type: "plug-read-back", ...this.filesOf(plan) }, (event) => {
      if (event.type === "plug-found") {
        found = event.modes;
      } else if (event.type === "plug-progress") {
        listener.onProgress?.(event.bytes, event.totalBytes);
      }
    });
    unlessFailed(await host.ended);
    if (found === null) {
      return null;
    }
    const boot = await this.dependencies.currentBoot();
    const before = state.unsafeShutdowns;
    const after = before === null ? null : await this.readUnsafeShutdowns(plan.folder);
    return judgePowerCut({
      os: this.dependencies.os,
      plan,
      modes,
      acknowledged,
      ending: state.ending,
      cut: {
        shown: null,
        deed: null,
        computerRestarted: wasRestarted(state, boot),
        driveLost,
        unsafeShutdowns: before === null || after === null ? null : { before, after },
      },
      found,
      othersFlushesPerSecond: state.othersFlushesPerSecond,
      startedAt: writingSince,
      finishedAt: new Date().toISOString(),
    });
  }

  private async readUnsafeShutdowns(folder: string): Promise<number | null> {
    return (await this.dependencies.readUnsafeShutdowns?.(folder)) ?? null;
  }

  private filesOf({ folder, modes, layout }: PlugPlan) {
    const { nativeDirectory } = this.dependencies;
    return { folder, modes, layout, nativeDirectory };
  }

  private start(
    request: Extract<HostRequest, { type: "plug-prepare" | "plug-read-back" }>,
    onEvent: (event: HostEvent) => void,
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
          finished(event);
        } else if (event.type === "engine") {
          this.engine = event.version;
        } else {
          onEvent(event);
        }
      },
      leftAfterDeath,
      ...(stopDeadlineMs === undefined ? {} : { stopDeadlineMs }),
    });
    this.supervisor = supervisor;
    if (this.stopRequested) {
      supervisor.stop();
    }
    return { supervisor, ended };
  }
}

/** The state of one test, kept before anybody hears of it. */
class Steps {
  constructor(
    public state: PlugState,
    private readonly keep: (state: PlugState) => Promise<void>,
    private readonly listener: PlugTestListener,
  ) {}

  async keepFirst(): Promise<void> {
    await this.keep(this.state);
    this.listener.onState?.(this.state);
  }

  async take(step: PlugStep): Promise<PlugState> {
    const next = takeStep(this.state, step);
    await this.keep(next);
    this.state = next;
    this.listener.onState?.(next);
    return next;
  }
}

function unlessFailed({ error }: FinishedEvent): void {
  if (error) {
    throw new DriveFault(error);
  }
}
