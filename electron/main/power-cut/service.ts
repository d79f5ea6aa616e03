import { randomInt, randomUUID } from "node:crypto";
import { wasRestarted } from "#analysis/power-cut";
import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import {
  type Boot,
  newPowerCutState,
  type PowerCutAcknowledged,
  type PowerCutState,
} from "#contract/power-cut/state";
import {
  type CutDeed,
  type ObservedCut,
  type PowerCutPlan,
  powerCutLayout,
} from "#contract/power-cut/test";
import type { Volume } from "#contract/volume";
import { makePowerCutFolder, powerCutFolderIn } from "./files";
import { LockedEngine, type LockedEngineParts } from "./locked-engine";
import type { PowerSigns } from "./power-signs";
import { readAndJudge } from "./reading";
import type { ReadBackPowerCutTest } from "./report";
import { PowerCutSteps } from "./steps";
import type { PowerCutStore } from "./store";
import { type PowerCutListener, watchAbsence, writeRecords } from "./writing";

export interface PowerCutDependencies extends LockedEngineParts {
  readonly os: OperatingSystem;
  readonly store: PowerCutStore;
  readonly currentBoot: () => Promise<Boot>;
  readonly powerSigns: PowerSigns;
}

/** What is known of the power cut before anything is read back. */
export interface CutView {
  /** Whether the computer restarted; `null` if not known. */
  readonly restarted: boolean | null;
  readonly shown: ObservedCut["shown"];
}

export interface FinishListener extends Pick<PowerCutListener, "onProgress"> {
  /** Awaited before the test is saved as finished, so that every finished test has its report. */
  readonly onResult?: (finished: ReadBackPowerCutTest) => Promise<void>;
}

export function newPowerCutPlan(volume: Volume, modes: readonly FlushModeId[]): PowerCutPlan {
  const largestRun = 2 ** 48 - 1; // largest range that crypto.randomInt() accepts
  return {
    testId: randomUUID(),
    createdAt: new Date().toISOString(),
    folder: powerCutFolderIn(volume.directory),
    modes: [...modes],
    layout: powerCutLayout(randomInt(1, largestRun)),
    volume: marksOf(volume),
    settings: settingsOf(volume),
  };
}

/** The facts by which the volume of a test can be recognized later. */
export function marksOf({
  fileSystem,
  totalBytes,
  drive,
}: Volume): NonNullable<PowerCutPlan["volume"]> {
  return { fileSystem, totalBytes, model: drive.model };
}

export function settingsOf({
  mountOptions,
  writeCache,
}: Volume): NonNullable<PowerCutPlan["settings"]> {
  return { mountOptions, writeCache };
}

/**
 * Writes the records of a plug test before the power cut and reads them back after it, for the
 * guide in the window and for the command line. Each step is saved durably before it happens.
 */
export class PowerCutService {
  readonly store: PowerCutStore;
  private readonly engine: LockedEngine;
  private watching = new AbortController();
  private witnessedNs = 0;

  constructor(private readonly dependencies: PowerCutDependencies) {
    this.store = dependencies.store;
    this.engine = new LockedEngine(dependencies);
  }

  /**
   * Creates the files, waits for `mayWrite` (the witness is connected), and writes until stop() or
   * until the drive disappears. Resolves with the last state, whose `error` is the cause of a
   * failed write; a stage before the writing means an early stop. If a USB drive disappears, waits
   * up to half a minute or until stop() to measure how long it is missing. Rejects with a
   * `DriveFault` if the files cannot be created. A test that was never written is removed again.
   */
  async write(
    plan: PowerCutPlan,
    mayWrite: Promise<void>,
    listener: PowerCutListener,
  ): Promise<PowerCutState> {
    this.watching = new AbortController();
    this.witnessedNs = 0;
    const { engine, store } = this;
    const { powerSigns, currentBoot } = this.dependencies;
    return engine.run(async () => {
      const steps = new PowerCutSteps(newPowerCutState(plan), store, listener);
      // The record comes first: a test folder without a record would block every later test.
      await store.saveRecord();
      await makePowerCutFolder(plan).catch(async (error: unknown) => {
        await store.remove(null);
        throw error;
      });
      try {
        await steps.keepFirst();
        await writeRecords(plan, mayWrite, { engine, steps, listener, powerSigns, currentBoot });
      } finally {
        engine.endHost();
        if (steps.state.writingSince === null) {
          await store.remove(plan.folder);
        }
      }
      await watchAbsence(steps, powerSigns, this.watching.signal);
      return steps.state;
    });
  }

  /** Ends the writing or the reading back, also during a start. Idempotent. */
  stop(): void {
    this.watching.abort();
    this.engine.stop();
  }

  /** Notes that the witness holds all records up to `elapsedNs`; later records store that time. */
  confirm(elapsedNs: number): void {
    if (elapsedNs > this.witnessedNs) {
      this.witnessedNs = elapsedNs;
      this.engine.send({ type: "power-cut-witnessed", elapsedNs });
    }
  }

  /** What the system shows of the power cut before the test is finished. */
  async lookForCut(state: PowerCutState): Promise<CutView> {
    const restarted = wasRestarted(state, await this.dependencies.currentBoot(), Date.now());
    const { shown } = await this.dependencies.powerSigns.after(state, restarted);
    return { restarted, shown };
  }

  /**
   * Reads the records back and compares them with the witness's numbers. `deed` is the user's
   * answer about what was done. Resolves with the last state, which has no result after a stop.
   * Rejects with a `DriveFault`, also if a part of the test is removed.
   */
  async finish(
    state: PowerCutState,
    acknowledged: PowerCutAcknowledged,
    deed: CutDeed | null,
    listener: FinishListener = {},
  ): Promise<PowerCutState> {
    const { engine, store } = this;
    const { os, powerSigns, currentBoot } = this.dependencies;
    return engine.run(async () => {
      await store.refuseRemoved(state.plan);
      const steps = new PowerCutSteps(state, store, {});
      await steps.take({ type: "reading-begins" });
      const parts = { os, engine, powerSigns, currentBoot };
      const test = await readAndJudge(steps.state, acknowledged, deed, listener, parts);
      if (test === null) {
        return steps.state;
      }
      const { folder, settings } = state.plan;
      const writingError = state.error;
      const { version: engineVersion } = engine;
      await listener.onResult?.({ test, folder, settings, engineVersion, writingError });
      return steps.take({ type: "finished", result: test });
    });
  }

  /**
   * Removes the files of a test that is finished or given up; resolves with whether its folder is
   * gone. Takes the run lock: another DriveProof that writes or reads the test would see the
   * removal as a loss.
   */
  remove(folder: string): Promise<boolean> {
    return this.engine.underLock(() => this.store.remove(folder));
  }

  /** Removes a test, as `remove` does, of which this computer has no record. */
  removeFound(folder: string): Promise<boolean> {
    return this.engine.underLock(() => this.store.removeFolder(folder));
  }
}
