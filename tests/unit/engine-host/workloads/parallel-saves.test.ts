import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostEvent } from "#contract/engine-messages";
import type { HostFault } from "../../../../electron/engine-host/fault";
import {
  parallelSteps,
  run,
  stepCount,
} from "../../../../electron/engine-host/workloads/parallel-saves";
import { benchOver, ofType } from "../../../helpers/fake-bench";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";
import { FakeParallelSession } from "../../../helpers/fake-parallel-session";
import { eio } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";

const changes = { writers: [1, 4], modes: ["fsync" as const], rounds: 2 };
const plan = planWith(planFor("smoke", "linux", ["parallel-saves"]), { "parallel-saves": changes });
const planned = plan.workloads["parallel-saves"];

function benchWith(session: FakeParallelSession, wanted = plan) {
  const engine = fakeNativeEngine({ openParallelSession: () => session });
  let flushes = 0;
  const read = async () => ({
    levels: [{ device: "sda", flushes: flushes++ * 10, bytesWritten: 0 }],
    followed: null,
    writtenByOthers: null,
    cpu: null,
    throttleEvents: null,
  });
  const notKnown = async () => null;
  const evidence = { read, bytesRead: notKnown, bytesReadSince: notKnown } as never;
  return benchOver(engine, wanted, { evidence });
}

const rounds = (events: readonly HostEvent[]) => ofType(events, "parallel-round");

describe("several writers", () => {
  it("are measured in every round, after the drive's cache was drained and after an uncounted warm-up", async () => {
    const session = new FakeParallelSession();
    const { bench, events } = benchWith(session);
    await run(bench);
    expect(rounds(events).map(({ writers, round }) => [round, writers])).toEqual([
      [0, 1],
      [0, 4],
      [1, 4],
      [1, 1],
    ]);
    expect(rounds(events)).toHaveLength(stepCount(planned));
    expect(session.calls).toEqual([
      ...Array.from({ length: 4 }, () => ["drain", "measure", "measure"]).flat(),
      ...["drain", "verify"],
    ]);
    expect(session.measured.map(({ writers, durationNs }) => [writers, durationNs])).toEqual(
      [1, 4, 4, 1].flatMap((writers) => [
        [writers, planned.warmupNs],
        [writers, planned.roundNs],
      ]),
    );
    for (const { counts, writers } of rounds(events)) {
      expect(counts?.each).toHaveLength(writers);
      expect(counts?.deviceFlushes).toBe(10);
    }
    expect(session.closed).toBe(true);
  });

  it("write to one file each, and the files are named after the run, as .driveproof-run-1.tmp", async () => {
    const session = new FakeParallelSession();
    await run(benchWith(session).bench);
    expect(session.prepared).toMatchObject([
      { files: 4, fileName: ".driveproof-run-1.tmp", fileBytes: planned.fileBytes },
    ]);
  });

  it("are not measured in a mode that the system refuses, and every round contains the refusal", async () => {
    const session = new FakeParallelSession();
    const { bench, events } = benchWith(
      session,
      planWith(plan, { "parallel-saves": { modes: ["o_direct"] } }),
    );
    await run(bench);
    expect(session.measured).toEqual([]);
    expect(rounds(events)).toHaveLength(4);
    for (const round of rounds(events)) {
      expect(round).toMatchObject({ refusal: "open: EINVAL, Invalid argument", counts: null });
    }
  });

  it.each([1, 2])(
    "end the test with the drive's error if one of them fails in measurement %d",
    async (measurement) => {
      const session = new FakeParallelSession();
      session.faultAtMeasure = measurement;
      session.fault = eio;
      const { bench, events } = benchWith(session);
      const error = await run(bench).catch((cause: HostFault) => cause.error);
      expect(error).toMatchObject({ code: "drive-error", syscall: "fsync" });
      expect(rounds(events)).toMatchObject([{ error: { code: "drive-error" } }]);
      expect(session.calls).not.toContain("verify");
      expect(session.closed).toBe(true);
    },
  );

  it('end the test with the error "wrong-data" if a block read back differs from what was written', async () => {
    const session = new FakeParallelSession();
    session.file.mismatches = [{ offset: 4096, expected: "a", found: "b" }];
    const error = await run(benchWith(session).bench).catch((cause: HostFault) => cause.error);
    expect(error).toMatchObject({ code: "wrong-data" });
  });

  it("start no further round after a stop", async () => {
    const session = new FakeParallelSession();
    const { bench, events } = benchWith(session);
    session.onMeasure = () => session.measured.length === 3 && bench.stop();
    await run(bench);
    expect(session.measured).toHaveLength(3);
    expect(rounds(events)).toHaveLength(1);
    expect(session.calls).not.toContain("verify");
  });
});

describe("the steps of several writers", () => {
  it("contain each combination of a mode and a number of writers once per round, and begin each round with another until all had their turn", () => {
    const shapes = fc.record({
      writers: fc.uniqueArray(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 6 }),
      modes: fc.subarray(["fsync" as const, "f_fullfsync" as const], { minLength: 1 }),
      rounds: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(shapes, (shape) => {
        const each = shape.writers.length * shape.modes.length;
        const steps = parallelSteps(shape);
        for (let round = 0; round < shape.rounds; round += 1) {
          const own = steps.filter((step) => step.round === round);
          expect(own).toEqual(steps.slice(round * each, (round + 1) * each));
          expect(new Set(own.map(({ mode, writers }) => `${mode} ${writers}`)).size).toBe(each);
        }
        const firsts = steps.filter((_, place) => place % each === 0);
        expect(new Set(firsts.map(({ mode, writers }) => `${mode} ${writers}`)).size).toBe(
          Math.min(each, shape.rounds),
        );
      }),
    );
  });
});
