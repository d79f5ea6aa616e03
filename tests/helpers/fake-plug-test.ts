import { mkdirSync } from "node:fs";
import { expect } from "vitest";
import { driveError } from "../../electron/contract/drive-error";
import type { PlugAcknowledged } from "../../electron/contract/power-cut-found";
import type { PlugMode } from "../../electron/contract/power-cut-plan";
import type { PlugCutDeed, PlugTest } from "../../electron/contract/power-cut-result";
import { newPlugState, takeStep } from "../../electron/contract/power-cut-stage";
import type { PlugState } from "../../electron/contract/power-cut-state";
import type {
  CutView,
  PlugTestDependencies,
  PlugTestListener,
} from "../../electron/main/power-cut/power-cut-service";
import { fakePlugRemoval } from "./fake-plug-removal";

const offered: PlugMode[] = [
  { mode: "fsync", systemCall: "fsync", nameCall: "fsync", refusal: null, nameRefusal: null },
];

/** The test's two halves under the control of the test. */
export class FakePlugTest {
  stopped = false;
  judgedBy: PlugAcknowledged | null = null;
  private state: PlugState | null = null;
  private listener: PlugTestListener = {};
  private end: (state: PlugState) => void = () => undefined;

  constructor(private readonly keeping: Pick<PlugTestDependencies, "keep" | "discard">) {}

  async write(
    plan: PlugState["plan"],
    mayWrite: Promise<void>,
    listener: PlugTestListener,
  ): Promise<PlugState> {
    mkdirSync(plan.folder);
    this.listener = listener;
    await this.take(newPlugState(plan));
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
    await expect.poll(() => this.state?.stage).toBe("writing");
    await this.step({
      type: "failed",
      error: driveError("volume-gone", "The drive went."),
      ending: null,
    });
    this.end(this.state as PlugState);
  }

  readonly engineVersion = "1.2.3";
  result: PlugTest | null = null;

  /** What the system shows of the cut. */
  view: CutView = { restarted: false, shown: null };
  said: PlugCutDeed | null = null;

  async lookForCut(): Promise<CutView> {
    return this.view;
  }

  readonly confirmedNs: number[] = [];

  confirm(elapsedNs: number): void {
    this.confirmedNs.push(elapsedNs);
  }

  async finish(
    state: PlugState,
    acknowledged: PlugAcknowledged,
    deed: PlugCutDeed | null,
  ): Promise<PlugState> {
    this.judgedBy = acknowledged;
    this.said = deed;
    if (this.result === null) {
      return state;
    }
    await this.take(takeStep(state, { type: "reading-begins" }));
    await this.step({ type: "finished", result: this.result });
    return this.state as PlugState;
  }

  stop(): void {
    this.stopped = true;
  }

  remove(where: string): Promise<boolean> {
    return this.keeping.discard(where);
  }

  removeFound(where: string): Promise<boolean> {
    return fakePlugRemoval(where);
  }

  private async step(step: Parameters<typeof takeStep>[1]): Promise<void> {
    await this.take(takeStep(this.state as PlugState, step));
  }

  private async take(state: PlugState): Promise<void> {
    await this.keeping.keep(state);
    this.state = state;
    this.listener.onState?.(state);
  }
}
