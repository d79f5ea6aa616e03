import { describe, expect, it } from "vitest";
import { paragraph } from "#analysis/say";
import { factsOf } from "#analysis/verdict/facts";
import {
  commitMeaning,
  fewestFlushes,
  smallestBatch,
} from "#analysis/workloads/commits/commit-rate";
import { commitFindings } from "#analysis/workloads/commits/findings";
import type { CommitResult, CommitSide } from "#contract/workloads/commits";
import { said } from "../../../helpers/judged";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { linux } from "./scenario";

/**
 * The figures of databases at which the verdict's words change, and the result that represents all
 * others.
 */

const whole = sampleUnjudgedReport({ commits: {} });
const [sample] = (whole.commits ?? []).filter(({ variant }) => variant === "wal");
if (!sample?.durable || !sample.relaxed) {
  throw new Error("the sample has a write-ahead log with both sides");
}
const { durable, relaxed } = sample;

interface Given extends Partial<Omit<CommitResult, "durable" | "relaxed">> {
  readonly durable?: Partial<CommitSide> | null;
  readonly relaxed?: Partial<CommitSide> | null;
}
const result = (changes: Given = {}): CommitResult => ({
  ...(sample as CommitResult),
  ...changes,
  durable: changes.durable === null ? null : { ...durable, ...changes.durable },
  relaxed: changes.relaxed === null ? null : { ...relaxed, ...changes.relaxed },
});
const rate = (recordsPerTransaction: number, operationsPerSecond: number, changes: Given = {}) =>
  result({ recordsPerTransaction, durable: { operationsPerSecond }, ...changes });
const reportOf = (commits: CommitResult[], options: SampleOptions = {}) => ({
  ...sampleUnjudgedReport(options),
  commits,
});
const made = (commits: CommitResult[], options: SampleOptions = {}) =>
  commitFindings(factsOf(reportOf(commits, options))).map((each) => ({
    ...each,
    title: said(each.title).replace(/\s/gu, " "),
    text: `${said(each.seen)} ${said(each.means)}`.replace(/\s/gu, " "),
  }));
const findingOf = (code: string, ...given: Parameters<typeof made>) =>
  made(...given).find((each) => each.code === code);

describe("the finding about saving more records at a time", () => {
  /** Result of batches of ten records, whose commits take half of their time for waiting. */
  const few = (ratio: number | null = 2) => rate(10, 1000, { ratio });
  const of = (many: number) => findingOf("commit-rate", [few(), rate(1000, many)]);

  it("names the gain in its title, and not the time that the records take, only if the larger batch is at least twice as fast", () => {
    expect(of(2000)?.title).toBe(
      "Databases: saving 1 000 records at a time is 2.0 times as fast as 10 at a time",
    );
    expect(of(1999)?.title).toBe("Databases: 1 000 records a second are saved, 10 at a time");
    expect(of(2000)?.text).toMatch(/taking in much at once is fast/);
    expect(of(2000)?.text).not.toMatch(/into the records themselves/);
    expect(of(1999)?.text).toMatch(/most of the time goes into the records themselves/);
    expect(of(1999)?.text).not.toMatch(/taking in much at once/);
  });

  it("names both rates, as does commitMeaning(), if two batches were measured", () => {
    const two = "saves after every 10 records stores 1 000 records a second, one that saves 1 000";
    expect(of(2000)?.text).toContain(two);
    const meaning = commitMeaning(factsOf(reportOf([few(), rate(1000, 2000)])));
    expect(said(meaning).replace(/\s/gu, " ")).toContain(two);
  });

  it("does not say that the records take most of the time if 10 000 at a time are twice as fast", () => {
    const text = findingOf("commit-rate", [few(), rate(10_000, 2000)])?.text;
    expect(text).not.toMatch(/into the records themselves/);
  });

  it("says that the records take most of the time only if two batch sizes show a share of at least half", () => {
    const most = /most of the time goes into the records themselves/;
    // For a gain of 1.818 or 1.85 with ten times as many records, the records' share of the time is
    // 50.0 % or 48.9 %.
    const share = (many: number) => findingOf("commit-rate", [few(), rate(100, many)])?.text ?? "";
    expect(share(1818)).toMatch(most);
    expect(share(1850)).not.toMatch(most);
    expect(share(1999)).not.toMatch(most);
  });

  it("does not say that the records take most of the time if waiting for the drive takes most of it", () => {
    const most = /most of the time goes into the records themselves/;
    const text = (ratio: number | null) =>
      findingOf("commit-rate", [few(ratio), rate(1000, 1000)])?.text ?? "";
    expect(text(2.02)).toMatch(most);
    expect(text(1 / 0.495)).toMatch(most);
    expect(text(null)).toMatch(most);
    expect(text(2.1)).not.toMatch(most);
  });

  it("says that the records take most of the time only if the large batch is at most a fifth slower", () => {
    expect(of(800)?.text).toMatch(/most of the time goes into the records themselves/);
    expect(of(799)?.text).not.toMatch(/most of the time goes/);
  });

  it("does not name a gain when the run measured only one batch", () => {
    const { title, text = "" } = findingOf("commit-rate", [rate(10, 1000)]) ?? {};
    expect(title).toBe("Databases: 1 000 records a second are saved, 10 at a time");
    expect(text).toContain(
      "A program that saves after every 10 records stores 1 000 records a second.",
    );
    expect(text).not.toMatch(/into the records themselves|taking in much/);
  });

  it("compares the smallest batch with that of 1 000 records, or else the largest, of the same database and journal mode", () => {
    const first = rate(10, 1000);
    const of3 = (...more: CommitResult[]) => findingOf("commit-rate", [first, ...more])?.title;
    expect(of3(rate(1000, 3000), rate(10_000, 9000))).toMatch(/saving 1 000 records .* 3\.0 times/);
    expect(of3(rate(100, 3000), rate(500, 5000))).toMatch(/saving 500 records .* 5\.0 times/);
    // Results of another database or another journal mode do not count.
    expect(of3(rate(1000, 9000, { variant: "rollback" }))).toMatch(/^Databases: 1 000 records/);
    expect(of3(rate(1000, 9000, { engine: "mdbx" }))).toMatch(/^Databases: 1 000 records/);
  });
});

describe("the safe setting of a database", () => {
  const costing = (ratio: number | null, flushes: number | null, options: SampleOptions = {}) =>
    made(
      [result({ ratio, durable: { deviceFlushesPerCommit: flushes }, recordsPerTransaction: 10 })],
      options,
    );
  const codes = (...given: Parameters<typeof costing>) => costing(...given).map(({ code }) => code);

  it('gets the finding "commits-alike", and no sentence on waiting, only if the fast setting is 0.8 to below 1.15 times as fast', () => {
    expect(codes(1.149, 1)).toEqual(["commit-rate", "commits-alike"]);
    expect(codes(1.15, 1)).toEqual(["commit-rate"]);
    expect(codes(null, 1)).toEqual(["commit-rate"]);
    // A relaxed setting slower than the durable one was slowed by something else than the drive.
    expect(codes(0.8, 1)).toEqual(["commit-rate", "commits-alike"]);
    expect(codes(0.79, 1)).toEqual(["commit-rate"]);
    expect(costing(1.149, 1)[0]?.text).not.toMatch(/Each save|Without waiting/);
    expect(costing(1.15, 1)[0]?.text).toMatch(/Without waiting for the drive .* Each save waits/);
  });

  it("gets a caution if SQLite's commits, and not another database's, send too few flushes to a drive with a volatile cache", () => {
    const severityOf = (given: Given, flushes: number) =>
      findingOf("commit-rate", [result({ ...given, durable: { deviceFlushesPerCommit: flushes } })])
        ?.severity;
    expect(severityOf({}, 0.5)).toBe("caution");
    expect(severityOf({}, 0.9)).toBe("info");
    expect(severityOf({ engine: "mdbx", variant: "mdbx" }, 0.5)).toBe("info");
    expect(severityOf({ engine: "append-log", variant: "log" }, 0.5)).toBe("info");
  });

  it("is said to wait for the drive only if the database's system call waits for the drive on the inspected system", () => {
    const waits = /Each save waits for the drive/;
    const textOn = (os: "linux" | "macos" | "windows", given: Given = {}) =>
      findingOf("commit-rate", [result({ ...given, durable: { deviceFlushesPerCommit: null } })], {
        os,
      })?.text;
    expect(textOn("linux")).toMatch(waits);
    expect(textOn("windows")).toMatch(waits);
    expect(textOn("macos")).not.toMatch(waits);
    expect(textOn("macos")).toContain("With the fast setting");
    expect(textOn("macos", { variant: "wal-fullfsync" })).toMatch(waits);
    expect(textOn("macos", { engine: "mdbx", variant: "mdbx" })).toMatch(waits);
  });

  const normal = (perSecond: number, options: SampleOptions = {}) =>
    paragraph(
      findingOf(
        "commit-rate",
        [
          result({
            durable: { operationsPerSecond: 1000, deviceFlushesPerCommit: 1 },
            normal: { ...durable, operationsPerSecond: perSecond },
          }),
        ],
        options,
      )?.seen ?? null,
    ).filter(({ code }) => code.startsWith("commit-rate.normal"));

  it("is said to be slower than the normal setting only if the normal one saves at least 1.15 times as many records", () => {
    expect(normal(1149)).toMatchObject([{ code: "commit-rate.normal-no-gain" }]);
    expect(normal(1150)[0]).toMatchObject({ code: "commit-rate.normal", params: { ratio: 1.15 } });
  });

  it('comes with the promise "kept" of the normal setting, but "none" in memory and "unshown" if ordinary saves send no flush', () => {
    const promised = (options: SampleOptions) => normal(3000, options).at(-1)?.params;
    expect(promised({})).toEqual({ promise: "kept" });
    expect(promised({ drive: { kind: "memory" } })).toEqual({ promise: "none" });
    // The ordinary saves of the flush modes sent no flush.
    expect(promised({ modes: linux(1000, 0) })).toEqual({ promise: "unshown" });
  });

  it('gets the finding "commits-unconfirmed" only below 0.1 flushes per save on a drive with a volatile cache and with barriers', () => {
    const severities = costing(3, 0.09).map(({ code, severity }) => [code, severity]);
    expect(severities).toEqual([
      ["commit-rate", "info"],
      ["commits-unconfirmed", "caution"],
    ]);
    const text = costing(3, 0.09).find(({ code }) => code === "commits-unconfirmed")?.text;
    expect(text).toMatch(/^With SQLite .* counted 0\.09 flush commands/);
    expect(codes(3, 0.1)).toEqual(["commit-rate"]);
    expect(codes(3, null)).toEqual(["commit-rate"]);
    expect(codes(3, 0.09, { volume: { writeCache: "unknown" } })).toEqual(["commit-rate"]);
    expect(codes(3, 0.09, { volume: { mountOptions: "rw,nobarrier" } })).toEqual(["commit-rate"]);
  });

  it('gets no finding "commits-unconfirmed" with libmdbx alone, and is said to wait for the drive only if ordinary saves send flushes', () => {
    const mdbx = { engine: "mdbx", variant: "mdbx", ratio: 3 } as const;
    const given = [result({ ...mdbx, durable: { deviceFlushesPerCommit: 0 } })];
    expect(made(given).map(({ code }) => code)).toEqual(["commit-rate"]);
    // The text claims that saves wait for the drive only if the ordinary saves sent flushes.
    expect(made(given)[0]?.text).toContain("Each save waits for the drive");
    expect(made(given, { modes: linux(1400, 0) })[0]?.text).toContain("Each save takes its time");
  });

  it("is said to cost about the same despite missing flushes only if the fast setting is 0.8 to below 1.15 times as fast", () => {
    const title = (ratio: number) => costing(ratio, 0.09)[1]?.title;
    expect(title(0.8)).toMatch(/cost about the same$/);
    expect(title(1.149)).toMatch(/cost about the same$/);
    for (const ratio of [0.79, 1.15]) {
      expect(title(ratio)).toMatch(/send no flush to this drive$/);
    }
  });

  it("is said to have flushed the drive only if at least 0.9 flushes per save were counted", () => {
    expect(costing(1, 0.9)[1]?.text).toMatch(/Flush commands did reach the drive \(0\.9 for each/);
    expect(costing(1, 0.89)[1]?.text).toMatch(/counted 0\.89 flush commands for each save, and it/);
    expect(costing(1, null)[1]?.text).toMatch(/What reached the drive cannot be seen here\./);
  });

  it("gets short flushes named as a possible reason for its low cost only up to 20 000 commits a second", () => {
    const short = "Either a confirmation takes little time beside the writing itself, or";
    const of = (transactions: number) =>
      made([
        result({ ratio: 1, durable: { transactions, elapsedNs: 1e9, deviceFlushesPerCommit: 1 } }),
      ])[1]?.text;
    expect(of(20_000)).toContain(short);
    expect(of(20_001)).not.toContain(short);
    expect(of(20_001)).toContain("Either the drive’s own memory (cache) is protected");
  });

  it("is said not to wait until the data is stored only if SQLite ran on a Mac without the full flush", () => {
    const mac = { os: "macos" } as const;
    const of = (changes: Given, options: SampleOptions = mac) =>
      findingOf(
        "commits-alike",
        [result({ ratio: 1, durable: { deviceFlushesPerCommit: null }, ...changes })],
        options,
      )?.text;
    expect(of({})).toMatch(/does not wait until the drive has stored it/);
    expect(of({ variant: "wal-fullfsync" })).toMatch(/cannot be seen here/);
    expect(of({ engine: "append-log", variant: "log" })).toMatch(/cannot be seen here/);
    expect(of({}, {})).toMatch(/cannot be seen here/);
  });

  it("is not compared with the fast setting if the run has no ratio or no rate of the fast setting", () => {
    const text = (given: Given) => findingOf("commit-rate", [result(given)])?.text;
    expect(text({ ratio: 3 })).toMatch(
      /Without waiting for the drive \(.*\) it is .* 3\.0 times as many/,
    );
    expect(text({ ratio: 3, relaxed: null })).not.toMatch(/Without waiting/);
    expect(text({ ratio: null })).not.toMatch(/Without waiting/);
  });

  it("is shown on a Mac with and without the full flush only if the run measured both with equal batches", () => {
    const full = result({ variant: "wal-fullfsync" });
    const text = (commits: CommitResult[]) =>
      findingOf("commit-rate", commits, { os: "macos" })?.text;
    expect(text([full, result()])).toMatch(/as most programs on macOS have it, it is/);
    expect(text([full])).not.toMatch(/most programs on macOS/);
    expect(text([result()])).not.toMatch(/most programs on macOS/);
    // Batches of different sizes are not compared.
    const larger = result({ variant: "wal-fullfsync", recordsPerTransaction: 100 });
    expect(text([larger, result()])).not.toMatch(/most programs on macOS/);
  });

  it("is said to stop at the drive's memory in most Mac programs only if the data is known to go to a drive", () => {
    const text = (options: SampleOptions) =>
      findingOf("commit-rate", [result({ variant: "wal-fullfsync" }), result()], {
        ...options,
        os: "macos",
      })?.text;
    expect(text({})).toMatch(/it is [\d ]+; those saves stop at the drive’s own memory/);
    for (const elsewhere of [
      { drive: { kind: "network" } },
      { drive: { kind: "memory" } },
      { volume: { lowerMounts: null } },
    ] as const) {
      expect(text(elsewhere)).toMatch(/as most programs on macOS have it, it is [\d ]+\. /);
    }
  });

  it("is shown with the rate of the fast setting if the run measured both", () => {
    const text = (given: Given) =>
      findingOf("commits-alike", [result({ ratio: 1, ...given })])?.text;
    expect(text({})).toMatch(/, and [\d ]+ with the fast one \(.*synchronous=OFF\)\./);
    expect(text({ relaxed: null })).toMatch(/with the safe setting \([^)]*\)\. /);
    expect(text({ relaxed: null })).not.toMatch(/fast one/);
  });
});

it("fewestFlushes() returns the flushes per commit of SQLite, and null if SQLite did not run", () => {
  const durable = { deviceFlushesPerCommit: 2 };
  expect(fewestFlushes(reportOf([result({ durable })]))).toBe(2);
  const log = result({ engine: "append-log", variant: "log", durable });
  expect(fewestFlushes(reportOf([log]))).toBeNull();
  expect(fewestFlushes(reportOf([]))).toBeNull();
});

describe("the smallest batch of a database that smallestBatch() selects", () => {
  const of = (commits: CommitResult[], options: SampleOptions = {}) => {
    const small = smallestBatch(reportOf(commits, options));
    return small && `${small.engine} ${small.variant} ${small.recordsPerTransaction}`;
  };
  const log = result({ engine: "append-log", variant: "log" });
  const rollback = result({ variant: "rollback" });
  const wal = result({});
  const full = result({ variant: "wal-fullfsync" });
  const mdbx = result({ engine: "mdbx", variant: "wal" });

  it("is SQLite's with a write-ahead log (on a Mac with the full flush), or else SQLite's with a rollback journal, another's or null", () => {
    expect(of([log, mdbx, rollback, full, wal])).toBe("sqlite wal 10");
    expect(of([log, mdbx, rollback, wal, full], { os: "macos" })).toBe("sqlite wal-fullfsync 10");
    expect(of([log, mdbx, rollback, wal], { os: "macos" })).toBe("sqlite wal 10");
    expect(of([log, mdbx, rollback])).toBe("sqlite rollback 10");
    expect(of([log, mdbx])).toBe("append-log log 10");
    expect(of([])).toBeNull();
    expect(smallestBatch(sampleUnjudgedReport({}))).toBeNull();
  });

  it("is never one that failed or that has no rate", () => {
    expect(of([result({ status: "failed" }), log])).toBe("append-log log 10");
    expect(of([result({ durable: null }), log])).toBe("append-log log 10");
    expect(of([rate(10, 0), log])).toBe("append-log log 10");
  });

  it("leads to no sentence from commitMeaning() if flushes are missing, the volume is in memory or no database ran", () => {
    const meaning = (options: SampleOptions) => commitMeaning(factsOf(reportOf([wal], options)));
    expect(said(meaning({}))).toMatch(/^Mail programs, browsers and photo libraries .* here\.$/);
    expect(meaning({ modes: linux(900, 0) })).toBeNull();
    expect(meaning({ drive: { kind: "memory" } })).toBeNull();
    expect(commitMeaning(factsOf(sampleUnjudgedReport({})))).toBeNull();
  });

  it("is shown with a published rate only if the run measured the database and batch size of that rate", () => {
    const text = (...commits: CommitResult[]) => findingOf("commit-rate", commits)?.text;
    const published = /ublished for Apple M1 Pro \(libmdbx\): 14 600, 10 at a time/;
    expect(text(wal, result({ engine: "mdbx", variant: "mdbx" }))).toMatch(
      /With libmdbx it is [^;]*; published for Apple/,
    );
    expect(text(result({ engine: "mdbx", variant: "mdbx" }))).toMatch(/\. Published for Apple/);
    expect(text(wal)).not.toMatch(published);
    const other = result({ engine: "mdbx", variant: "mdbx", recordsPerTransaction: 100 });
    expect(text(wal, other)).not.toMatch(published);
  });
});

describe("the findings about databases that went wrong", () => {
  it("are graver for lost records than for another failure", () => {
    const failed = result({ status: "failed", reason: "EIO" });
    const lost = result({
      status: "failed",
      reason: "EIO",
      durable: { records: 10, recordsFound: 9 },
    });
    const codesOf = (commits: CommitResult[]) =>
      made(commits)
        .map(({ code, severity }) => [code, severity])
        .filter(([code]) => code !== "commit-rate" && code !== "commits-alike");
    expect(codesOf([failed])).toEqual([["commits-failed", "caution"]]);
    expect(codesOf([lost])).toEqual([["commits-lost", "bad"]]);
    expect(codesOf([failed, lost])).toEqual([
      ["commits-lost", "bad"],
      ["commits-failed", "caution"],
    ]);
    expect(codesOf([result({ reason: "EIO" })])).toEqual([]);
  });

  it('say "no reason given" when the database gave none', () => {
    const [failed] = made([result({ status: "failed", reason: null })]);
    expect(said(failed?.seen ?? null)).toMatch(
      /^With SQLite \(write-ahead log\), 10 at a time: no reason given\.$/,
    );
    const refused = made([result({ status: "unavailable", reason: null, durable: null })]);
    expect(refused.map(({ code, seen }) => [code, said(seen)])).toEqual([
      ["databases-unavailable", "Not available: SQLite (write-ahead log) (no reason given)."],
    ]);
  });
});
