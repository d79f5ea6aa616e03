import { describe, expect, it } from "vitest";
import { enduranceShare, ratedFullWrites } from "#analysis/endurance";
import { estimateRun } from "#analysis/estimate";
import { planFor } from "#analysis/plan";
import { flushModesOf, operatingSystems } from "#contract/flush-mode";
import { profileNames, type RunPlan } from "#contract/run-plan";
import type { WorkloadPlans } from "#contract/workloads/index";
import { usualWorkloads, workloadIds } from "#contract/workloads/index";
import { planWith } from "../../helpers/plan-with";

const second = 1_000_000_000;
/** The longest duration of each profile that the start screen promises, in seconds. */
const bounds = { smoke: 60, quick: 100, standard: 300, thorough: 1200 } as const;
const modeCount = flushModesOf("linux").length;
const flushOnly = (profile: (typeof profileNames)[number]) =>
  planFor(profile, "linux", ["flush-modes"]);
const quick = planFor("quick", "linux");
const of = (changes: Parameters<typeof planWith>[1], tests: RunPlan["tests"]) =>
  estimateRun({ ...planWith(quick, changes), tests }, "linux");

describe("estimateRun()", () => {
  it.each(profileNames)(
    "estimates less time for the profile %s than the start screen promises",
    (profile) => {
      for (const os of operatingSystems) {
        const { durationNs } = estimateRun(planFor(profile, "linux"), os);
        expect(durationNs).toBeLessThan(bounds[profile] * second);
        expect(durationNs).toBeGreaterThan(0);
      }
    },
  );

  it("estimates less than 20 s for the profile smoke if it tests only the flush modes", () => {
    for (const os of operatingSystems) {
      expect(estimateRun(flushOnly("smoke"), os).durationNs).toBeLessThan(20 * second);
    }
  });

  it.each(operatingSystems)("returns the sum of the estimates of all tests on %s", (os) => {
    const free = 64e9;
    const ofTests = (tests: typeof workloadIds) =>
      estimateRun(planFor("quick", "linux", tests), os, undefined, free);
    const each = workloadIds.map((test) => ofTests([test]));
    const whole = ofTests(workloadIds);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expect(each.every(({ durationNs, bytes }) => durationNs > 0 && bytes > 0)).toBe(true);
    // Each workload's estimate is rounded.
    const tolerance = workloadIds.length;
    expect(Math.abs(whole.durationNs - sum(each.map((one) => one.durationNs)))).toBeLessThan(
      tolerance,
    );
    expect(Math.abs(whole.bytes - sum(each.map((one) => one.bytes)))).toBeLessThan(tolerance);
  });

  it("estimates for the capacity test about the 64 GB that are free and over 100 s, and 0 for both if the free space is not known", () => {
    const plan = planFor("quick", "linux", ["capacity"]);
    const { bytes, durationNs } = estimateRun(plan, "linux", undefined, 64e9);
    expect(bytes).toBeGreaterThan(0.98 * 64e9);
    expect(bytes).toBeLessThan(1.05 * 64e9);
    expect(durationNs).toBeGreaterThan(100 * second);
    expect(estimateRun(plan, "linux", undefined, null)).toEqual({ bytes: 0, durationNs: 0 });
  });

  it("estimates for four tests no more bytes than their plans allow, and for sync intervals and chunked writes more than one file", () => {
    const plan = planFor("standard", "linux");
    const bytesOf = (test: (typeof workloadIds)[number]) =>
      estimateRun({ ...plan, tests: [test] }, "linux").bytes;
    const buffer = plan.workloads["buffer-sweep"];
    const interval = plan.workloads["sync-interval"];
    const chunked = plan.workloads["chunked-writes"];
    const steps = 2 * buffer.passes * buffer.bufferBytes.length;
    expect(bytesOf("buffer-sweep")).toBeLessThanOrEqual(
      (1 + steps) * buffer.maxStepBytes + (buffer.stream?.maxBytes ?? 0),
    );
    const trials = interval.trials * (interval.intervalsBytes.length + 3);
    expect(bytesOf("sync-interval")).toBeLessThanOrEqual((1 + trials) * interval.totalBytes);
    expect(bytesOf("sync-interval")).toBeGreaterThan(interval.totalBytes);
    expect(bytesOf("chunked-writes")).toBeLessThanOrEqual(
      (1 + modeCount * chunked.passes) * chunked.totalBytes,
    );
    expect(bytesOf("chunked-writes")).toBeGreaterThan(chunked.passes * chunked.totalBytes);
    expect(bytesOf("sustained-write")).toBeLessThanOrEqual(
      plan.workloads["sustained-write"].maxBytes,
    );
  });

  it("estimates more time with the sweep of uncached writes or a second sync mode, and more time and bytes with appending saves", () => {
    const without = of({ "flush-modes": { append: null } }, ["flush-modes"]);
    expect(of({}, ["flush-modes"]).durationNs).toBeGreaterThan(without.durationNs);
    expect(of({}, ["flush-modes"]).bytes).toBeGreaterThan(without.bytes);
    const direct = of({ "buffer-sweep": { direct: true } }, ["buffer-sweep"]);
    expect(direct.durationNs).toBeGreaterThan(of({}, ["buffer-sweep"]).durationNs);
    const ladders = (modes: WorkloadPlans["sync-interval"]["modes"]) =>
      of({ "sync-interval": { modes } }, ["sync-interval"]).durationNs;
    const usual = of({}, ["sync-interval"]).durationNs;
    expect(ladders(["fdatasync"])).toBe(usual);
    expect(ladders(["fdatasync", "fsync"])).toBeGreaterThan(1.8 * usual);
  });

  it("adds the time of saves with pauses, and the time and bytes of the stream that ends the buffer sweep", () => {
    const { "flush-modes": flush, "buffer-sweep": buffer } = quick.workloads;
    const rests = of({ "flush-modes": { spaced: null } }, ["flush-modes"]);
    const { rounds, roundNs } = flush.spaced ?? { rounds: 0, roundNs: 0 };
    expect(of({}, ["flush-modes"]).durationNs - rests.durationNs).toBe(rounds * roundNs);
    const swept = of({ "buffer-sweep": { stream: null } }, ["buffer-sweep"]);
    expect(of({}, ["buffer-sweep"]).bytes).toBe(swept.bytes + (buffer.stream?.maxBytes ?? 0));
    expect(of({}, ["buffer-sweep"]).durationNs).toBeGreaterThan(swept.durationNs);
  });

  it("estimates fewer bytes and less time for the sync intervals if the time cap of a trial is lower", () => {
    const plan = planFor("quick", "linux", ["sync-interval"]);
    const capped = planWith(plan, { "sync-interval": { capNs: 1_000_000 } });
    const whole = estimateRun(plan, "linux");
    const short = estimateRun(capped, "linux");
    expect(short.bytes).toBeLessThan(whole.bytes / 4);
    expect(short.durationNs).toBeLessThan(whole.durationNs);
  });

  it("estimates more time and more bytes for more passes of the chunked writes", () => {
    const plan = planFor("quick", "linux", ["chunked-writes"]);
    const { durationNs, bytes } = estimateRun(plan, "linux");
    const twice = estimateRun(planWith(plan, { "chunked-writes": { passes: 4 } }), "linux");
    expect(twice.bytes).toBeGreaterThan(1.8 * bytes);
    expect(twice.durationNs).toBeGreaterThan(1.8 * durationNs);
    expect(plan.workloads["chunked-writes"].passes).toBeGreaterThanOrEqual(2);
  });

  it.each(usualWorkloads)(
    "estimates more time and more bytes for %s in a more thorough profile",
    (id) => {
      for (const os of operatingSystems) {
        const efforts = profileNames.map((profile) => estimateRun(planFor(profile, os, [id]), os));
        efforts.slice(1).forEach((effort, place) => {
          expect(effort.durationNs).toBeGreaterThan(efforts[place]?.durationNs ?? 0);
          expect(effort.bytes).toBeGreaterThan(efforts[place]?.bytes ?? 0);
        });
      }
    },
  );

  it("estimates for the flush modes more bytes than their file has, no more than all rounds may write, and at most 30 s beyond the rounds' time limits", () => {
    const plan = flushOnly("quick");
    const { fileBytes, rounds, maxRoundBytes, roundNs, warmupNs } = plan.workloads["flush-modes"];
    const { bytes, durationNs } = estimateRun(plan, "linux");
    expect(bytes).toBeGreaterThan(fileBytes);
    expect(bytes).toBeLessThan(fileBytes + modeCount * rounds * 2 * maxRoundBytes);
    expect(durationNs).toBeLessThan(modeCount * rounds * (roundNs + warmupNs) + 30 * second);
  });

  it("counts only the modes that the plan names and that work in the folder", () => {
    const only: RunPlan = planWith(flushOnly("quick"), { "flush-modes": { modes: ["fdatasync"] } });
    const perMode = estimateRun(only, "linux").durationNs;
    expect(perMode).toBeLessThan(estimateRun(flushOnly("quick"), "linux").durationNs / 4);
    expect(estimateRun(flushOnly("quick"), "linux", 3).bytes).toBeLessThan(
      estimateRun(flushOnly("quick"), "linux", modeCount).bytes,
    );
    expect(estimateRun(flushOnly("quick"), "linux", modeCount)).toEqual(
      estimateRun(flushOnly("quick"), "linux"),
    );
  });

  it("returns whole numbers of nanoseconds and bytes", () => {
    const { durationNs, bytes } = estimateRun(planFor("smoke", "linux"), "linux", 5);
    expect([durationNs, bytes].every(Number.isInteger)).toBe(true);
  });
});

describe("enduranceShare()", () => {
  it("returns the bytes as a share of 200 full drive writes, or of the given number of full drive writes", () => {
    const drive = { totalBytes: 1_000_000_000_000, kind: "nvme" } as const;
    expect(enduranceShare(2_000_000_000, drive)).toBeCloseTo(0.00001);
    expect(enduranceShare(200 * 1_000_000_000_000, drive)).toBe(1);
    expect(enduranceShare(300 * 1_000_000_000_000, drive, ratedFullWrites.usual)).toBe(0.5);
  });

  it.each(["hard-disk", "usb", "virtual", "memory", "network", "unknown"] as const)(
    "returns null for a drive of kind %s",
    (kind) => {
      expect(enduranceShare(1, { totalBytes: 1000, kind })).toBeNull();
    },
  );

  it("returns null when the size is null or 0", () => {
    expect(enduranceShare(1, { totalBytes: null, kind: "nvme" })).toBeNull();
    expect(enduranceShare(1, { totalBytes: 0, kind: "nvme" })).toBeNull();
  });
});
