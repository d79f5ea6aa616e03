import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { RunPlan } from "#contract/run-plan";
import type { WorkloadId } from "#contract/workloads/index";
import { estimateRun } from "./estimate";
import type { Progress } from "./workloads/home";
import { estimateOf } from "./workloads/plans";

/**
 * Progress and remaining time of a run: first by the workloads' estimates, then more and more by
 * the pace of finished steps. Times are nanoseconds since the start of the run.
 */
export class RunProgress {
  private readonly estimatesNs: ReadonlyMap<WorkloadId, number>;
  private workload: WorkloadId | null = null;
  private sinceNs = 0;
  private done = 0;
  private total = 0;
  private highest = 0;

  constructor(
    private readonly plan: RunPlan,
    os: OperatingSystem,
  ) {
    this.estimatesNs = new Map(
      plan.tests.map((id) => [id, estimateRun({ ...plan, tests: [id] }, os).durationNs]),
    );
  }

  get currentWorkload(): WorkloadId | null {
    return this.workload;
  }

  get stepsDone(): number {
    return this.done;
  }

  get stepsTotal(): number {
    return this.total;
  }

  enter(workload: WorkloadId, steps: number, atNs: number): void {
    this.workload = workload;
    this.sinceNs = atNs;
    this.done = 0;
    this.total = steps;
  }

  stepDone(): void {
    this.done += 1;
  }

  /** Removes announced steps that will not happen. */
  stepsLeftOut(steps: number): void {
    this.total -= steps;
  }

  /** Progress from 0 to 1; it never decreases. */
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
    const place = this.workload === null ? -1 : this.plan.tests.indexOf(this.workload);
    const later = this.plan.tests
      .slice(place + 1)
      .reduce((sum, id) => sum + this.estimateNs(id), 0);
    return this.leftOfWorkloadNs(running, atNs) + later;
  }

  private leftOfWorkloadNs(running: Progress | null, atNs: number): number {
    if (this.workload === null) {
      return 0;
    }
    const { leftOfStepNs } = estimateOf(this.workload);
    if (leftOfStepNs !== undefined && running?.latency) {
      return leftOfStepNs(this.plan.workloads[this.workload], running, this.done);
    }
    const estimate = this.estimateNs(this.workload);
    const spent = atNs - this.sinceNs;
    if (this.done === 0) {
      // A workload first writes its file, in an unknown share of its time that counts as at most a
      // tenth.
      const written = running?.totalBytes ? running.bytes / running.totalBytes : 0;
      return Math.max(estimate * 0.9 * (1 - 0.1 * written), estimate - spent);
    }
    const share = Math.min(1, this.done / Math.max(1, this.total));
    const byPace = (spent / share) * (1 - share);
    return share * byPace + (1 - share) * estimate * (1 - share);
  }

  private estimateNs(id: WorkloadId): number {
    return this.estimatesNs.get(id) ?? 0;
  }
}
