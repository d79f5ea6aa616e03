import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { noLatency } from "#analysis/statistics";
import { loss } from "#analysis/workloads/commits/loss";
import {
  buildCommits,
  type CommitRun,
  lostSides,
  normalRatio,
  recordsAreLost,
} from "#analysis/workloads/commits/results";
import { driveError } from "#contract/drive-error";
import { commitDatabases, commitResultSchema } from "#contract/workloads/commits";
import { reasonWords } from "#text/reasons";
import {
  sampleCommitCounts,
  sampleCommits,
  sampleVariants,
} from "../../../../helpers/workloads/commits";

const plan = planFor("standard", "linux").workloads.commits;

function run(changes: Partial<CommitRun> = {}): CommitRun {
  return {
    engine: "sqlite",
    variant: "wal",
    durability: "durable",
    settings: "journal_mode=WAL, synchronous=FULL",
    recordsPerTransaction: 10,
    refusal: null,
    counts: sampleCommitCounts(),
    error: null,
    ...changes,
  };
}

const only = (runs: readonly CommitRun[]) => {
  const [result, ...others] = buildCommits(runs);
  if (result === undefined || others.length > 0) {
    throw new Error(`not one result but ${others.length + 1}`);
  }
  return result;
};

describe("buildCommits()", () => {
  it("returns records per second, flushes per commit and the ratio of the relaxed rate to the durable rate", () => {
    const relaxed = sampleCommitCounts({ elapsedNs: 2_000_000, deviceFlushes: 5 });
    const result = only([
      run(),
      run({ durability: "relaxed", settings: "synchronous=OFF", counts: relaxed }),
    ]);
    expect(result).toMatchObject({ status: "measured", reason: null, records: 2000, ratio: 50 });
    expect(result.durable).toEqual({
      settings: "journal_mode=WAL, synchronous=FULL",
      operationsPerSecond: 10_000,
      transactions: 100,
      records: 1000,
      recordsFound: 1000,
      elapsedNs: 100_000_000,
      commitLatencyNs: {
        mean: 950_000,
        p50: 1_000_000,
        p90: 1_000_000,
        p99: null,
        p999: null,
        max: 1_000_000,
      },
      deviceFlushesPerCommit: 1,
      checkpoints: null,
      cutShort: false,
    });
    expect(result.relaxed).toMatchObject({
      settings: "synchronous=OFF",
      operationsPerSecond: 500_000,
      deviceFlushesPerCommit: 0.05,
    });
  });

  it("returns separate figures for the normal and the durable setting, with checkpoints, and a ratio of the two only if both were measured", () => {
    const counts = sampleCommitCounts({ elapsedNs: 5_000_000, checkpoints: 3 });
    const normal = run({ durability: "normal", settings: "synchronous=NORMAL", counts });
    const result = only([run(), normal]);
    expect(result).toMatchObject({
      durable: { operationsPerSecond: 10_000 },
      normal: { settings: "synchronous=NORMAL", operationsPerSecond: 200_000, checkpoints: 3 },
      relaxed: null,
      ratio: null,
      records: 2000,
    });
    expect(normalRatio(result)).toBe(20);
    expect(only([normal])).toMatchObject({ status: "measured", durable: null });
    expect(normalRatio(only([normal]))).toBeNull();
    expect(only([run()]).normal).toBeNull();
    expect(normalRatio(only([run()]))).toBeNull();
  });

  it("returns a failed result even if only the normal setting lost records", () => {
    const counts = sampleCommitCounts({ recordsFound: 990 });
    const result = only([run(), run({ durability: "normal", counts })]);
    expect(result.status).toBe("failed");
    expect(lostSides(result)).toMatchObject([{ recordsFound: 990 }]);
    expect(normalRatio(result)).toBeNull();
  });

  it("returns one entry per database and batch in the order of engines, variants and batches", () => {
    const results = sampleCommits(plan);
    const names = results.map(
      ({ engine, variant, recordsPerTransaction }) =>
        `${engine} ${variant} ${recordsPerTransaction}`,
    );
    expect(names).toEqual(
      sampleVariants.flatMap(({ engine, variant }) =>
        plan.shapes.map((shape) => `${engine} ${variant} ${shape.recordsPerTransaction}`),
      ),
    );
  });

  it("returns the figures of a setting that the time limit ended, and marks them as cut short", () => {
    const counts = sampleCommitCounts({ transactions: 40, endedBy: "time" });
    expect(only([run({ counts })]).durable).toMatchObject({ cutShort: true, transactions: 40 });
  });

  it("returns no ratio if only the safe setting was measured", () => {
    expect(only([run()])).toMatchObject({ status: "measured", relaxed: null, ratio: null });
  });

  it.each(["stopped", "error"] as const)(
    'returns no figures for a setting that ended with "%s"',
    (endedBy) => {
      const counts = sampleCommitCounts({ endedBy });
      const result = only([run({ counts })]);
      expect(result).toMatchObject({ durable: null, ratio: null, records: 1000 });
      expect(result).toMatchObject({
        status: "unavailable",
        statements: [{ code: "reason.not-reached" }],
      });
    },
  );

  it("returns the refusal of an unavailable database and the error of a failed one", () => {
    const refusal = "built without libmdbx";
    expect(only([run({ refusal, counts: null })])).toMatchObject({
      status: "unavailable",
      reason: refusal,
      records: 0,
    });
    const error = driveError("drive-error", "The drive reported an error.");
    const failed = only([
      run({ counts: null, error }),
      run({ durability: "relaxed", counts: sampleCommitCounts() }),
    ]);
    expect(failed).toMatchObject({ status: "failed", reason: error.message, durable: null });
    expect(failed.relaxed).not.toBeNull();
    expect(failed.ratio).toBeNull();
  });

  it("returns a failed result with the numbers of records if records are missing", () => {
    const counts = sampleCommitCounts({ recordsFound: 990 });
    const result = only([run({ counts }), run({ durability: "relaxed" })]);
    expect(result).toMatchObject({ status: "failed", ratio: null });
    expect(reasonWords(result)?.replace(/\u202f/g, " ")).toBe(
      "Of 1 000 records that were confirmed (durable), 990 were found when their file was opened again.",
    );
    expect(result.durable).toMatchObject({ records: 1000, recordsFound: 990 });
  });

  it("returns results in which loss() finds a loss only if records are missing", () => {
    const missing = buildCommits([run({ counts: sampleCommitCounts({ recordsFound: 990 }) })]);
    expect(loss({ commits: missing })).not.toBeNull();
    expect(loss({ commits: sampleCommits(plan) })).toBeNull();
    expect(loss({ commits: null })).toBeNull();
  });

  it("sets flushes per commit to null when the run did not count flushes", () => {
    const counts = sampleCommitCounts({ deviceFlushes: null });
    expect(only([run({ counts })]).durable?.deviceFlushesPerCommit).toBeNull();
  });

  it("returns no figures when no time passed or no transaction was committed", () => {
    const nothing = { transactions: 0, records: 0, recordsFound: 0, latency: noLatency };
    for (const changes of [{ elapsedNs: 0 }, { transactions: 0 }, nothing]) {
      const result = only([run({ counts: sampleCommitCounts(changes) })]);
      expect(result).toMatchObject({ status: "unavailable", durable: null });
    }
  });

  it("returns results that match the report's schema for any counts, and give a reason exactly if they are not measured", () => {
    const nothingOrMore = fc.nat({ max: 1e9 });
    const counts = fc.record({
      transactions: nothingOrMore,
      records: nothingOrMore,
      recordsFound: fc.option(nothingOrMore),
      elapsedNs: nothingOrMore,
      deviceFlushes: fc.option(nothingOrMore),
      endedBy: fc.constantFrom("complete", "time", "stopped", "error"),
    });
    const anyRun = fc.record({
      engine: fc.constantFrom(...commitDatabases),
      variant: fc.constantFrom("wal", "rollback"),
      durability: fc.constantFrom("durable", "relaxed"),
      recordsPerTransaction: fc.constantFrom(10, 100),
      counts: fc.option(counts),
      refusal: fc.option(fc.constant("refused")),
      error: fc.option(fc.constant(driveError("drive-error", "Broken."))),
    });
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 12 }), (parts) => {
        const runs = parts.map((part) =>
          run({
            ...part,
            counts: part.counts && sampleCommitCounts(part.counts),
          }),
        );
        for (const result of buildCommits(runs)) {
          expect(commitResultSchema.safeParse(result).error).toBeUndefined();
          expect(result.status === "measured").toBe(reasonWords(result) === null);
          if (result.ratio !== null) {
            expect(result.ratio).toBeGreaterThan(0);
          }
        }
      }),
    );
  });
});

describe("recordsAreLost()", () => {
  const counts = (recordsFound: number | null, endedBy: "complete" | "error") => ({
    records: 100,
    recordsFound,
    endedBy,
  });
  it("returns false after a complete run only for exactly the confirmed number of records", () => {
    expect(recordsAreLost(counts(100, "complete"))).toBe(false);
    expect(recordsAreLost(counts(99, "complete"))).toBe(true);
    expect(recordsAreLost(counts(101, "complete"))).toBe(true);
  });
  it("returns false for more records than confirmed, but true for fewer, if the last commit returned an error", () => {
    expect(recordsAreLost(counts(110, "error"))).toBe(false);
    expect(recordsAreLost(counts(99, "error"))).toBe(true);
  });
  it("returns false when the records were not counted", () => {
    expect(recordsAreLost(counts(null, "complete"))).toBe(false);
  });
});
