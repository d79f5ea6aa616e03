import { describe, expect, it } from "vitest";
import { median } from "#analysis/statistics";
import type { ReadingLoad, ReadingResult } from "#contract/workloads/reading";
import { verdictOn } from "../../../../helpers/judged";
import { plain } from "../../../../helpers/read-verdict";
import type { SampleOptions } from "../../../../helpers/sample-report";
import { sampleUnjudgedReport } from "../../../../helpers/sample-report";

/** The texts about reading at the figures where their words change. */

function findingOf(code: string, options: SampleOptions = {}, report = reportOf(options)) {
  const found = verdictOn(report).findings.find((finding) => finding.code === code);
  return found && { title: plain(found.title), detail: plain(found.detail) };
}
const reportOf = (options: SampleOptions) => sampleUnjudgedReport({ reading: {}, ...options });

/**
 * Results in which random reads with several requests are so many times as fast, round by round.
 */
function withRatios(ratios: readonly number[], shown = median(ratios)) {
  const { reading, ...rest } = reportOf({});
  const rated = reading.map((result) => {
    if (result.pattern !== "random" || result.readShare !== 1) {
      return result;
    }
    const [round] = result.rounds;
    if (round === undefined) {
      throw new Error("the sample has rounds");
    }
    const rates = ratios.map((ratio) => (result.requests === 1 ? 1000 : 1000 * ratio));
    const rounds = rates.map((iops, at) => ({ ...round, round: at, iops }));
    return { ...result, rounds, iops: result.requests === 1 ? 1000 : 1000 * shown };
  });
  return findingOf("many-at-once", {}, { ...rest, reading: rated });
}

describe("the finding about several requests at once", () => {
  const alike = "Several requests at once are about as fast as one at a time";
  const unknown = "Whether several requests at once are faster than one at a time is not known";
  const times = (figure: string) =>
    `Several requests at once: ${figure} times as many reads a second`;

  it.each([
    [[4.5, 5, 5.5], times("5.0"), "worked on at the same time"],
    [[31, 32, 33], times("32"), "worked on at the same time"],
    [[32, 32, 32], times("32"), "worked on at the same time"],
    [[33, 40, 50], times("40"), "more than their number"],
    [[1.2, 1.3, 1.4], times("1.3"), "worked on at the same time"],
    [[0.8, 1, 1.25], alike, "takes no more than so many a second"],
    [[1.1, 1.15, 1.2], alike, "takes no more than so many a second"],
    [[0.79, 1, 1.1], unknown, "differ too much"],
    [[0.9, 1, 1.26], unknown, "differ too much"],
    [[0.9, 5, 6], unknown, "differ too much"],
    [[1, 5, 6], unknown, "differ too much"],
    [[0.5, 0.8, 1], unknown, "differ too much"],
    [[0.3, 1 / 3, 0.4], times("0.3"), "slow one another"],
    [[0.7, 0.75, 0.79], times("0.8"), "slow one another"],
  ])("has for the ratios %j the title: %s", (ratios, title, means) => {
    expect(withRatios(ratios)?.title).toBe(title);
    expect(withRatios(ratios)?.detail).toContain(means);
  });
});

it("the finding about several requests states the ratio of its two rates, or none if the rounds contradict it", () => {
  expect(withRatios([4.5, 5, 5.5], 4)?.title).toMatch(/: 4\.0.times as many/);
  expect(withRatios([4.5, 5, 5.5], 0.9)?.title).toMatch(/is not known$/);
});

/** A finding's texts after a change to the results of single loads; `null` removes a load. */
type Change = (result: ReadingResult) => ReadingResult | null;
function withLoads(code: string, change: Change, order = (all: ReadingResult[]) => all) {
  const { reading, ...rest } = reportOf({});
  const changed = order(reading.flatMap((result) => change(result) ?? []));
  return findingOf(code, {}, { ...rest, reading: changed });
}
const isLoad = (result: ReadingResult, wanted: Partial<ReadingLoad>) =>
  Object.entries(wanted).every(([key, value]) => result[key as keyof ReadingLoad] === value);
const without =
  (wanted: Partial<ReadingLoad>): Change =>
  (result) =>
    isLoad(result, wanted) ? null : result;
const unmeasured: [string, Partial<ReadingResult>][] = [
  ["broke off", { status: "failed" }],
  ["completed no request in most rounds", { iops: 0 }],
  ["has no rate", { iops: null }],
  ["has no times", { latencyNs: null }],
];
const instead =
  (wanted: Partial<ReadingLoad>, changes: Partial<ReadingResult>): Change =>
  (result) =>
    isLoad(result, wanted) ? { ...result, ...changes } : result;
const unchanged: Change = (result) => result;

describe("the findings about loads", () => {
  const one = { pattern: "random", requests: 1, readShare: 1 } as const;
  const many = { pattern: "random", requests: 32, readShare: 1 } as const;
  const written = { pattern: "sequential", requests: 8, readShare: 0 } as const;

  it("do not depend on the order of the loads", () => {
    for (const code of ["random-reads", "many-at-once", "large-files"]) {
      const reversed = withLoads(code, unchanged, (all) => [...all].reverse());
      expect(reversed).toEqual(withLoads(code, unchanged));
    }
  });

  it.each(unmeasured)("are absent if a load that they describe %s", (_, changes) => {
    expect(withLoads("random-reads", instead(one, changes))).toBeUndefined();
    expect(withLoads("many-at-once", instead(one, changes))).toBeUndefined();
    expect(withLoads("many-at-once", instead(many, changes))).toBeUndefined();
    expect(withLoads("large-files", instead(written, changes))).toBeUndefined();
    expect(withLoads("large-files", instead(one, changes))).toBeDefined();
  });

  it("are absent if a load that they compare was not measured or if there was only one round", () => {
    expect(withLoads("many-at-once", without({ requests: 32 }))).toBeUndefined();
    expect(withLoads("many-at-once", without(one))).toBeUndefined();
    expect(withLoads("many-at-once", without({ pattern: "random" }))).toBeUndefined();
    expect(withLoads("large-files", without({ pattern: "sequential" }))).toBeUndefined();
    expect(withRatios([5])).toBeUndefined();
  });

  it("do not mention a load of writes or a mixed load that has no figure", () => {
    const writes = /With as many requests, .* a second were written\./;
    const mix = /With 70 % reads and the rest writes, it was/;
    const of = (change: Change) => withLoads("many-at-once", change)?.detail ?? "";
    const random = { pattern: "random", requests: 32 } as const;
    expect(of(unchanged)).toMatch(writes);
    expect(of(unchanged)).toMatch(mix);
    const unrated = (load: Partial<ReadingLoad>) => instead(load, { iops: null });
    for (const leave of [without, unrated]) {
      expect(of(leave({ ...random, readShare: 0 }))).toMatch(mix);
      expect(of(leave({ ...random, readShare: 0 }))).not.toMatch(writes);
      expect(of(leave({ ...random, readShare: 0.7 }))).toMatch(writes);
      expect(of(leave({ ...random, readShare: 0.7 }))).not.toMatch(mix);
    }
  });

  it("compare reads with writes or mixed loads only if those have the same pattern and number of requests", () => {
    const asMany = instead({ pattern: "sequential", requests: 8 }, { requests: 32 });
    expect(withLoads("many-at-once", asMany, (all) => [...all].reverse())).toEqual(
      withLoads("many-at-once", unchanged),
    );
  });

  it("do not call a rate of large files the best, even if one piece at a time was faster than several", () => {
    const single = { pattern: "sequential", requests: 1, readShare: 1 } as const;
    const { detail = "" } =
      withLoads("large-files", instead(single, { bytesPerSecond: 9e9 })) ?? {};
    expect(detail).toContain("One piece at a time, reading reached 9 GB/s");
    expect(detail).not.toMatch(/\b(best|most|maximum|fastest|up to)\b/);
  });

  it("compare one large piece at a time with several only if both were measured", () => {
    const alone = "One piece at a time, reading reached";
    const single = { pattern: "sequential", requests: 1, readShare: 1 } as const;
    const of = (change: Change) => withLoads("large-files", change)?.detail ?? "";
    expect(of(unchanged)).toContain(alone);
    expect(of(without(single))).not.toContain(alone);
    const onlyOne = of(without({ pattern: "sequential", requests: 8 }));
    expect(onlyOne).toContain("In pieces of 1 MiB, one at a time, reading reached");
    expect(onlyOne).not.toContain(alone);
  });
});

it("the finding about random reads leaves their source open without read counters, in a virtual machine or on a virtual drive", () => {
  const counted = "By the system’s counters the reads went to the drive.";
  const uncounted = "The system does not show whether all of it came from the drive itself.";
  for (const options of [
    { reading: { deliveredShare: null } },
    { host: { virtualMachine: "KVM" } },
    { drive: { kind: "virtual" as const } },
  ]) {
    expect(findingOf("random-reads", options)?.detail).toContain(uncounted);
    expect(findingOf("random-reads", options)?.detail).not.toContain(counted);
  }
});

it("the finding about large files leaves the source of the reads open without counters or in a virtual machine", () => {
  const uncounted = "does not show whether all that was read came from the drive itself";
  expect(findingOf("large-files")?.detail).not.toContain(uncounted);
  for (const options of [
    { reading: { deliveredShare: null } },
    { host: { virtualMachine: "KVM" } },
  ]) {
    expect(findingOf("large-files", options)?.detail).toContain(uncounted);
  }
});

describe("the findings about reads", () => {
  it('say how much of the data came from the disks, or "none of it" if the disks delivered nothing', () => {
    const detailAt = (deliveredShare: number) =>
      findingOf("reads-from-cache", { reading: { deliveredShare } })?.detail;
    expect(detailAt(0)).toMatch(/were read, and by the system’s counters none of it came from the/);
    expect(detailAt(0.2)).toMatch(/and by the system’s counters only 1\.26 GB of it came from the/);
  });

  it("leave open whether a hard disk works on several requests at once or merely in a quicker order", () => {
    const { detail = "" } = findingOf("many-at-once", { drive: { kind: "hard-disk" } }) ?? {};
    expect(detail).toContain("worked on at the same time, or in a quicker order");
  });

  it("say only that a hard disk may have a write cache if that cache is write-through", () => {
    const disk = { drive: { kind: "hard-disk" }, volume: { writeCache: "write-through" } } as const;
    expect(findingOf("large-files", disk)?.detail).toContain(
      "a drive may take them into its own fast memory first",
    );
  });

  it("say that reads across a whole hard disk, or a USB drive that may be one, take longer, but not on NVMe or a flash disk", () => {
    for (const code of ["random-reads", "large-files"]) {
      expect(findingOf(code, { drive: { kind: "hard-disk" } })?.detail).toContain(
        "across the whole disk the heads move further, and it takes longer",
      );
      expect(findingOf(code, { drive: { kind: "usb" } })?.detail).toContain(
        "if it is a hard disk, reads across the whole of it take longer",
      );
      for (const drive of [{ kind: "nvme" }, { kind: "usb", model: "USB Flash Disk" }] as const) {
        expect(findingOf(code, { drive })?.detail).not.toContain("hard disk");
      }
    }
  });
});
