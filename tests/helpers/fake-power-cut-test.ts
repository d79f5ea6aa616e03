import { mkdirSync } from "node:fs";
import { expect } from "vitest";
import { driveError } from "#contract/drive-error";
import {
  newPowerCutState,
  type PowerCutAcknowledged,
  type PowerCutState,
  takeStep,
} from "#contract/power-cut/state";
import type { CutDeed, PowerCutMode, PowerCutTest } from "#contract/power-cut/test";
import type {
  CutView,
  FinishListener,
  PowerCutService,
} from "../../electron/main/power-cut/service";
import type { PowerCutStore } from "../../electron/main/power-cut/store";
import type { PowerCutListener } from "../../electron/main/power-cut/writing";

const offered: PowerCutMode[] = [
  { mode: "fsync", systemCall: "fsync", nameCall: "fsync", refusal: null, nameRefusal: null },
];

/** A `finish` that does not read the drive back but returns this result. */
export function finishesWith(result: PowerCutTest): PowerCutService["finish"] {
  return async (state, _acknowledged, _deed, listener) => {
    const { folder } = state.plan;
    await listener?.onResult?.({ test: result, folder, engineVersion: "1.2.3" });
    return { ...state, stage: "finished", result };
  };
}

/**
 * A plug test's writing before the power cut and its reading back after, both under a test's
 * control.
 */
export class FakePowerCutTest {
  stopped = false;
  judgedBy: PowerCutAcknowledged | null = null;
  private state: PowerCutState | null = null;
  private listener: PowerCutListener = {};
  private end: (state: PowerCutState) => void = () => undefined;

  constructor(readonly store: PowerCutStore) {}

  async write(
    plan: PowerCutState["plan"],
    mayWrite: Promise<void>,
    listener: PowerCutListener,
  ): Promise<PowerCutState> {
    mkdirSync(plan.folder);
    this.listener = listener;
    await this.take(newPowerCutState(plan));
    await this.step({ type: "prepared", modes: offered });
    await mayWrite;
    await this.step({ type: "writing-begins", at: new Date().toISOString(), bootId: null });
    return new Promise((resolve) => {
      this.end = resolve;
    });
  }

  acknowledges(number: number, elapsedNs: number): void {
    const numbers = [{ mode: "fsync" as const, number }];
    this.listener.onAcknowledged?.({ numbers, elapsedNs, current: "fsync", operations: number });
  }

  async losesDrive(): Promise<void> {
    // The default limit of one second is too short on a busy computer.
    await expect.poll(() => this.state?.stage, { timeout: 30_000 }).toBe("writing");
    await this.step({
      type: "failed",
      error: driveError("volume-gone", "The drive went."),
      ending: null,
    });
    this.end(this.state as PowerCutState);
  }

  result: PowerCutTest | null = null;

  /** What the system shows of the power cut, for `lookForCut` to return. */
  view: CutView = { restarted: false, shown: null };
  said: CutDeed | null = null;

  async lookForCut(): Promise<CutView> {
    return this.view;
  }

  readonly confirmedNs: number[] = [];

  confirm(elapsedNs: number): void {
    this.confirmedNs.push(elapsedNs);
  }

  async finish(
    state: PowerCutState,
    acknowledged: PowerCutAcknowledged,
    deed: CutDeed | null,
    { onResult }: FinishListener,
  ): Promise<PowerCutState> {
    this.judgedBy = acknowledged;
    this.said = deed;
    if (this.result === null) {
      return state;
    }
    await this.take(takeStep(state, { type: "reading-begins" }));
    const { folder } = state.plan;
    await onResult?.({ test: this.result, folder, engineVersion: "1.2.3" });
    await this.step({ type: "finished", result: this.result });
    return this.state as PowerCutState;
  }

  stop(): void {
    this.stopped = true;
  }

  remove(where: string): Promise<boolean> {
    return this.store.remove(where);
  }

  removeFound(where: string): Promise<boolean> {
    return this.store.removeFolder(where);
  }

  private async step(step: Parameters<typeof takeStep>[1]): Promise<void> {
    await this.take(takeStep(this.state as PowerCutState, step));
  }

  private async take(state: PowerCutState): Promise<void> {
    await this.store.keep(state);
    this.state = state;
    this.listener.onState?.(state);
  }
}
