import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateRun } from "#analysis/estimate";
import { planFor } from "#analysis/plan";
import { median, noLatency } from "#analysis/statistics";
import { fewestFlushes } from "#analysis/workloads/document-saves/findings";
import { reduce } from "#analysis/workloads/document-saves/index";
import { fileBytes } from "#analysis/workloads/document-saves/plan";
import { buildDocumentSaves, type DocumentRound } from "#analysis/workloads/document-saves/results";
import { flushModeOfWay, safestWayOf, waysOf } from "#analysis/workloads/document-saves/ways";
import { driveError } from "#contract/drive-error";
import { flushModes, operatingSystems } from "#contract/flush-mode";
import {
  type DocumentCounts,
  type DocumentSave,
  documentSaveSchema,
} from "#contract/workloads/document-saves";
import { verdictOn } from "../../../../helpers/judged";
import { findingIn } from "../../../../helpers/read-verdict";
import {
  type SampleOptions,
  sampleUnjudgedReport,
  type UnjudgedReport,
} from "../../../../helpers/sample-report";
import { sampleLatency } from "../../../../helpers/workloads/latency";

const second = 1e9;

function counts(changes: Partial<DocumentCounts> = {}): DocumentCounts {
  return {
    documents: 100,
    bytes: 409_600,
    elapsedNs: second,
    latency: sampleLatency([1e7, 100]),
    deviceFlushes: 200,
    endedBy: "time",
    ...changes,
  };
}

const round = (number: number, changes: Partial<DocumentRound> = {}): DocumentRound => ({
  way: "fsync",
  documentBytes: 4096,
  round: number,
  systemCall: "fsync",
  refusal: null,
  counts: counts(),
  error: null,
  ...changes,
});

describe("buildDocumentSaves()", () => {
  it("returns the median rate of the rounds, its interval and the latencies of all rounds together", () => {
    const [save] = buildDocumentSaves(
      [80, 100, 130].map((documents, place) => round(place, { counts: counts({ documents }) })),
    );
    expect(save).toMatchObject({
      status: "measured",
      documents: 310,
      documentsPerSecond: 100,
      documentsPerSecondInterval: { low: 80, high: 130, coverage: 0.75 },
      latencyNs: { p50: 1e7, p99: null, max: 1e7 },
      deviceFlushesPerDocument: 600 / 310,
    });
    expect(save?.rounds.map(({ documentsPerSecond }) => documentsPerSecond)).toEqual([
      80, 100, 130,
    ]);
  });

  it("returns a separate result for each way of saving and document size, with the smallest size first", () => {
    const saves = buildDocumentSaves([
      round(0, { documentBytes: 65_536 }),
      round(0, { way: "none" }),
      round(0),
    ]);
    expect(saves.map(({ way, documentBytes }) => [documentBytes, way])).toEqual([
      [4096, "none"],
      [4096, "fsync"],
      [65_536, "fsync"],
    ]);
  });

  it("leaves out rounds that were stopped and rounds that saved no document", () => {
    const [save] = buildDocumentSaves([
      round(0),
      round(1, { counts: counts({ documents: 3, endedBy: "stopped" }) }),
      round(2, { counts: counts({ documents: 0, elapsedNs: 0 }) }),
    ]);
    expect(save?.rounds.map((kept) => kept.round)).toEqual([0]);
    expect(save?.documentsPerSecondInterval).toBeNull();
  });

  it("sets the flushes per document to null if one round did not count them", () => {
    const [save] = buildDocumentSaves([
      round(0),
      round(1, { counts: counts({ deviceFlushes: null }) }),
    ]);
    expect(save?.deviceFlushesPerDocument).toBeNull();
  });

  it("gives the reason why a way of saving has no figures", () => {
    const error = { ...driveError("drive-error", "The drive is broken.", {}) };
    const of = (changes: Partial<DocumentRound>) =>
      buildDocumentSaves([round(0, { counts: null, ...changes })])[0];
    expect(of({ refusal: "fsync: EINVAL" })).toMatchObject({
      status: "unavailable",
      reason: "fsync: EINVAL",
      documentsPerSecond: null,
    });
    expect(of({ error })).toMatchObject({ status: "failed", reason: "The drive is broken." });
    expect(of({})).toMatchObject({ statements: [{ code: "reason.stood-still" }] });
    expect(of({ counts: counts({ endedBy: "stopped" }) })).toMatchObject({
      statements: [{ code: "reason.not-reached" }],
    });
  });

  it("returns results that match the report's schema and count the documents of all rounds, for any counts", () => {
    const anyCounts = fc.record({
      documents: fc.nat(1000),
      bytes: fc.nat(),
      elapsedNs: fc.nat(),
      latency: fc.constant(noLatency),
      deviceFlushes: fc.option(fc.nat(5000)),
      endedBy: fc.constantFrom("time", "bytes", "stopped", "error"),
    });
    const anyRound = fc.record({
      way: fc.constantFrom("none", "fsync"),
      documentBytes: fc.constantFrom(4096, 65_536),
      round: fc.nat(5),
      systemCall: fc.constant("fsync"),
      refusal: fc.option(fc.constant("EINVAL")),
      counts: fc.option(anyCounts),
      error: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(anyRound), (rounds) => {
        const saves = buildDocumentSaves(rounds as DocumentRound[]);
        for (const save of saves) {
          expect(documentSaveSchema.safeParse(save).error).toBeUndefined();
          expect(save.documents).toBe(save.rounds.reduce((sum, kept) => sum + kept.documents, 0));
        }
      }),
    );
  });
});

it("reduce() returns no results before the first round and counts the bytes that each round wrote", () => {
  const reducer = reduce();
  expect(reducer.results()).toEqual({ documentSaves: null });
  expect(reducer.take({ type: "document-round", ...round(0) })).toEqual({
    endedWithBytes: 409_600,
  });
  expect(
    reducer.take({ type: "document-round", ...round(0, { counts: null, refusal: "no" }) }),
  ).toEqual({ endedWithBytes: 0 });
  expect(reducer.results().documentSaves).toHaveLength(1);
});

describe("the plan of the document saves", () => {
  it.each(operatingSystems)(
    "contains only ways of saving whose guarantee on %s is known, and among them the safest",
    (os) => {
      expect(waysOf(os)[0]).toBe("none");
      expect(waysOf(os)).toContain(safestWayOf(os));
      for (const way of waysOf(os)) {
        expect(flushModes[flushModeOfWay[way]][os]).toBeDefined();
      }
    },
  );

  it.each(operatingSystems)('takes less than five seconds on %s in the profile "quick"', (os) => {
    const plan = planFor("quick", os, ["document-saves"]);
    const { sizesBytes, rounds, roundNs, warmupNs } = plan.workloads["document-saves"];
    expect(sizesBytes).toEqual([4096, 65_536, 262_144, 1_048_576]);
    expect(waysOf(os).length * sizesBytes.length * rounds * (roundNs + warmupNs)).toBeLessThan(5e9);
    expect(estimateRun(plan, os).durationNs).toBeLessThan(5e9);
  });

  it("reserves room for two versions of the largest document, or for twice a round's bytes on a copy-on-write file system", () => {
    const { "document-saves": plan } = planFor("quick", "linux").workloads;
    expect(fileBytes(plan, 1)).toBe(2 * 1_048_576);
    expect(fileBytes(plan, 2)).toBe(2 * plan.maxRoundBytes);
  });
});

describe("the finding about document saves", () => {
  const found = (report: UnjudgedReport) => findingIn(verdictOn(report), "document-saves");
  const findingOf = (given: SampleOptions) => found(sampleUnjudgedReport(given));

  it("is absent when the system refused one of the two ways of saving that it compares, or no document saves were measured", () => {
    expect(findingOf({ documents: { refusals: { fsync: "EINVAL" } } })).toBeUndefined();
    expect(findingOf({ documents: { refusals: { none: "EINVAL" } } })).toBeUndefined();
    expect(findingOf({})).toBeUndefined();
  });

  it("names F_FULLFSYNC on a Mac and MoveFileEx on Windows", () => {
    const detailOf = (os: "macos" | "windows") => findingOf({ os, documents: {} })?.detail;
    expect(detailOf("macos")).toContain("F_FULLFSYNC");
    expect(detailOf("windows")).toContain("MoveFileEx");
  });

  /**
   * Results in which saves without waiting are these many times as fast as confirmed ones, by
   * round.
   */
  const atRatios = (ratios: readonly number[]) => {
    const { documentSaves, ...rest } = sampleUnjudgedReport({ documents: {} });
    const rated = (documentSaves ?? []).map((save) => ({
      ...save,
      documentsPerSecond: save.way === "none" ? 100 * median(ratios) : 100,
      rounds: ratios.map((ratio, round) => ({
        round,
        documents: 100,
        elapsedNs: 1e9,
        deviceFlushes: null,
        documentsPerSecond: save.way === "none" ? 100 * ratio : 100,
      })),
    }));
    return found({ ...rest, documentSaves: rated })?.detail;
  };

  it.each([
    [[10, 10, 10], "takes 90"],
    [[1.59, 1.6, 1.61], "takes 38 % of the time"],
    [[1.24, 1.25, 1.25], "costs little"],
    [[0.9, 1, 1.1], "costs little"],
    [[0.5, 0.6, 0.7], "costs little"],
    [[0.9, 1.6, 1.7], "rounds differ too much"],
    [[1.6], "One round does not show"],
    [[198, 199, 200], "takes 99 % of the time"],
    [[200, 200, 200], "takes nearly all of the time"],
    [[200, 300, 400], "takes nearly all of the time"],
    [[1, 1.6, 1.7], "rounds differ too much"],
  ])(
    "expresses the ratios %j of unconfirmed to confirmed saves in the words: %s",
    (ratios, says) => {
      expect(atRatios(ratios)).toContain(says);
      expect(atRatios(ratios)).not.toContain("most of the time");
    },
  );

  it("names the document size to which the stated cost applies", () => {
    const costly = findingOf({ documents: {} })?.detail;
    expect(costly).toMatch(
      /With a document of 4 KiB that takes \d+ % of the time of such a save\./,
    );
    const cheap = findingOf({ documents: { flushNs: 1000, driveBytesPerSecond: 3e7 } });
    expect(cheap?.detail).toMatch(/With a document of 4 KiB that/);
    const all = findingOf({ documents: { flushNs: 50_000_000 } })?.detail;
    expect(all).toContain("With a document of 4 KiB that takes nearly all of the time");
    expect(atRatios([1, 1, 1])).toMatch(/With a document of 4.KiB that costs little time\./);
  });

  const changed = (change: (save: DocumentSave) => Partial<DocumentSave>) => {
    const { documentSaves, ...rest } = sampleUnjudgedReport({ documents: {} });
    const saves = (documentSaves ?? []).map((save) => ({ ...save, ...change(save) }));
    return { ...rest, documentSaves: saves };
  };
  const sizesIn = (report: UnjudgedReport) =>
    (found(report)?.detail ?? "").match(/\d+ [KM]iB(?= was saved)/g);

  it("describes the smallest and the largest document size, or the only document size once", () => {
    const report = changed(() => ({}));
    expect(sizesIn(report)).toEqual(["4 KiB", "1 MiB"]);
    const small = report.documentSaves.filter(({ documentBytes }) => documentBytes === 4096);
    expect(sizesIn({ ...report, documentSaves: small })).toEqual(["4 KiB"]);
  });

  it("compares two ways of saving only at document sizes for which both have figures from the same rounds", () => {
    for (const change of [
      { status: "failed" },
      { documentsPerSecond: null },
      { documentsPerSecond: 0 },
      { rounds: [] },
    ] as const) {
      const is = (way: DocumentSave["way"]) => (save: DocumentSave) =>
        save.way === way && save.documentBytes === 4096 ? change : {};
      for (const way of ["none", "fsync"] as const) {
        expect(sizesIn(changed(is(way)))?.[0]).toBe("64 KiB");
      }
    }
  });

  it("does not call saves confirmed if the saves of even one document size sent no flush", () => {
    const unflushed = (bytes: number) => (save: DocumentSave) =>
      save.documentBytes === bytes ? { deviceFlushesPerDocument: 0 } : {};
    for (const bytes of [4096, 1_048_576]) {
      const finding = found(changed(unflushed(bytes)));
      expect(finding?.severity).toBe("caution");
      expect(`${finding?.title} ${finding?.detail}`).not.toMatch(/confirm|what system and drive/);
    }
    expect(found(changed(() => ({})))?.detail).toMatch(/by what system and drive promise/);
  });

  it.each([
    ["linux", "vfat"],
    ["linux", "exfat"],
    ["linux", "ext2"],
    ["linux", "msdos"],
    ["linux", "ntfs3"],
    ["linux", "hfsplus"],
    ["linux", "udf"],
    ["linux", "minix"],
    ["windows", "FAT"],
    ["windows", "FAT12"],
    ["windows", "FAT16"],
    ["windows", "FAT32"],
    ["windows", "exFAT"],
    ["macos", "msdos"],
  ] as const)(
    "does not promise a whole document after a power cut on %s with %s, which has no journal",
    (os, fileSystem) => {
      const detail = findingOf({ os, documents: {}, volume: { fileSystem } })?.detail;
      expect(detail).toContain(`(${fileSystem}) keeps no journal`);
      expect(detail).not.toContain("by what system and drive promise");
    },
  );

  it.each([
    ["linux", "ext4"],
    ["linux", "xfs"],
    ["linux", "btrfs"],
    ["windows", "NTFS"],
    ["macos", "apfs"],
  ] as const)(
    "says that on %s with %s system and drive promise a whole document, and does not mention a journal",
    (os, fileSystem) => {
      const detail = findingOf({ os, documents: {}, volume: { fileSystem } })?.detail;
      expect(detail).toContain("by what system and drive promise");
      expect(detail).not.toContain("journal");
    },
  );

  it("does not mention a journal if flushes are turned off", () => {
    const volume = { fileSystem: "vfat", flushesTurnedOff: true };
    expect(findingOf({ documents: {}, volume })?.detail).not.toContain("journal");
  });

  it.each([null, "fuseblk"])(
    "does not promise a whole document if the system gives %s as the file system, which identifies none",
    (fileSystem) => {
      const detail = findingOf({ documents: {}, volume: { fileSystem } })?.detail;
      expect(detail).not.toMatch(/by what system and drive promise|journal/);
    },
  );

  it("says that the file system below an overlay, which stores the documents, keeps no journal", () => {
    const below = [{ mountPoint: "/lower", fileSystem: "vfat", mountOptions: "rw" }];
    const volume = { fileSystem: "overlay", lowerMounts: below } as never;
    expect(findingOf({ documents: {}, volume })?.detail).toContain("(vfat) keeps no journal");
  });

  it("judges by the file system inside a disk image, and not by the one on which the image is stored", () => {
    const below = [{ mountPoint: "/stick", fileSystem: "vfat", mountOptions: "rw" }];
    const detailOn = (fileSystem: string, lowerMounts: object[]) =>
      findingOf({ documents: {}, volume: { fileSystem, lowerMounts } as never })?.detail;
    const image = { mountPoint: "/cow", fileSystem: "ext4", mountOptions: "rw" };
    expect(detailOn("ext4", below)).toContain("by what system and drive promise");
    expect(detailOn("overlay", [image, ...below])).toContain("by what system and drive promise");
  });

  it("neither promises a whole document nor mentions a journal if a program's file system lies below an overlay", () => {
    const lowerMounts = [{ mountPoint: "/cow", fileSystem: "fuse.unionfs", mountOptions: "rw" }];
    const volume = { fileSystem: "overlay", lowerMounts } as never;
    expect(findingOf({ documents: {}, volume })?.detail).not.toMatch(
      /by what system and drive promise|journal/,
    );
  });

  it("promises a whole document on HFS+ only if the system names a journal", () => {
    const detailOf = (mountOptions: string | null) =>
      findingOf({ os: "macos", documents: {}, volume: { fileSystem: "hfs", mountOptions } })
        ?.detail;
    expect(detailOf("local,journaled")).toContain("by what system and drive promise");
    expect(detailOf("local,nodev,noowners")).toContain("(hfs) keeps no journal");
    expect(detailOf(null)).not.toMatch(/by what system and drive promise|journal/);
  });

  it("states the typical time of a save if that time is known", () => {
    expect(found(changed(() => ({})))?.detail).toContain(", typically in ");
    expect(found(changed(() => ({ latencyNs: null })))?.detail).not.toContain("typically");
  });

  /**
   * Results with these documents per second by round, unconfirmed and confirmed, and these overall
   * rates.
   */
  const withRates = (
    unsafe: readonly number[],
    safe: readonly number[],
    stated = [median(unsafe), median(safe)],
  ) =>
    changed(({ way }) => ({
      documentsPerSecond: stated[way === "none" ? 0 : 1] ?? null,
      rounds: (way === "none" ? unsafe : safe).map((documentsPerSecond, round) => ({
        round,
        documents: 100,
        elapsedNs: 1e9,
        deviceFlushes: null,
        documentsPerSecond,
      })),
    }));

  it("states the ratio of the two rates that it shows, even if single rounds had other ratios", () => {
    // Unconfirmed saves are 1, 3 and 60 times as fast as confirmed ones, by round.
    const paired = withRates([40, 120, 600], [40, 40, 10], [200, 40]);
    expect(found(paired)?.detail).toContain(", and 200 times without: 5.0 times as often.");
  });

  it("computes the cost of waiting from the two rates that it shows, and states none if waiting was faster", () => {
    const detailOf = (unsafePerSecond: number) =>
      found(withRates([500, 500, 500], [100, 100, 100], [unsafePerSecond, 100]))?.detail;
    expect(detailOf(200)).toContain("2.0 times as often.");
    expect(detailOf(200)).toContain("takes 50 % of the time");
    expect(detailOf(90)).toContain("rounds differ too much");
  });

  it("does not say that waiting costs little if the two rates that it shows differ", () => {
    // The run ended before the last round of confirmed saves.
    const detail = found(withRates([100, 400, 410], [100, 390]))?.detail;
    expect(detail).toContain("1.6 times as often.");
    expect(detail).toContain("rounds differ too much");
  });
});

it("fewestFlushes() returns the smallest measured count of flushes per document for the safest way of saving, and null without a count", () => {
  const fewest = (change: (save: DocumentSave) => Partial<DocumentSave>) => {
    const report = sampleUnjudgedReport({ documents: {} });
    const documentSaves = report.documentSaves?.map((save) => ({ ...save, ...change(save) }));
    return fewestFlushes({ ...report, documentSaves: documentSaves ?? null });
  };
  const counts = (save: DocumentSave) => ({
    deviceFlushesPerDocument: save.way === "none" ? 0 : save.documentBytes / 4096,
  });
  expect(fewest(counts)).toBe(1);
  expect(
    fewest((save) => ({
      ...counts(save),
      ...(save.documentBytes === 4096 ? { status: "failed" } : {}),
    })),
  ).toBe(16);
  expect(fewest(() => ({ deviceFlushesPerDocument: null }))).toBeNull();
  expect(fewestFlushes(sampleUnjudgedReport({}))).toBeNull();
});
