import type { HostEvent } from "../contract/engine-messages";
import type { OperatingSystem } from "../contract/flush-mode";
import type { LiveState } from "../contract/live-state";
import type { RunPlan, SustainedPlan, TestName } from "../contract/run-plan";
import { estimateRun } from "./estimate";

type Progress = Extract<HostEvent, { type: "progress" }>;

/**
 * How far a run is and how long it still takes. What is known before the start are the estimates of
 * the tests; within a test the pace of its finished steps takes over as they become more.
 * Times are nanoseconds since the start of the run.
 */
export class RunProgress {
  private readonly estimatesNs: ReadonlyMap<TestName, number>;
  private test: TestName | null = null;
  private testSinceNs = 0;
  private done = 0;
  private total = 0;
  private highest = 0;

  constructor(
    private readonly plan: RunPlan,
    os: OperatingSystem,
  ) {
    this.estimatesNs = new Map(
      plan.tests.map((test) => [test, estimateRun({ ...plan, tests: [test] }, os).durationNs]),
    );
  }

  get currentTest(): TestName | null {
    return this.test;
  }

  get stepsDone(): number {
    return this.done;
  }

  get stepsTotal(): number {
    return this.total;
  }

  enterTest(test: TestName, steps: number, atNs: number): void {
    this.test = test;
    this.testSinceNs = atNs;
    this.done = 0;
    this.total = steps;
  }

  stepDone(): void {
    this.done += 1;
  }

  /** Announced, but they will not come. */
  stepsLeftOut(steps: number): void {
    this.total -= steps;
  }

  /** 0 to 1; never runs backwards. */
  fraction(phase: LiveState["phase"], running: Progress | null, atNs: number): number {
    if (phase === "finished") {
      return 1;
    }
    const left = this.remainingNs(phase, running, atNs);
    const now = atNs + left > 0 ? atNs / (atNs + left) : 0;
    this.highest = Math.min(0.99, Math.max(this.highest, now));
    return this.highest;
  }

  remainingNs(phase: LiveState["phase"], running: Progress | null, atNs: number): number {
    if (phase === "stopping" || phase === "finished") {
      return 0;
    }
    const place = this.test === null ? -1 : this.plan.tests.indexOf(this.test);
    const later = this.plan.tests
      .slice(place + 1)
      .reduce((sum, test) => sum + this.estimateNs(test), 0);
    return this.leftOfTestNs(running, atNs) + later;
  }

  private leftOfTestNs(running: Progress | null, atNs: number): number {
    if (this.test === null) {
      return 0;
    }
    if (this.test === "sustained" && this.done === 0 && running?.latency) {
      return leftOfLongWrite(running, this.plan.sustained);
    }
    const estimate = this.estimateNs(this.test);
    const spent = atNs - this.testSinceNs;
    if (this.done === 0) {
      // Before the first step the file is written: a share of the test that is not known.
      const written = running?.totalBytes ? running.bytes / running.totalBytes : 0;
      return Math.max(estimate * 0.9 * (1 - 0.1 * written), estimate - spent);
    }
    const share = Math.min(1, this.done / Math.max(1, this.total));
    const byPace = (spent / share) * (1 - share);
    return share * byPace + (1 - share) * estimate * (1 - share);
  }

  private estimateNs(test: TestName): number {
    return this.estimatesNs.get(test) ?? 0;
  }
}

/** A single step of many minutes: at its speed so far to whichever of its limits comes first. */
function leftOfLongWrite({ bytes, elapsedNs }: Progress, plan: SustainedPlan): number {
  const byTime = plan.maxNs - elapsedNs;
  const byBytes = bytes > 0 ? (elapsedNs / bytes) * (plan.maxBytes - bytes) : byTime;
  return Math.max(0, Math.min(byTime, byBytes));
}
