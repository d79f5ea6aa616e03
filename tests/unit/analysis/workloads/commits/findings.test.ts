import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { operatingSystems } from "#contract/flush-mode";
import { driveKinds, writeCacheStates } from "#contract/volume-schema";
import { commitDatabases } from "#contract/workloads/commits";
import { everyFindingCode } from "../../../../helpers/finding-codes";
import { verdictOn } from "../../../../helpers/judged";
import { planWith } from "../../../../helpers/plan-with";
import { findingOf, judged, plain } from "../../../../helpers/read-verdict";
import {
  type SampleOptions,
  sampleReport,
  sampleUnjudgedReport,
} from "../../../../helpers/sample-report";
import {
  type SampleVariant,
  sampleCommits,
  sampleVariants,
} from "../../../../helpers/workloads/commits";
import { textsOf } from "../../verdict/first-page";

const wal = sampleVariants.find(({ variant }) => variant === "wal");
if (wal === undefined) {
  throw new Error("the sample has a write-ahead log");
}
const full = { ...wal, variant: "wal-fullfsync", durableSettings: "fullfsync=1, synchronous=FULL" };
/** On a Mac the ordinary setting waits for next to nothing, the full flush for the drive. */
const macVariants: readonly SampleVariant[] = [
  { ...wal, flushesPerCommit: 0.02 },
  { ...full, flushesPerCommit: 30 },
];

describe("the finding about the commit rate", () => {
  it("says that the fast setting risks the whole database of SQLite, but only the end of a log", () => {
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

  it.each<[string, SampleOptions, string]>([
    ["in memory", { volume: { fileSystem: "tmpfs" } }, "nothing saved on it survives a restart"],
    [
      "on a mount that ignores saves",
      { volume: { fileSystem: "overlay", mountOptions: "rw,volatile" } },
      "The system ignores requests to save on this volume",
    ],
    [
      "on a mount without barriers",
      { volume: { mountOptions: "rw,nobarrier" } },
      "The system is told not to flush this drive",
    ],
    ["on another computer", { drive: { kind: "network" } }, "survives a power cut is not known"],
  ])("does not call saves %s confirmed, because they promise nothing", (_where, options, worth) => {
    const { detail } = findingOf({ ...options, commits: {} }, "commit-rate");
    expect(detail).toContain("1 330 saves a second were made (");
    expect(detail).toContain(worth);
    const ordinary = findingOf({ commits: {} }, "commit-rate").detail;
    expect(ordinary).toContain("1 330 saves a second were confirmed (");
    expect(ordinary).not.toContain(worth);
  });

  it("does not call a plain log file a database, because no program keeps its mail in one", () => {
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

  it("says that no checkpoint took place, and does not mention checkpoints that were not counted", () => {
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

  it("does not say that the normal setting keeps a database consistent if flushes are not known to reach the drive", () => {
    const promise = /SQLite promises/;
    const unshown = /rests on flushes that reach the drive, which is not shown here/;
    const volumes: Record<string, SampleOptions> = {
      "memory below": { commits: {}, volume: { fileSystem: "tmpfs" } },
      "no barriers": { commits: {}, volume: { mountOptions: "rw,nobarrier" } },
    };
    for (const [name, options] of Object.entries(volumes)) {
      const { detail } = findingOf(options, "commit-rate");
      expect([name, detail.includes("It flushes at checkpoints only. ")]).toEqual([name, true]);
      expect(detail).not.toMatch(/SQLite promises|a power cut may take/);
    }
    const gates: Record<string, SampleOptions> = {
      "a write-back cache that is sent no flush": {
        commits: { flushesSeen: 0 },
        volume: { writeCache: "write-back" },
      },
      "a Mac without the full flush": {
        os: "macos",
        commits: { variants: [wal], flushesSeen: null },
      },
    };
    for (const [name, options] of Object.entries(gates)) {
      const { detail } = findingOf(options, "commit-rate");
      expect([name, promise.test(detail), unshown.test(detail)]).toEqual([name, false, true]);
    }
    const mac = findingOf(
      { os: "macos", commits: { variants: [full], flushesSeen: null } },
      "commit-rate",
    );
    expect(mac.detail).toMatch(promise);
  });

  it("says that the normal setting gains nothing when the safe one costs nothing", () => {
    const slow = [{ ...wal, recordNs: 60_000 }];
    const { detail } = findingOf({ commits: { variants: slow, flushNs: 10_000 } }, "commit-rate");
    expect(detail).toContain("gains next to nothing here: 16 000, 10 at a time.");
    expect(detail).not.toMatch(/SQLite promises|checkpoint fell/);
  });

  it("never takes the normal setting for the safe one", () => {
    const report = sampleUnjudgedReport({ commits: { variants: [wal] } });
    const commits = (report.commits ?? []).map((result) => ({ ...result, durable: null }));
    const { findings, meaning } = verdictOn({ ...report, commits });
    expect(findings.map(({ code }) => code)).not.toContain("commit-rate");
    expect(meaning.join()).not.toMatch(/keep their data in databases: a program that saves after/);
  });

  it("says that records take most of the time when batches gain nothing", () => {
    const slow = [{ ...wal, recordNs: 60_000 }];
    const { title, detail } = findingOf(
      { commits: { variants: slow, flushNs: 10_000 } },
      "commit-rate",
    );
    expect(title).toMatch(/^Databases: 15 \d00 records a second are saved, 10 at a time$/);
    expect(detail).toContain("Here most of the time goes into the records themselves.");
    expect(detail).not.toContain("waits for the drive");
    expect(detail).not.toContain("Without waiting");
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

  it("claims no gain from batches when the run measured only one", () => {
    const plan = planFor("quick", "linux", ["flush-modes", "commits"]);
    const shapes = plan.workloads.commits.shapes.slice(0, 1);
    const { title, detail } = findingOf(
      {
        commits: {},
        report: { plan: planWith(plan, { commits: { shapes } }) },
      },
      "commit-rate",
    );
    expect(title).toBe("Databases: 13 300 records a second are saved, 10 at a time");
    expect(detail).toContain("Each save waits for the drive");
    expect(detail).not.toMatch(/one that saves|into the records themselves|at once is fast/);
  });

  it("describes the full flush on a Mac, and the ordinary flush as what most programs use", () => {
    const { detail } = findingOf(
      { os: "macos", commits: { variants: macVariants, flushesSeen: null } },
      "commit-rate",
    );
    expect(detail).toMatch(/^With SQLite \(write-ahead log, full flush\), 48 saves a second were/);
    expect(detail).toContain("With journal_mode=WAL, synchronous=FULL, as most programs on macOS");
    expect(detail).toContain("those saves stop at the drive’s own memory (cache)");
  });

  it("describes another measured engine if SQLite with a write-ahead log was not measured", () => {
    const log = sampleVariants.filter(({ engine }) => engine === "append-log");
    expect(findingOf({ commits: { variants: log } }, "commit-rate").detail).toMatch(
      /^With a plain log file, /,
    );
    const rollback = sampleVariants.filter(({ variant }) => variant === "rollback");
    expect(findingOf({ commits: { variants: rollback } }, "commit-rate").detail).toMatch(
      /^With SQLite \(rollback journal\), /,
    );
  });
});

describe("the finding about lost records", () => {
  it("is the gravest one and names engine and numbers", () => {
    const first = judged({ commits: { lost: 3 } }).findings[0];
    expect(first).toMatchObject({ code: "commits-lost", severity: "bad" });
    expect(plain(first?.detail ?? "")).toContain(
      "With SQLite (write-ahead log), 100 at a time (journal_mode=WAL, synchronous=FULL): of 5 000 records, 4 997 were found.",
    );
    expect(first?.detail).toContain("Copy what matters to another drive now");
  });
});

describe("the report on a database with more records than it had confirmed", () => {
  it("has a finding as grave as lost records, and says nowhere that records are gone", () => {
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
});

describe("the finding about failed databases", () => {
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

  it("names each reason once", () => {
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
});

describe("the finding about the safe setting of a database", () => {
  const free = { flushNs: 0 };

  it("is a caution if no flush was seen, even if the safe setting is slower than the fast one", () => {
    const seen = findingOf({ commits: { flushesSeen: 0 } }, "commits-unconfirmed");
    expect(seen.severity).toBe("caution");
    expect(seen.title).toBe("The saves of a database send no flush to this drive");
  });

  const reasons: [string, SampleOptions, string][] = [
    ["files in memory", { drive: { kind: "memory" } }, "lives in the computer’s memory"],
    [
      "a mount that drops syncs",
      { volume: { fileSystem: "overlay", mountOptions: "volatile" } },
      "ignores requests to save",
    ],
    ["a mount without barriers", { volume: { mountOptions: "rw,nobarrier" } }, "told not to flush"],
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
    ["no volatile cache", { volume: { writeCache: "write-through" } }, "asks for no flush"],
    [
      "flushes that the drive answered at once",
      { commits: { ...free, flushesSeen: 1 } },
      "Flush commands did reach the drive (1.0 for each save)",
    ],
    [
      "flushes that were not counted",
      { commits: { ...free, flushesSeen: null } },
      "What reached the drive cannot be seen here. Either",
    ],
    [
      "a cache of unknown state",
      { volume: { writeCache: "unknown" } },
      "counted 0.00 flush commands for each save, and it is not known",
    ],
    [
      "the ordinary setting of a Mac",
      { os: "macos", commits: { variants: [wal], ...free, flushesSeen: null } },
      "does not wait until the drive has stored it",
    ],
  ];
  it.each(reasons)(
    "explains without a caution why the safe setting costs nothing if the report shows %s",
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

describe("a text about a plain log file alone", () => {
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
    "calls the file no database in the finding %s",
    (code, flushesSeen, flushNs, said) => {
      const { title, detail } = findingOf({ commits: { variants, flushesSeen, flushNs } }, code);
      expect(title).toBe(said);
      expect(detail).not.toMatch(/database/);
    },
  );

  const about = /A database|database here|the database|Databases:|real database|Some databases/i;

  it("calls the file no database when records were lost", () => {
    const report = sampleReport({ commits: { variants, lost: 3 } });
    expect(report.verdict.findings[0]?.code).toBe("commits-lost");
    expect(report.verdict.headline).toBe("Records saved here did not come back as they were.");
    expect(textsOf(report).filter((text) => about.test(text))).toEqual([]);
  });

  it.each(["failed", "unavailable"] as const)(
    "calls the file no database when its test was %s",
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

describe("judge() with databases, in any circumstances,", () => {
  const anything = fc.record({
    os: fc.constantFrom(...operatingSystems),
    kind: fc.constantFrom(...driveKinds),
    writeCache: fc.constantFrom(...writeCacheStates),
    profile: fc.constantFrom("smoke", "standard"),
    engines: fc.subarray([...commitDatabases], { minLength: 1 }),
    flushNs: fc.constantFrom(0, 20_000, 700_000, 24_000_000),
    flushesSeen: fc.constantFrom(null, 0, 0.5, 1, 3),
    lost: fc.constantFrom(0, 0, 1),
    withModes: fc.boolean(),
  } as const);

  it("writes complete sentences without exclamation marks", () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { os, kind, writeCache, profile, engines, withModes, ...commits } = given;
        const plan = planFor(profile, "linux", ["flush-modes", "commits"]);
        const { findings, meaning, grade } = judged({
          os,
          ...(withModes ? {} : { modes: [] }),
          drive: { kind },
          volume: { writeCache },
          commits,
          report: { plan: planWith(plan, { commits: { engines } }) },
        });
        const codes = findings.map(({ code }) => code);
        expect(everyFindingCode).toEqual(expect.arrayContaining(codes));
        expect(new Set(codes).size).toBe(codes.length);
        for (const { title, detail } of findings) {
          expect(title).toMatch(/^[A-Z]([^!.]|\.\d)*$/);
          expect(detail).toMatch(/^[A-Z\d][^!]*\.$/);
          expect(`${title} ${detail}`).not.toMatch(/NaN|undefined|null|Infinity|\.\./);
        }
        for (const sentence of meaning) {
          expect(sentence).toMatch(/^[A-Z][^!]*\.$/);
        }
        expect(codes.includes("commits-lost")).toBe(commits.lost > 0);
        if (codes.includes("commits-unconfirmed")) {
          expect(writeCache).toBe("write-back");
          expect(grade).not.toBe("good");
        }
      }),
    );
  });
});
