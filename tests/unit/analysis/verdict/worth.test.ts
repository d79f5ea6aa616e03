import { describe, expect, it } from "vitest";
import { isShortOfFlushes, type MeasuredSave, worthOf, worthWords } from "#analysis/facts/worth";
import { factsOf } from "#analysis/verdict/facts";
import { driveError } from "#contract/drive-error";
import type { Verdict } from "#contract/verdict";
import { verdictOn } from "../../../helpers/judged";
import { findingIn } from "../../../helpers/read-verdict";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { sampleOfTests } from "../../../helpers/sample-tests";
import { clean, linux } from "./scenario";

/**
 * What findings of the workloads may say about the safety of saves, by the volume and the flushes
 * per save.
 */

const usual: MeasuredSave = { mode: "fsync", perSecond: 700, flushesPerSave: 2 };
const worth = (options: SampleOptions, save: Partial<MeasuredSave> = {}) =>
  worthOf({ ...usual, ...save }, factsOf(sampleUnjudgedReport(options)));

const memory: SampleOptions = {
  drive: { kind: "memory" },
  volume: { fileSystem: "tmpfs", writeCache: "unknown" },
};
const overlay = { fileSystem: "overlay", lowerMounts: [] };

/**
 * Volumes on which a save is not known to survive a power cut, with the words about such a save.
 */
const unsafe: readonly [string, SampleOptions, RegExp][] = [
  ["in memory", memory, /nothing saved on it survives a restart/],
  [
    "on a volatile overlay",
    { volume: { ...overlay, mountOptions: "rw,volatile" } },
    /ignores requests to save/,
  ],
  ["without barriers", { volume: { mountOptions: "rw,nobarrier" } }, /told not to flush/],
  ["on a network drive", { drive: { kind: "network" } }, /is not known/],
  ["in a container", { volume: { ...overlay, lowerMounts: null } }, /is not known/],
  ["on ZFS", { volume: { fileSystem: "zfs" } }, /is not known/],
  ["in a virtual machine", { host: { virtualMachine: "KVM" } }, /virtual drive decides/],
  [
    "after an error of the drive",
    { report: { error: driveError("drive-error", "EIO"), partial: true } },
    /lost data or returned an error/,
  ],
  ["on a drive of false size", { capacity: "false" }, /lost data or returned an error/],
  [
    "on a drive that lost saves in a power cut",
    { report: { powerCut: cuts(["lost"], counted) } },
    /lost data or returned an error/,
  ],
];

/** All workloads that measure saves, beside the flush modes. */
const saving: SampleOptions = {
  documents: { flushNs: 5_000, flushesPerDocument: null },
  parallel: { flushNs: 5_000, flushesPerSave: null },
  chunked: "ordinary",
  commits: {},
  ladders: [
    ["fdatasync", {}],
    ["fsync", {}],
  ],
};

const promise =
  /either the old document or the new one|with confirmation|nothing speaks against the faster|saves a second were confirmed|waits for the drive, however/;
const findingsText = ({ findings }: Verdict) =>
  findings.map(({ title, detail }) => `${title}. ${detail}`).join("\n");

describe("worthOf()", () => {
  it('returns "promised" if flushes were counted for the saves or, without such a count, in the flush test of their mode', () => {
    expect(worth({})).toBe("promised");
    expect(worth({}, { flushesPerSave: null })).toBe("promised");
  });

  it('returns "unflushed" below 0.1 flushes per save to a volatile cache, and "not-known" from 0.1 to below 0.9', () => {
    expect(worth({}, { flushesPerSave: 0 })).toBe("unflushed");
    expect(worth({}, { flushesPerSave: 0.09 })).toBe("unflushed");
    expect(worth({}, { flushesPerSave: 0.1 })).toBe("not-known");
    expect(worth({}, { flushesPerSave: 0.89 })).toBe("not-known");
    expect(worth({}, { flushesPerSave: 0.9 })).toBe("promised");
    expect(worth({ volume: { writeCache: "unknown" } }, { flushesPerSave: 0 })).toBe("not-known");
    expect(worth({ modes: linux(700, 0) }, { flushesPerSave: null })).toBe("unflushed");
    expect(worth({ modes: linux(700, 0) })).toBe("promised");
    expect(worth({ modes: linux(700, 0.5) }, { flushesPerSave: null })).toBe("not-known");
    const unknownCache = { modes: linux(700, 0), volume: { writeCache: "unknown" } } as const;
    expect(worth(unknownCache, { flushesPerSave: null })).toBe("not-known");
  });

  it('returns "not-known" for unexplained speed or a cache state that is only assumed', () => {
    expect(worth({}, { perSecond: 84_400 })).toBe("not-known");
    expect(worth({ drive: { kind: "hard-disk" } }, { perSecond: 5000 })).toBe("not-known");
    expect(worth({ drive: { kind: "usb" }, volume: { writeCache: "write-through" } })).toBe(
      "not-known",
    );
  });

  it('returns "lost" if data came back changed, whether an error code or the comparison showed it', () => {
    const verification = { ...clean, mismatchCount: 1 };
    expect(worth({ report: { verification } })).toBe("lost");
    expect(worth({ report: { verification: clean } })).toBe("promised");
    expect(worth({ report: { verification: null } })).toBe("promised");
    expect(worth({ report: { error: driveError("wrong-data", "x"), partial: true } })).toBe("lost");
    expect(worth({ report: { error: driveError("volume-full", "x"), partial: true } })).toBe(
      "promised",
    );
  });

  it('returns "promised" on an internal drive that reports no volatile cache', () => {
    for (const kind of ["nvme", "sata-ssd", "hard-disk"] as const) {
      const drive = { drive: { kind }, volume: { writeCache: "write-through" } } as const;
      expect(worth({ ...drive, modes: linux(90, 1) }, { perSecond: 90 })).toBe("promised");
    }
  });

  it('returns "not-known" when only the ordinary saves are impossibly fast', () => {
    expect(worth({ modes: linux(45_000, 1) }, { perSecond: 90 })).toBe("not-known");
  });

  it('returns "stops-at-drive" on a Mac except for the full flush', () => {
    const mac = { os: "macos" } as const;
    const uncounted = { flushesPerSave: null };
    expect(worth(mac, uncounted)).toBe("stops-at-drive");
    expect(worth(mac, { ...uncounted, mode: "f_fullfsync", perSecond: 46 })).toBe("promised");
  });
});

describe.each(unsafe)("the findings about saves %s", (_place, options, says) => {
  const report = sampleUnjudgedReport({ ...saving, ...options });
  const findings = findingsText(verdictOn(report));

  it("do not promise for any workload that a save survives a power cut", () => {
    const confirmed = options.host ? /either the old document or the new one/ : promise;
    expect(findings).not.toMatch(confirmed);
  });

  it("say for documents, parallel saves, chunked writes and databases why saves are not known to be safe", () => {
    for (const code of ["document-saves", "parallel-saves", "chunked-ratio", "commit-rate"]) {
      const found = verdictOn(report).findings.find((finding) => finding.code === code);
      expect(found?.detail).toMatch(says);
    }
  });

  it("promise nothing and say why if only documents were measured", () => {
    const alone = sampleOfTests(["document-saves"], { ...options, documents: { flushNs: 100 } });
    const verdict = verdictOn(alone);
    expect(findingsText(verdict)).not.toMatch(/either the old document or the new one/);
    expect(findingIn(verdict, "document-saves")?.detail).toMatch(says);
  });
});

it("isShortOfFlushes() returns true below 0.9 counted flushes per save, and false from 0.9 on or without a count", () => {
  const report = sampleUnjudgedReport({});
  expect(isShortOfFlushes(0.89, report)).toBe(true);
  expect(isShortOfFlushes(0.9, report)).toBe(false);
  expect(isShortOfFlushes(null, report)).toBe(false);
});

it('worthWords() names for a passed-on USB drive the virtual machine if "hosted", missing flushes if "unflushed" and nothing if "promised"', () => {
  const facts = factsOf(
    sampleUnjudgedReport({
      host: { virtualMachine: "KVM" },
      drive: { kind: "usb", bus: "usb", removable: true },
    }),
  );
  expect(worthWords("hosted", facts)?.code).toBe("worth.passed-on");
  expect(worthWords("unflushed", facts)?.code).toBe("worth.unflushed");
  expect(worthWords("promised", facts)).toBeNull();
});
