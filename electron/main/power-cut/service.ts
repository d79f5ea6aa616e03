import { randomInt, randomUUID } from "node:crypto";
import { wasRestarted } from "#analysis/power-cut";
import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import type { PowerCutAcknowledged } from "#contract/power-cut/found";
import { type PowerCutPlan, powerCutLayout } from "#contract/power-cut/plan";
import type { CutDeed, ObservedCut } from "#contract/power-cut/report";
import { type Boot, newPowerCutState, type PowerCutState } from "#contract/power-cut/state";
import { makePowerCutFolder, powerCutFolderIn } from "./files";
import { LockedEngine, type LockedEngineParts } from "./locked-engine";
import type { PowerSigns } from "./power-signs";
import { readAndJudge, refuseRemoved } from "./reading";
import type { RemovedPowerCutTests } from "./removed-tests";
import { PowerCutSteps } from "./steps";
import { type PowerCutListener, watchAbsence, writeRecords } from "./writing";

export interface PowerCutDependencies extends LockedEngineParts {
  readonly os: OperatingSystem;
  /**
   * Saves a note before the test's folder is made: a folder without one would block every later
   * test.
   */
  readonly announce?: () => Promise<void>;
  /** Brings the state to where it is found after the power cut, before the step it names. */
  readonly keep: (state: PowerCutState) => Promise<void>;
  /**
   * Removes the files of a test and whatever was kept of it; returns whether its folder is gone.
   * `null`: its folder was never made.
   */
  readonly discard: (folder: string | null) => Promise<boolean>;
  /** Removes the files of a test of which nothing was kept; returns whether its folder is gone. */
  readonly removeFolder: (folder: string) => Promise<boolean>;
  /** Tests whose folder is gone because of us. */
  readonly removed: Pick<RemovedPowerCutTests, "includes">;
  readonly currentBoot: () => Promise<Boot>;
  readonly powerSigns: PowerSigns;
}

/** What is known of the cut before anything is read back. */
export interface CutView {
  /** `null` where it is not known. */
  readonly restarted: boolean | null;
  readonly shown: ObservedCut["shown"];
}

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
  private readonly engine: LockedEngine;
  private watching = new AbortController();
  private witnessedNs = 0;

  constructor(private readonly dependencies: PowerCutDependencies) {
    this.engine = new LockedEngine(dependencies);
  }

  /** Version of the engine that was used last. */
  get engineVersion(): string {
    return this.engine.version;
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
    this.watching = new AbortController();
    this.witnessedNs = 0;
    const { engine } = this;
    const { announce, discard, keep, powerSigns, currentBoot } = this.dependencies;
    return engine.run(async () => {
      const steps = new PowerCutSteps(newPowerCutState(plan), keep, listener);
      await announce?.();
      await makePowerCutFolder(plan).catch(async (error: unknown) => {
        await discard(null);
        throw error;
      });
      try {
        await steps.keepFirst();
        await writeRecords(plan, mayWrite, { engine, steps, listener, powerSigns, currentBoot });
      } finally {
        engine.endHost();
        if (steps.state.writingSince === null) {
          await discard(plan.folder);
        }
      }
      await watchAbsence(steps, powerSigns, this.watching.signal);
      return steps.state;
    });
  }

  /** Idempotent; also while a start is under way, or files are made or read back. */
  stop(): void {
    this.watching.abort();
    this.engine.stop();
  }

  /** The witness holds everything up to `elapsedNs` of the writing; the engine notes it. */
  confirm(elapsedNs: number): void {
    if (elapsedNs > this.witnessedNs) {
      this.witnessedNs = elapsedNs;
      this.engine.send({ type: "power-cut-witnessed", elapsedNs });
    }
  }

  /** What the system shows of a test that is to be finished, and what can have been done to it. */
  async lookForCut(state: PowerCutState): Promise<CutView> {
    const restarted = wasRestarted(state, await this.dependencies.currentBoot());
    const { shown } = await this.dependencies.powerSigns.after(state, restarted);
    return { restarted, shown };
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
    const { engine } = this;
    const { removed, keep, os, powerSigns, currentBoot } = this.dependencies;
    return engine.run(async () => {
      await refuseRemoved(state.plan, removed);
      const steps = new PowerCutSteps(state, keep, listener);
      await steps.take({ type: "reading-begins" });
      const parts = { os, engine, powerSigns, currentBoot };
      const result = await readAndJudge(steps.state, acknowledged, deed, listener, parts);
      return result === null ? steps.state : await steps.take({ type: "finished", result });
    });
  }

  /**
   * Removes what is left of a test that is finished or given up; returns whether that is all. Not
   * while another DriveProof may be writing it, or reading it back: that would take it for a loss.
   */
  remove(folder: string): Promise<boolean> {
    return this.engine.underLock(() => this.dependencies.discard(folder));
  }

  /** Removes a test of which nothing was kept; under the same condition. */
  removeFound(folder: string): Promise<boolean> {
    return this.engine.underLock(() => this.dependencies.removeFolder(folder));
  }
}
