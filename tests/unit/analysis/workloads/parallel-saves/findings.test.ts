import { describe, expect, it } from "vitest";
import { median } from "#analysis/statistics";
import { fewestFlushes } from "#analysis/workloads/parallel-saves/findings";
import type { ParallelSave } from "#contract/workloads/parallel-saves";
import { verdictOn } from "../../../../helpers/judged";
import { findingIn } from "../../../../helpers/read-verdict";
import {
  type SampleOptions,
  sampleUnjudgedReport,
  type UnjudgedReport,
} from "../../../../helpers/sample-report";
import type { SampleParallel } from "../../../../helpers/workloads/parallel-saves";

describe("the finding about parallel saves", () => {
  const found = (report: UnjudgedReport) => findingIn(verdictOn(report), "parallel-saves");
  const findingOf = (parallel: SampleParallel) => found(sampleUnjudgedReport({ parallel }));

  const changed = (
    change: (save: ParallelSave) => Partial<ParallelSave>,
    options: SampleOptions = {},
  ) => {
    const { parallelSaves, ...rest } = sampleUnjudgedReport({
      parallel: { flushNs: 10_000 },
      ...options,
    });
    const saves = (parallelSaves ?? []).map((save) => ({ ...save, ...change(save) }));
    return { ...rest, parallelSaves: saves };
  };

  /**
   * Results in which sixteen writers are so many times as fast as one, round by round; `overlap`:
   * share of the time in which they all wrote.
   */
  const withRatios = (ratios: readonly number[], overlap = 1, shown = median(ratios)) => {
    const rated = changed(({ writers }) => ({
      iops: writers === 1 ? 1000 : 1000 * shown,
      rounds: ratios.map((ratio, at) => ({
        round: at,
        operations: 1000,
        elapsedNs: 1e9,
        overlap,
        deviceFlushes: null,
        iops: writers === 1 ? 1000 : 1000 * ratio,
      })),
    }));
    return found(rated);
  };
  const few = (ratio: number) => [0.99 * ratio, ratio, 1.01 * ratio];

  it.each([
    [40, "more often than one alone, which"],
    [16.2, "more often than one alone, which"],
    [16, "hardly slow one another"],
    [14.6, "hardly slow one another"],
    [14.2, "each of them less often"],
    [14.45, "does not show"],
    [4, "each of them less often"],
    [1.3, "each of them less often"],
    [1.23, "share what one alone can save"],
    [0.82, "share what one alone can save"],
    [0.7, "get in one another’s way"],
    [1 / 3, "get in one another’s way"],
  ])(
    "describes a ratio of about %f of several writers' saves to one writer's in the words \"%s\"",
    (ratio, says) => {
      expect(withRatios(few(ratio))?.detail).toContain(says);
    },
  );

  it.each([
    [[16, 16, 17], "hardly slow one another"],
    [[14.4, 15, 15], "hardly slow one another"],
    [[14, 14.3, 14.4], "does not show"],
    [[0.5, 0.7, 1], "rounds differ too much"],
    [[1, 2, 3], "rounds differ too much"],
  ])(
    "describes the ratios %j of several writers' saves to one writer's in the words \"%s\"",
    (ratios, says) => {
      expect(withRatios(ratios)?.detail).toContain(says);
    },
  );

  it("says that several writers save about as often as one only if all three rounds show it, and states no ratio from a single round", () => {
    const alike = /about as many saves as one alone/;
    expect(withRatios(few(1))?.title).toMatch(alike);
    expect(withRatios([0.7, 1, 1.1])?.title).not.toMatch(alike);
    expect(withRatios([0.7, 1, 1.1])?.detail).toContain("rounds differ too much");
    expect(withRatios([0.7, 1, 1.1])?.title).toMatch(/slow one another is not known$/);
    expect(withRatios([1])?.detail).toContain("One round does not show");
    expect(withRatios([3.9])?.title).toMatch(/slow one another is not known$/);
    expect(withRatios(few(1 / 3))?.title).toMatch(/0\.3.times as many/);
  });

  it("states the ratio of the two rates that it shows, and concludes nothing if the rounds contradict it", () => {
    expect(withRatios(few(4), 1, 3)?.title).toMatch(/3\.0.times as many/);
    expect(withRatios(few(4), 1, 0.9)?.title).toMatch(/slow one another is not known$/);
  });

  it("draws no conclusion about speed if the writers took turns for more than half of the time", () => {
    expect(withRatios(few(4), 0.6)?.detail).toContain("each of them less often");
    expect(withRatios(few(4), 0.5)?.detail).toContain("each of them less often");
    expect(withRatios(few(4), 0.4)?.detail).toContain("not all of them were saving");
    expect(withRatios(few(4), 0.4)?.title).toMatch(/slow one another is not known$/);
  });

  it.each([
    [1, 0.25, "The system gathers what they ask for: 0.25"],
    [1, 1, "Each save has its own flush commands: 1.00"],
    [0.99, 0.99, "Each save has its own"],
    [2, 1, "The system counted 1.00"],
    [1, 0.75, "The system counted 0.75"],
    [0.9, 0.2, "The system gathers what they ask for: 0.20"],
    [1.5, 1.2, "Each save has its own flush commands: 1.20"],
    [0.9, 0.91, "The system counted 0.91"],
    [1.1, 0.85, "The system counted 0.85"],
    [0.5, 0.5, "The system counted 0.50"],
    [0.5, 0.1, "The system counted 0.10"],
    [0, 0, "The system counted 0.00"],
  ])(
    'describes %f flushes per save of one writer and %f of several writers in the words "%s"',
    (alone, all, says) => {
      const counted = changed(({ writers }) => ({
        deviceFlushesPerSync: writers === 1 ? alone : all,
      }));
      expect(found(counted)?.detail).toContain(says);
    },
  );

  const alone = (change: Partial<ParallelSave>) => (save: ParallelSave) =>
    save.writers === 1 ? change : {};
  const together = (change: Partial<ParallelSave>) => (save: ParallelSave) =>
    save.writers === 1 ? {} : change;

  it("does not mention flushes if those of one writer or those of several writers were not counted", () => {
    expect(findingOf({ flushesPerSave: null })?.detail).not.toContain("flush commands");
    for (const is of [alone, together]) {
      const detail = found(changed(is({ deviceFlushesPerSync: null })))?.detail;
      expect(detail).not.toContain("flush commands");
    }
  });

  it("is absent if one writer and several writers have no figures of the same mode and rounds", () => {
    expect(found(changed(() => ({})))).toBeDefined();
    const changes: Partial<ParallelSave>[] = [
      { status: "failed" },
      { iops: null },
      { iops: 0 },
      { rounds: [] },
      { mode: "o_dsync" },
    ];
    for (const is of [alone, together]) {
      for (const change of changes) {
        expect(found(changed(is(change)))).toBeUndefined();
      }
    }
  });

  it("compares the largest number of writers with a single writer, in the last mode that was measured", () => {
    const one = changed(() => ({}));
    const other = changed(() => ({ mode: "o_dsync" }));
    const parallelSaves = [...one.parallelSaves, ...other.parallelSaves];
    expect(found({ ...one, parallelSaves })?.detail).toContain("(O_DSYNC), 16 at once");
    expect(found(one)?.detail).toContain("(fsync), 16 at once");
  });

  it("states how often each of the writers saved on average", () => {
    const rated = changed((save) => ({ iops: save.writers === 1 ? 1000 : 4000 }));
    expect(found(rated)?.detail).toContain("4 000 times in all: 250 times each on average");
  });

  it("says that the writers took turns only because of rounds in which their overlap in time is known", () => {
    const overlapping = (overlaps: readonly (number | null)[]) =>
      found(
        changed(({ rounds }) => ({
          rounds: rounds.map((each, at) => ({ ...each, overlap: overlaps[at] ?? null })),
        })),
      )?.detail;
    expect(overlapping([0.4, null, 0.4])).toContain("not all of them were saving");
    expect(overlapping([null, null, null])).toContain("each of them less often");
  });

  it("is a caution that mentions the missing flushes if a single writer's saves sent none", () => {
    const writeBack = { volume: { writeCache: "write-back" } } as const;
    const of = (flushes: number) =>
      found(
        changed(
          ({ writers }) => ({ deviceFlushesPerSync: writers === 1 ? flushes : 1 }),
          writeBack,
        ),
      );
    expect(of(1)?.severity).toBe("info");
    expect(of(0)?.severity).toBe("caution");
    const missing = "No flush was seen to reach the drive";
    expect(of(1)?.detail).not.toContain(missing);
    expect(of(0)?.detail).toContain(missing);
  });

  it("states the 99th percentile of the saves only if it is known for each of several writers and for one alone", () => {
    const slow = /One save in a hundred/;
    expect(found(changed(() => ({})))?.detail).toMatch(slow);
    const apart = changed(({ writers }) => ({
      writerP99Ns: Array.from({ length: writers }, (_, at) => 1e6 * (1 + at)),
    }));
    expect(found(apart)?.detail).toContain("with 16 from 1.0 ms to 16 ms, depending on the writer");
    expect(found(changed(alone({ latencyNs: null })))?.detail).not.toMatch(slow);
    const someLack = changed((save) => ({ writerP99Ns: [null, ...save.writerP99Ns.slice(1)] }));
    expect(found(someLack)?.detail).not.toMatch(slow);
  });

  it("is absent when the run lacks saves of a single writer or of several writers", () => {
    expect(findingOf({ refusal: "fsync: EINVAL" })).toBeUndefined();
    const { parallelSaves, ...rest } = sampleUnjudgedReport({ parallel: {} });
    const codes = (saves: typeof parallelSaves) =>
      verdictOn({ ...rest, parallelSaves: saves }).findings.map(({ code }) => code);
    expect(codes(parallelSaves)).toContain("parallel-saves");
    const without = (place: number) => parallelSaves?.filter((_, at) => at !== place) ?? [];
    expect(codes(without(0))).not.toContain("parallel-saves");
    expect(codes(parallelSaves?.slice(0, 1) ?? [])).not.toContain("parallel-saves");
  });

  it("names the full flush on a Mac", () => {
    const report = sampleUnjudgedReport({ os: "macos", parallel: {} });
    expect(found(report)?.detail).toContain("F_FULLFSYNC");
  });
});

it("fewestFlushes() returns the lowest flushes per save of a single writer, even if several together sent fewer, and null without a measured count", () => {
  const fewest = (change: (save: ParallelSave, place: number) => Partial<ParallelSave>) => {
    const report = sampleUnjudgedReport({ parallel: {} });
    const saves = (report.parallelSaves ?? []).map((save, at) => ({
      ...save,
      ...change(save, at),
    }));
    return fewestFlushes({ ...report, parallelSaves: saves });
  };
  const counts = ({ writers }: ParallelSave) => ({ deviceFlushesPerSync: writers === 1 ? 1 : 0 });
  expect(fewest(counts)).toBe(1);
  expect(fewest((save) => ({ ...counts(save), status: "failed" }))).toBeNull();
  expect(fewest((_, at) => ({ writers: 1, deviceFlushesPerSync: 2 + at }))).toBe(2);
  expect(fewest(() => ({ deviceFlushesPerSync: null }))).toBeNull();
  expect(fewestFlushes(sampleUnjudgedReport({}))).toBeNull();
});
