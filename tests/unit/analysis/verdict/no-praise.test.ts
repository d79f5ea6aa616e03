import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { findingIn, judged } from "../../../helpers/read-verdict";
import { sampleHealth } from "../../../helpers/sample-health";
import { cutOn } from "../../../helpers/sample-power-cut";
import type { SampleOptions } from "../../../helpers/sample-report";
import { of, plugTest } from "./first-page";
import { clean, linux } from "./scenario";

/** If a report shows a fault or a doubt, no text may praise the drive or contradict the fault. */

describe("the list of open questions on paper", () => {
  it("includes whether other files are damaged only if the drive damages data", () => {
    const files = "Whether other files on it are damaged.";
    expect(of({ capacity: "damaged" }).unknown).toContain(files);
    expect(of({ volume: { mountOptions: "rw,nobarrier" } }).unknown).not.toContain(files);
    expect(
      of({ drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } }).unknown,
    ).not.toContain(files);
  });

  it("asks whether saves survive the pulling out of a USB drive, or a power cut of an internal drive", () => {
    const [cut, pulledOut] = ["a power cut", "being pulled out"].map(
      (event) => `Whether saves survive ${event}.`,
    );
    expect(of({}).unknown).toContain(cut);
    const stick = of({ drive: { kind: "usb", bus: "usb", removable: true } }).unknown;
    expect(stick).toContain(pulledOut);
    expect(stick).not.toContain(cut);
  });

  it("asks how often saves are lost only after a loss", () => {
    expect(plugTest(cutOn(1, "kept")).unknown).toContain(
      "Whether saves survive every power cut: one cut is few.",
    );
    expect(plugTest(cutOn(1, "lost")).unknown).toContain(
      "How often it happens: here in one cut; it may take several.",
    );
  });
});

it("the row about power cuts says that a volume in memory does not survive one", () => {
  const { rows } = of({ drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } });
  expect(rows["Survives a power cut"]).toBe("bad: no, a restart empties it");
});

const failing = { health: sampleHealth({ criticalWarnings: ["degraded"] }) };

describe("the sentence about databases", () => {
  const databases = (options: SampleOptions) =>
    judged(options).meaning.filter((sentence) => /^Databases|mail programs/i.test(sentence));

  it("appears for a drive without a fault", () => {
    expect(databases({}).join()).toMatch(/little to wait for/);
  });

  it.each<[string, SampleOptions]>([
    ["the drive reports that it is failing", { report: failing }],
    [
      "saves are faster than the drive writes",
      {
        modes: linux(12_500, 1),
        drive: { kind: "usb", bus: "usb", removable: true },
        sustained: { fastBytesPerSecond: 22e6, slowBytesPerSecond: 15e6 },
      },
    ],
    [
      "saves are faster than a disk turns",
      { modes: linux(900, 1), drive: { kind: "hard-disk", bus: "sata" } },
    ],
  ])("is absent when %s", (_, options) => {
    expect(databases(options)).toEqual([]);
  });
});

it("the sentence about documents on a failing drive says that they can be lost or damaged", () => {
  expect(judged({ report: failing }).meaning[0]).toMatch(/can be lost or damaged/);
});

it("the finding about data read back speaks only of the test file when other data was lost", () => {
  for (const options of [{ capacity: "damaged" }, { commits: { lost: 2 } }] as const) {
    expect(findingIn(judged(options), "data-verified")?.title).toBe(
      "The test file came back unchanged",
    );
  }
  expect(findingIn(judged({}), "data-verified")?.title).toBe("What was read back is unchanged");
});

it("the findings about a drive error say that stored data, or data just written, may be lost, and use the singular for one block", () => {
  const error = driveError("drive-error", "Reading failed.", { syscall: "pread", osCode: 5 });
  const verdict = (unreadable: number[]) =>
    judged({ report: { partial: true, error, verification: { ...clean, unreadable } } });
  expect(findingIn(verdict([0]), "drive-error")?.detail).toMatch(
    /What is stored there may be lost/,
  );
  expect(findingIn(verdict([0]), "not-verified")?.detail).toMatch(/stands in that place/);
  expect(findingIn(verdict([0, 4096]), "not-verified")?.detail).toMatch(/stands in those places/);
  const write = driveError("drive-error", "Saving failed.", { syscall: "fsync", osCode: 5 });
  expect(
    findingIn(judged({ report: { partial: true, error: write } }), "drive-error")?.detail,
  ).toMatch(/Data written around that moment may not be stored/);
});
