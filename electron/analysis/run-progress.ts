import type { HostEvent } from "../contract/engine-messages";
import type { OperatingSystem } from "../contract/flush-mode";
import type { LiveState } from "../contract/live-state";
import type { RunPlan } from "../contract/run-plan";
import { estimateRun } from "./estimate";

type Phase = LiveState["phase"];
type Progress = Extract<HostEvent, { type: "progress" }>;

/**
 * How far a run is and how long it still takes. Every round of every mode counts the same; the
 * estimate made before the start is corrected by the pace of the rounds already done.
 * Times are nanoseconds since the start of the run.
 */
export class RunProgress {
  private rounds: number;
  private done = 0;
  private measuringSinceNs: number | null = null;
  private lastDoneAtNs = 0;
  private highest = 0;
  private phaseSinceNs = 0;
  private readonly roundNs: number;
  private readonly edgeNs: number;

  constructor(
    private readonly plan: RunPlan,
    modeCount: number,
    os: OperatingSystem,
  ) {
    this.rounds = plan.flush.rounds * modeCount;
    const whole = estimateRun(plan, os, modeCount).durationNs;
    const perRound = plan.flush.roundNs + plan.flush.warmupNs;
    const measuring = Math.min(whole * 0.95, perRound * this.rounds);
    this.roundNs = measuring / Math.max(1, this.rounds);
    // Preparing at one end, draining and verifying at the other, taken to be equally long.
    this.edgeNs = Math.max(0, whole - measuring) / 2;
  }

  setModeCount(modeCount: number): void {
    this.rounds = this.plan.flush.rounds * modeCount;
  }

  enter(phase: Phase, atNs: number): void {
    this.phaseSinceNs = atNs;
    if (phase === "measuring") {
      this.measuringSinceNs = atNs;
      this.lastDoneAtNs = atNs;
    }
  }

  roundDone(atNs: number): void {
    this.done += 1;
    this.lastDoneAtNs = atNs;
  }

  /** 0 to 1; never runs backwards. */
  fraction(phase: Phase, running: Progress | null, atNs: number): number {
    if (phase === "finished") {
      return 1;
    }
    const left = this.remainingNs(phase, running, atNs);
    const now = atNs + left > 0 ? atNs / (atNs + left) : 0;
    this.highest = Math.min(0.99, Math.max(this.highest, now));
    return this.highest;
  }

  remainingNs(phase: Phase, running: Progress | null, atNs: number): number {
    switch (phase) {
      case "preparing": {
        const share = running?.totalBytes ? running.bytes / running.totalBytes : 0;
        const spent = atNs - this.phaseSinceNs;
        // Once a tenth is written its pace is a better guess than the estimate.
        const left = share > 0.1 ? (spent / share) * (1 - share) : this.edgeNs - spent;
        return Math.max(0, left) + this.rounds * this.roundNs + this.edgeNs;
      }
      case "measuring": {
        const left = (this.rounds - this.done) * this.pacePerRoundNs();
        return Math.max(0, left - (atNs - this.lastDoneAtNs)) + this.edgeNs;
      }
      case "draining":
      case "verifying":
        return Math.max(0, this.edgeNs - (atNs - this.phaseSinceNs));
      case "stopping":
      case "finished":
        return 0;
    }
  }

  private pacePerRoundNs(): number {
    if (this.measuringSinceNs === null || this.done === 0) {
      return this.roundNs;
    }
    const measured = (this.lastDoneAtNs - this.measuringSinceNs) / this.done;
    // The first rounds of a rotation are not typical of all modes: trust grows with their number.
    const trust = Math.min(1, this.done / 7);
    return trust * measured + (1 - trust) * this.roundNs;
  }
}
