import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { chunkedSteps, run } from "../../../../electron/engine-host/workloads/chunked-writes";
import { fakeBench } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";

/** The modes of each pass, by their numbers. */
const ordersOf = (passes: number, count: number) => {
  const modes = Array.from({ length: count }, (_, mode) => mode);
  const steps = chunkedSteps({ passes }, modes);
  return Array.from({ length: passes }, (_, pass) =>
    steps.filter((step) => step.pass === pass).map(({ mode }) => mode),
  );
};

describe("the order of the chunks' modes", () => {
  it("goes to and fro, and begins every pair of passes with the next mode", () => {
    expect(ordersOf(4, 3)).toEqual([
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [0, 2, 1],
    ]);
  });

  it("gives each pair of modes as many passes with the one first as with the other", () => {
    for (const [one, other] of [
      [0, 1],
      [0, 6],
      [3, 5],
    ] as const) {
      const first = ordersOf(4, 7).filter((order) => order.indexOf(one) < order.indexOf(other));
      expect(first).toHaveLength(2);
    }
  });

  it("is empty where the system has no mode", () => {
    expect(chunkedSteps({ passes: 2 }, [])).toEqual([]);
  });
});

describe("the file of the chunks", () => {
  it("is filled in pieces as long as the chunks, so that the first pass finds what the others leave", async () => {
    const session = new FakeSession();
    const plan = planFor("smoke", "linux", ["chunked-writes"]);
    await run(fakeBench(session, plan, { os: "linux" }).bench);
    expect(session.prepared).toMatchObject([
      { pieceBytes: plan.workloads["chunked-writes"].chunkBytes },
    ]);
  });
});
