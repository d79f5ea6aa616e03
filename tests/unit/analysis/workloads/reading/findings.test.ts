import { describe, expect, it } from "vitest";
import { median } from "#analysis/statistics";
import { verdictOn } from "../../../../helpers/judged";
import { plain } from "../../../../helpers/read-verdict";
import type { SampleOptions } from "../../../../helpers/sample-report";
import { sampleUnjudgedReport } from "../../../../helpers/sample-report";

/** What reading says, at the figures where a word changes. */

function findingOf(code: string, options: SampleOptions = {}, report = reportOf(options)) {
  const found = verdictOn(report).findings.find((finding) => finding.code === code);
  return found && { title: plain(found.title), detail: plain(found.detail) };
}
const reportOf = (options: SampleOptions) => sampleUnjudgedReport({ reading: {}, ...options });

/** So many times as many random reads with several requests at once, round by round. */
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
    [[33, 40, 50], times("40"), "more than their number"],
    [[1.2, 1.3, 1.4], times("1.3"), "worked on at the same time"],
    [[0.8, 1, 1.25], alike, "takes no more than so many a second"],
    [[1.1, 1.15, 1.2], alike, "takes no more than so many a second"],
    [[0.79, 1, 1.1], unknown, "differ too much"],
    [[0.9, 1, 1.26], unknown, "differ too much"],
    [[0.9, 5, 6], unknown, "differ too much"],
    [[0.3, 1 / 3, 0.4], times("0.3"), "slow one another"],
    [[0.7, 0.75, 0.79], times("0.8"), "slow one another"],
  ])("has for the ratios %j the title: %s", (ratios, title, means) => {
    expect(withRatios(ratios)?.title).toBe(title);
    expect(withRatios(ratios)?.detail).toContain(means);
  });
});

it("the finding about several requests states the ratio of the two rates beside it", () => {
  expect(withRatios([4.5, 5, 5.5], 4)?.title).toMatch(/: 4\.0.times as many/);
  expect(withRatios([4.5, 5, 5.5], 0.9)?.title).toMatch(/is not known$/);
});

describe("the finding about random reads", () => {
  const counted = "By the system’s counters the reads went to the drive.";
  const uncounted = "The system does not show whether all of it came from the drive itself.";

  it("does not name the source when the system does not count it or a host is in between", () => {
    for (const options of [
      { reading: { deliveredShare: null } },
      { host: { virtualMachine: "KVM" } },
      { drive: { kind: "virtual" as const } },
    ]) {
      expect(findingOf("random-reads", options)?.detail).toContain(uncounted);
      expect(findingOf("random-reads", options)?.detail).not.toContain(counted);
    }
  });
});

describe("the findings about reads", () => {
  it("do not say that a hard disk, which has one arm, reads in several places at once", () => {
    const { detail = "" } = findingOf("many-at-once", { drive: { kind: "hard-disk" } }) ?? {};
    expect(detail).toContain("worked on at the same time, or in a quicker order");
  });

  it("claim no memory of the drive, which may be switched off", () => {
    const disk = { drive: { kind: "hard-disk" }, volume: { writeCache: "write-through" } } as const;
    expect(findingOf("large-files", disk)?.detail).toContain(
      "a drive may take them into its own fast memory first",
    );
  });

  it("say that reads across a whole hard disk take longer", () => {
    for (const code of ["random-reads", "large-files"]) {
      expect(findingOf(code, { drive: { kind: "hard-disk" } })?.detail).toContain(
        "across the whole disk the heads move further, and it takes longer",
      );
    }
  });
});
