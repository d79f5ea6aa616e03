import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { RunProgress } from "#analysis/run-progress";
import { type WorkloadId, workloadIds } from "#contract/workloads/index";

const plan = planFor("quick", "linux");
const second = 1_000_000_000;

describe("RunProgress", () => {
  it("shows a progress that never falls and reaches 1 only when the run has finished, and a remaining time that is never negative", () => {
    const happening = fc.oneof(
      fc.record({ kind: fc.constant("step" as const) }),
      fc.record({
        kind: fc.constant("test" as const),
        test: fc.constantFrom<WorkloadId>(...workloadIds),
        steps: fc.integer({ min: 0, max: 50 }),
      }),
      fc.record({ kind: fc.constant("wait" as const) }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(happening, fc.integer({ min: 0, max: 20 * second })), { maxLength: 80 }),
        (story) => {
          const progress = new RunProgress(plan, "linux");
          let atNs = 0;
          let last = 0;
          for (const [event, waitNs] of story) {
            atNs += waitNs;
            if (event.kind === "test") {
              progress.enter(event.test, event.steps, atNs);
            } else if (event.kind === "step") {
              progress.stepDone();
            }
            const fraction = progress.fraction("measuring", null, atNs);
            expect(fraction).toBeGreaterThanOrEqual(last);
            expect(fraction).toBeLessThan(1);
            expect(progress.remainingNs("measuring", null, atNs)).toBeGreaterThanOrEqual(0);
            last = fraction;
          }
          expect(progress.fraction("finished", null, atNs)).toBe(1);
        },
      ),
    );
  });

  it("leaves finished tests out of the remaining time", () => {
    const progress = new RunProgress(plan, "linux");
    const whole = progress.remainingNs("preparing", null, 0);
    progress.enter("chunked-writes", 7, 60 * second);
    expect(progress.remainingNs("measuring", null, 60 * second)).toBeLessThan(whole / 2);
  });

  it("does not count skipped steps in the remaining time", () => {
    const left = (leftOut: number) => {
      const progress = new RunProgress(planFor("quick", "linux", ["sync-interval"]), "macos");
      progress.enter("sync-interval", 20, 0);
      for (let step = 1; step <= 9; step += 1) {
        progress.stepDone();
      }
      progress.stepsLeftOut(leftOut);
      return progress.remainingNs("measuring", null, 90 * second);
    };
    expect(left(10)).toBeLessThan(left(0) / 4);
  });

  it("estimates the time of the last step of a test from the time that its earlier steps took", () => {
    const progress = new RunProgress(planFor("quick", "linux", ["chunked-writes"]), "linux");
    progress.enter("chunked-writes", 10, 0);
    for (let step = 1; step <= 9; step += 1) {
      progress.stepDone();
    }
    // Nine steps took 90 s, so the tenth takes about 10 s, whatever was estimated.
    const left = progress.remainingNs("measuring", null, 90 * second);
    expect(left / second).toBeGreaterThan(8);
    expect(left / second).toBeLessThan(12);
  });

  it("returns 0 as the remaining time while the run is stopping", () => {
    const progress = new RunProgress(plan, "linux");
    expect(progress.remainingNs("stopping", null, second)).toBe(0);
  });
});
