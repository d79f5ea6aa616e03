import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { ReadingReducer } from "#analysis/workloads/reading/reduce";
import type { HostFacts } from "#contract/report";
import type { VolumeFacts } from "#contract/volume";
import { recordOf } from "../../../../helpers/sample-record";
import { sampleUnjudgedReport } from "../../../../helpers/sample-report";
import { sampleVolume } from "../../../../helpers/sample-volume";
import { sampleTurns } from "../../../../helpers/workloads/reading";

const plan = planFor("quick", "linux").workloads.reading;
const events = sampleTurns(plan).map((turn) => ({ type: "reading-round" as const, ...turn }));

describe("ReadingReducer", () => {
  it("returns no results before the first round", () => {
    expect(new ReadingReducer(plan).results()).toEqual({ reading: [] });
  });

  it("lists every load of the plan at the end, those without a turn as unavailable, but while the test runs only measured loads", () => {
    const reducer = new ReadingReducer(plan);
    for (const event of events.slice(0, 3)) {
      reducer.take(event);
    }
    const { reading } = reducer.results();
    expect(reading.map(({ status }) => status)).toEqual([
      ...Array(3).fill("measured"),
      ...Array(9).fill("unavailable"),
    ]);
    // While the test runs, the loads that are not measured yet do not count as missing.
    expect(reducer.live().reading).toEqual(reading.slice(0, 3));
  });

  it("does not name the source of the reads in a virtual machine or on a virtual, network or unknown drive", () => {
    const answeredBy = (
      host: Partial<HostFacts>,
      drive: Partial<VolumeFacts["drive"]> = {},
      changes: Partial<Pick<VolumeFacts, "lowerMounts">> = {},
    ) => {
      const sample = sampleUnjudgedReport();
      const volume = sampleVolume({ ...changes, drive: { ...sampleVolume().drive, ...drive } });
      const whole = planFor("quick", "linux");
      const record = recordOf(whole, events, { host: { ...sample.host, ...host }, volume });
      return record.live(0).reading[0]?.answeredBy;
    };
    expect(answeredBy({ virtualMachine: "none" })).toBe("drive");
    expect(answeredBy({ virtualMachine: "kvm" })).toBe("not-known");
    expect(answeredBy({ virtualMachine: "none" }, { kind: "virtual" })).toBe("not-known");
    // Linux counts the reads of a network block device, which another computer's cache may answer.
    expect(answeredBy({}, { kind: "network", bus: "iscsi" })).toBe("not-known");
    expect(answeredBy({}, {}, { lowerMounts: null })).toBe("not-known");
  });

  it("counts only writes as written bytes, including those of the warm-up", () => {
    const reducer = new ReadingReducer(plan);
    const [reads, writes] = events;
    expect(reads && reducer.take(reads).endedWithBytes).toBe(0);
    if (writes?.counts == null) {
      throw new Error("the second load writes");
    }
    const counts = { ...writes.counts, warmupWrites: 3 };
    expect(reducer.take({ ...writes, counts }).endedWithBytes).toBe((counts.writes + 3) * 4096);
  });

  it("counts the remaining steps of a load as left out if the system refuses the load", () => {
    const refused = sampleTurns(plan, { refusal: "open: EINVAL" })[0];
    if (refused === undefined) {
      throw new Error("the sample refuses");
    }
    const taken = new ReadingReducer(plan).take({ type: "reading-round", ...refused });
    expect(taken).toEqual({ endedWithBytes: 0, stepsLeftOut: plan.rounds - 1 });
  });
});
