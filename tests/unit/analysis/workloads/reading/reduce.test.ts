import { describe, expect, it } from "vitest";
import { planFor } from "../../../../../electron/analysis/plan";
import { ReadingReducer } from "../../../../../electron/analysis/workloads/reading/reduce";
import { sampleTurns } from "../../../../helpers/sample-reading";

const plan = planFor("quick", "linux").workloads.reading;
const events = sampleTurns(plan).map((turn) => ({ type: "reading-round" as const, ...turn }));

describe("the record of reading", () => {
  it("is empty until something was measured", () => {
    expect(new ReadingReducer(plan).results()).toEqual({ reading: [] });
  });

  it("has every load of the plan, those that were not reached with the reason", () => {
    const reducer = new ReadingReducer(plan);
    for (const event of events.slice(0, 3)) {
      reducer.take(event);
    }
    const { reading } = reducer.results();
    expect(reading.map(({ status }) => status)).toEqual([
      ...Array(3).fill("measured"),
      ...Array(9).fill("unavailable"),
    ]);
    // While it runs, they are not missing yet.
    expect(reducer.live().reading).toEqual(reading.slice(0, 3));
  });

  it("counts as written what was written, warm-up included, and nothing that was read", () => {
    const reducer = new ReadingReducer(plan);
    const [reads, writes] = events;
    expect(reads && reducer.take(reads).endedWithBytes).toBe(0);
    if (writes?.counts == null) {
      throw new Error("the second load writes");
    }
    const counts = { ...writes.counts, warmupWrites: 3 };
    expect(reducer.take({ ...writes, counts }).endedWithBytes).toBe((counts.writes + 3) * 4096);
  });

  it("leaves out the steps of a load that the system refuses", () => {
    const refused = sampleTurns(plan, { refusal: "open: EINVAL" })[0];
    if (refused === undefined) {
      throw new Error("the sample refuses");
    }
    const taken = new ReadingReducer(plan).take({ type: "reading-round", ...refused });
    expect(taken).toEqual({ endedWithBytes: 0, stepsLeftOut: plan.rounds - 1 });
  });
});
