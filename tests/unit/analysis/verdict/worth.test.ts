import { describe, expect, it } from "vitest";
import { isShortOfFlushes, type MeasuredSave, worthOf } from "#analysis/facts/worth";
import { factsOf } from "#analysis/verdict/facts";
import { driveError } from "#contract/drive-error";
import type { Verdict } from "#contract/verdict";
import { verdictOn } from "../../../helpers/judged";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import {
  type SampleOptions,
  sampleModes,
  sampleUnjudgedReport,
} from "../../../helpers/sample-report";
import { sampleOfTests } from "../../../helpers/sample-tests";
import { clean, linux } from "./scenario";

/** What workloads beside the flush modes may promise of the saves they measured. */

const usual: MeasuredSave = { mode: "fsync", perSecond: 700, flushesPerSave: 2 };
const worth = (options: SampleOptions, save: Partial<MeasuredSave> = {}) =>
  worthOf({ ...usual, ...save }, factsOf(sampleUnjudgedReport(options)));

const memory: SampleOptions = {
  drive: { kind: "memory" },
  volume: { fileSystem: "tmpfs", writeCache: "unknown" },
};
const overlay = { fileSystem: "overlay", lowerMounts: [] };

/** Places where a save is not known to survive a power cut, with what is said of it. */
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

/** All workloads that measure saves, beside the ways of saving. */
const saving: SampleOptions = {
  documents: { flushNs: 5_000, flushesPerDocument: null },
  parallel: { flushNs: 5_000, flushesPerSave: null },
  chunked: "ordinary",
  ladders: [
    ["fdatasync", {}],
    ["fsync", {}],
  ],
};

const promise =
  /either the old document or the new one|with confirmation|nothing speaks against the faster|waits for the drive, however/;
const findingsText = ({ findings }: Verdict) =>
  findings.map(({ title, detail }) => `${title}. ${detail}`).join("\n");

describe("a save is worth", () => {
  it("what system and drive promise, on an ordinary drive whose flushes are counted", () => {
    expect(worth({})).toBe("promised");
    expect(worth({}, { flushesPerSave: null })).toBe("promised");
    expect(worth({ drive: { kind: "nvme" }, volume: { writeCache: "write-through" } })).toBe(
      "promised",
    );
  });

  it("less where its flushes are missing, and is not known where they are too few", () => {
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

  it("not known where its speed is unexplained, or the cache of the drive is only assumed", () => {
    expect(worth({}, { perSecond: 84_400 })).toBe("not-known");
    expect(worth({ drive: { kind: "hard-disk" } }, { perSecond: 5000 })).toBe("not-known");
    expect(worth({ drive: { kind: "usb" }, volume: { writeCache: "write-through" } })).toBe(
      "not-known",
    );
  });

  it("nothing after data came back changed, whether the error or the comparison says so", () => {
    const verification = { ...clean, mismatchCount: 1 };
    expect(worth({ report: { verification } })).toBe("lost");
    expect(worth({ report: { verification: clean } })).toBe("promised");
    expect(worth({ report: { verification: null } })).toBe("promised");
    expect(worth({ report: { error: driveError("wrong-data", "x"), partial: true } })).toBe("lost");
    expect(worth({ report: { error: driveError("volume-full", "x"), partial: true } })).toBe(
      "promised",
    );
  });

  it("what a drive promises that reports to have no cache, whatever the kind of drive", () => {
    for (const kind of ["nvme", "sata-ssd", "hard-disk"] as const) {
      const drive = { drive: { kind }, volume: { writeCache: "write-through" } } as const;
      expect(worth({ ...drive, modes: linux(90, 1) }, { perSecond: 90 })).toBe("promised");
    }
  });

  it("not known where only the ordinary saves are faster than they can be", () => {
    expect(worth({ modes: linux(45_000, 1) }, { perSecond: 90 })).toBe("not-known");
  });

  it("what stops at the drive on a Mac, unless the full flush is used", () => {
    const mac = { os: "macos" } as const;
    const uncounted = { flushesPerSave: null };
    expect(worth(mac, uncounted)).toBe("stops-at-drive");
    expect(worth(mac, { ...uncounted, mode: "f_fullfsync", perSecond: 46 })).toBe("promised");
  });
});

describe.each(unsafe)("%s", (_place, options, says) => {
  const report = sampleUnjudgedReport({ ...saving, ...options });
  const findings = findingsText(verdictOn(report));

  it("no workload promises that a save survives a power cut", () => {
    const confirmed = options.host ? /either the old document or the new one/ : promise;
    expect(findings).not.toMatch(confirmed);
  });

  it("every workload that saves tells what a save is worth instead", () => {
    for (const code of ["document-saves", "parallel-saves", "chunked-ratio"]) {
      const found = verdictOn(report).findings.find((finding) => finding.code === code);
      expect(found?.detail).toMatch(says);
    }
  });

  it("documents alone promise nothing either", () => {
    const alone = sampleOfTests(["document-saves"], { ...options, documents: { flushNs: 100 } });
    const isLost = options.capacity !== undefined;
    expect(findingsText(verdictOn(alone))).not.toMatch(/either the old document or the new one/);
    expect(isLost || findingsText(verdictOn(alone)).length > 0).toBe(true);
  });
});

it("on an ordinary drive documents promise the old document or the new one", () => {
  const { findings } = verdictOn(sampleUnjudgedReport({ documents: {} }));
  const found = findings.find(({ code }) => code === "document-saves");
  expect(found?.title).toMatch(/with confirmation$/);
  expect(found?.detail).toMatch(/by what system and drive promise, a power cut then leaves either/);
});

it("ordinary saves of documents on a Mac are those of the full flush", () => {
  const options = { os: "macos", modes: sampleModes.macos, documents: {} } as const;
  const found = verdictOn(sampleUnjudgedReport(options)).findings.find(
    ({ code }) => code === "document-saves",
  );
  expect(found?.detail).toContain("F_FULLFSYNC");
});

it("isShortOfFlushes() begins below nine flushes for ten saves", () => {
  const report = sampleUnjudgedReport({});
  expect(isShortOfFlushes(0.89, report)).toBe(true);
  expect(isShortOfFlushes(0.9, report)).toBe(false);
  expect(isShortOfFlushes(null, report)).toBe(false);
});
