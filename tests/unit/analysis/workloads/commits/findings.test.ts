import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { verdictOn } from "../../../../helpers/judged";
import { findingOf, judged, plain } from "../../../../helpers/read-verdict";
import {
  type SampleOptions,
  sampleReport,
  sampleUnjudgedReport,
} from "../../../../helpers/sample-report";
import { sampleCommits, sampleVariants } from "../../../../helpers/workloads/commits";
import { textsOf } from "../../verdict/first-page";

const wal = sampleVariants.find(({ variant }) => variant === "wal");
if (wal === undefined) {
  throw new Error("the sample has a write-ahead log");
}

describe("the finding about the commit rate", () => {
  it("says that the fast setting risks the whole database of SQLite, but only the last records of a log file or libmdbx", () => {
    const { detail } = findingOf({ commits: {} }, "commit-rate");
    expect(detail).toContain(
      "15 times as many, but a power cut can then damage the whole database.",
    );
    const of = (engine: "append-log" | "mdbx") => {
      const report = sampleUnjudgedReport({ commits: {} });
      const commits = (report.commits ?? []).filter((result) => result.engine === engine);
      const { findings } = verdictOn({ ...report, commits });
      return plain(findings.find(({ code }) => code === "commit-rate")?.detail ?? "");
    };
    for (const engine of ["append-log", "mdbx"] as const) {
      expect(of(engine)).toContain("as many, of which the last ones can be lost in a power cut.");
    }
  });

  it("does not call a plain log file a database if only that file was measured", () => {
    const variants = sampleVariants.filter(({ engine }) => engine === "append-log");
    const only = judged({ commits: { variants } });
    const { title, detail } = findingOf({ commits: { variants } }, "commit-rate");
    expect(title).toBe(
      "A log file: saving 1 000 records at a time is 70 times as fast as 10 at a time",
    );
    expect(detail).toContain("Taking in much at once is fast, many small changes one after the");
    expect(title + detail + only.meaning.join()).not.toMatch(/[Dd]atabases: |such databases/);
    expect(only.meaning.join()).not.toContain("records a second");

    const flushNs = 0;
    const even = findingOf({ commits: { variants, flushNs } }, "commit-rate");
    expect(even.title).toMatch(/^A log file: .* records a second are saved, 10 at a time$/);
    expect(even.detail).not.toContain("databases");
    expect(findingOf({ commits: {} }, "commit-rate").title).toMatch(/^Databases: saving/);
  });

  it("says how many checkpoints took place, or does not mention them if they were not counted", () => {
    const detailWith = (checkpoints: number | null) => {
      const report = sampleUnjudgedReport({ commits: {} });
      const commits = (report.commits ?? []).map((result) => ({
        ...result,
        normal: result.normal && { ...result.normal, checkpoints },
      }));
      const { findings } = verdictOn({ ...report, commits });
      return plain(findings.find(({ code }) => code === "commit-rate")?.detail ?? "");
    };
    expect(detailWith(0)).toContain("No checkpoint fell into that time, so what one costs is not");
    expect(detailWith(1)).toContain("One checkpoint fell into that time.");
    expect(detailWith(null)).not.toMatch(/fell into/);
  });

  it.each<[string, SampleOptions]>([
    ["no flush reaches a drive that needs one", { commits: { flushesSeen: 0 } }],
    ["fewer flushes reach the drive than there are saves", { commits: { flushesSeen: 0.5 } }],
    ["another computer answers", { commits: {}, drive: { kind: "network" } }],
    [
      "it is not known whether the drive has a cache",
      {
        commits: { flushesSeen: null },
        drive: { kind: "usb" },
        volume: { writeCache: "write-through" },
      },
    ],
    [
      "a hard disk is faster than its rotation allows",
      { commits: {}, drive: { kind: "hard-disk" } },
    ],
  ])(
    "says neither that a save waits for the drive nor that the normal setting keeps a database consistent when %s",
    (_, options) => {
      const { detail } = findingOf(options, "commit-rate");
      expect(detail).not.toMatch(/waits for the drive|Without waiting for the drive/);
      expect(detail).not.toMatch(/SQLite promises/);
      expect(detail).toContain("Each save takes its time");
      expect(findingOf({ commits: {} }, "commit-rate").detail).toMatch(/waits for the drive/);
    },
  );

  it("is absent if the safe setting was not measured, even if the normal setting was", () => {
    const report = sampleUnjudgedReport({ commits: { variants: [wal] } });
    const commits = (report.commits ?? []).map((result) => ({ ...result, durable: null }));
    const { findings, meaning } = verdictOn({ ...report, commits });
    expect(findings.map(({ code }) => code)).not.toContain("commit-rate");
    expect(meaning.join()).not.toMatch(/keep their data in databases: a program that saves after/);
  });
});

it('the finding about lost records comes first as "bad" and names the database and the numbers of records', () => {
  const first = judged({ commits: { lost: 3 } }).findings[0];
  expect(first).toMatchObject({ code: "commits-lost", severity: "bad" });
  expect(plain(first?.detail ?? "")).toContain(
    "With SQLite (write-ahead log), 100 at a time (journal_mode=WAL, synchronous=FULL): of 5 000 records, 4 997 were found.",
  );
  expect(first?.detail).toContain("Copy what matters to another drive now");
});

it("finding more records than the database confirmed is as grave as losing some, but is not called a loss", () => {
  const report = sampleReport({ commits: { lost: -3 } });
  const { findings } = report.verdict;
  expect(findings[0]).toMatchObject({ code: "commits-lost", severity: "bad" });
  expect(plain(findings[0]?.detail ?? "")).toContain("of 5 000 records, 5 003 were found.");
  const texts = textsOf(report);
  expect(texts).toContain("Another number of records was counted than had been confirmed.");
  expect(
    texts.filter((text) => /gone|lost records|Records .* (lost|not all there)/.test(text)),
  ).toEqual([]);
});

it("the finding about failed databases states each reason only once, even if several failed for it", () => {
  const broken = (reason: (index: number) => string): SampleOptions => ({
    report: {
      commits: sampleCommits(planFor("quick", "linux").workloads.commits).map((result, index) => ({
        ...result,
        status: "failed",
        reason: reason(index),
        ratio: null,
      })),
    },
  });
  const { detail, severity } = findingOf(
    broken(() => "Input/output error"),
    "commits-failed",
  );
  expect(severity).toBe("caution");
  expect(detail).toContain(
    "With a plain log file, 10 at a time and 15 more: Input/output error. The figures are",
  );
  const two = findingOf(
    broken((index) => (index === 0 ? "The first one." : "The others.")),
    "commits-failed",
  ).detail;
  expect(two).toContain(
    "With a plain log file, 10 at a time: The first one. With a plain log file, 100 at a time and 14 more: The others.",
  );
});

describe("the finding about the safe setting of a database", () => {
  const free = { flushNs: 0 };

  it.each<[string, SampleOptions, string]>([
    [
      "a virtual drive whose flushes are not counted",
      { drive: { kind: "virtual" }, commits: { ...free, flushesSeen: null } },
      "what provides it answers",
    ],
    [
      "a network drive",
      { drive: { kind: "network" }, volume: { writeCache: "unknown" } },
      "Another computer answers",
    ],
  ])(
    "explains without a caution why the safe setting costs nothing on %s",
    (_, options, reason) => {
      const given = { commits: { ...free, flushesSeen: 0 }, ...options };
      expect(findingOf(given, "commits-alike")).toMatchObject({
        severity: "info",
        detail: expect.stringContaining(reason),
      });
      const codes = judged(given).findings.map(({ code }) => code);
      expect(codes).not.toContain("commits-unconfirmed");
    },
  );
});

describe("the report of a test that measured only a plain log file", () => {
  const variants = sampleVariants.filter(({ engine }) => engine === "append-log");

  it.each([
    ["commits-alike", 1, 0, "The safe setting of a log file costs little here"],
    [
      "commits-unconfirmed",
      0,
      0,
      "The safe and the fast setting of a log file cost about the same",
    ],
    ["commits-unconfirmed", 0, 700_000, "The saves into a log file send no flush to this drive"],
  ] as const)(
    "does not call the file a database in the finding %s",
    (code, flushesSeen, flushNs, said) => {
      const { title, detail } = findingOf({ commits: { variants, flushesSeen, flushNs } }, code);
      expect(title).toBe(said);
      expect(detail).not.toMatch(/database/);
    },
  );

  const about = /A database|database here|the database|Databases:|real database|Some databases/i;

  it("does not call the file a database if records were lost", () => {
    const report = sampleReport({ commits: { variants, lost: 3 } });
    expect(report.verdict.findings[0]?.code).toBe("commits-lost");
    expect(report.verdict.headline).toBe("Records saved here did not come back as they were.");
    expect(textsOf(report).filter((text) => about.test(text))).toEqual([]);
  });

  it.each(["failed", "unavailable"] as const)(
    'does not call the file a database if its result has the status "%s"',
    (status) => {
      const [log] = sampleReport({ commits: { variants } }).commits ?? [];
      const nothing = { durable: null, normal: null, relaxed: null, ratio: null };
      const commits = log === undefined ? [] : [{ ...log, ...nothing, status, reason: "EIO" }];
      const code = status === "failed" ? "commits-failed" : "databases-unavailable";
      const { title, detail } = findingOf({ report: { commits } }, code);
      expect(`${title} ${detail}`).not.toMatch(about);
    },
  );
});
