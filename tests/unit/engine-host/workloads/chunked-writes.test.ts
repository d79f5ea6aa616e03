import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { chunkedSteps, run } from "../../../../electron/engine-host/workloads/chunked-writes";
import { fakeBench } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";

/** The order of the modes in each pass, by their index. */
const ordersOf = (passes: number, count: number) => {
  const modes = Array.from({ length: count }, (_, mode) => mode);
  const steps = chunkedSteps({ passes }, modes);
  return Array.from({ length: passes }, (_, pass) =>
    steps.filter((step) => step.pass === pass).map(({ mode }) => mode),
  );
};

describe("the order of the modes in which the chunks are written", () => {
  it("is reversed in every second pass, and starts with the next mode after every two passes", () => {
    expect(ordersOf(4, 3)).toEqual([
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [0, 2, 1],
    ]);
  });

  it("is empty if the system supports none of the modes", () => {
    expect(chunkedSteps({ passes: 2 }, [])).toEqual([]);
  });
});

describe("the file of the chunked-writes test", () => {
  it("is filled in pieces of a chunk's size", async () => {
    const session = new FakeSession();
    const plan = planFor("smoke", "linux", ["chunked-writes"]);
    await run(fakeBench(session, plan, { os: "linux" }).bench);
    // The file is filled in pieces as large as a chunk, so that every pass finds it in the same
    // state.
    expect(session.prepared).toMatchObject([
      { pieceBytes: plan.workloads["chunked-writes"].chunkBytes },
    ]);
  });
});
