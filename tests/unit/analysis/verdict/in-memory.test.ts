import { expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { driveErrorCodes } from "#contract/drive-error-schema";
import { statements } from "#text/inspection/errors";
import { cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { of, said, textsOf } from "./first-page";
import { clean, linux } from "./scenario";

/** Texts for a volume that is in the computer's memory. */

const drive = { kind: "memory", model: null, bus: null, removable: null } as const;
const tmpfs: SampleOptions = { drive, volume: { fileSystem: "tmpfs", writeCache: "unknown" } };
const wrong = { verification: { ...clean, mismatchCount: 12 } };
const failure = driveError("drive-error", "It failed.");
const failed: SampleOptions = {
  modes: linux(900, 1).map((one) => (one.mode === "fsync" ? { mode: "fsync", failure } : one)),
};
const others: SampleOptions = {
  sweep: {},
  direct: {},
  interval: {},
  chunked: "ordinary",
  commits: {},
  reading: {},
  sustained: {},
  documents: {},
  parallel: {},
};

/**
 * Sentences that may mention drives: those that say that there is none, or where to copy the data.
 */
const ofRealDrives = [
  /there is no drive (here|behind)[^.]*/gi,
  /no drive to wait for/g,
  /or a drive to which it moves data when it is full/g,
  /(and )?a drive to which it moves data when it is full/g,
  /Choose a folder (on a real|that lies on a) drive/g,
  /Save to a drive, and inspect that one/g,
  /A copy to an external drive is complete only once that drive has been ejected/g,
  /to a (stick or )?drive\b/g,
  /Then inspect that drive|Inspect a drive|Check that drive|Check the drive you copied to/g,
  /Saves reach a drive: bad|memory \(RAM\), not on a drive/g,
  /Inspect another folder or drive/g,
];
const stripped = (text: string) => ofRealDrives.reduce((left, one) => left.replace(one, ""), text);

it.each<[string, SampleOptions]>([
  ["of an ordinary run", {}],
  ["of every test", others],
  ["of changed data", { report: wrong }],
  ["of a way of saving that failed", failed],
  ["of a power cut", { report: { powerCut: cuts(["kept"]) } }],
  ["of a run that was stopped", { report: { partial: true } }],
  ...driveErrorCodes.map((code): [string, SampleOptions] => [
    `of the error ${code}`,
    { report: { partial: true, error: driveError(code, "It failed.") } },
  ]),
  [
    "of changed data before the volume was unmounted",
    { report: { ...wrong, partial: true, error: driveError("volume-gone", "It is gone.") } },
  ],
])("no sentence calls memory a drive in a report %s", (_, options) => {
  const texts = textsOf(sampleReport({ ...tmpfs, ...options }));
  expect(texts.filter((text) => /\bdrives?\b|\bdisk/i.test(stripped(text)))).toEqual([]);
});

/** A call on a volume in memory can fail with each of these errors, too. */
it.each(["drive-error", "volume-gone", "wrong-data", "internal", "unclear"] as const)(
  "the words of the error %s mention no drive",
  (code) => {
    const call = { syscall: "pread", error: "EIO", words: "input/output error", atByte: 4096 };
    expect(statements[`error.${code}`](call)).not.toMatch(/drive/i);
  },
);

it("the first page on a volume in memory asks to copy the files to a stick or drive before a restart", () => {
  const { deeds, todo } = of(tmpfs);
  expect(deeds).toEqual([
    "Show my files: Then copy them to a stick or drive",
    "Inspect a drive: Or a folder that lies on one",
    "Save as PDF: For your records",
  ]);
  expect(todo).toBe("Copy what you keep here to a drive before you restart.");
});

it("memory that gives back wrong data is to be tested after the files were copied to a drive", () => {
  const { steps, next, deeds } = of({ ...tmpfs, report: wrong });
  expect(steps).toEqual([
    "Your files first: A restart empties this place. First copy what matters to a drive; save nothing new here.",
    expect.stringMatching(/^Have the memory \(RAM\) tested: Show the PDF/),
    expect.stringMatching(/^Check the drive you copied to:/),
  ]);
  expect(next).toMatch(/^Please test the computer’s memory/);
  expect(deeds[0]).toBe("Show my files: Then copy them to a stick or drive");
});

it.each([
  ["that was unmounted", {}, "For your records"],
  ["that was unmounted after it gave back wrong data", wrong, "For whoever set it up"],
])("the report on memory %s asks nowhere to copy files", (_, found, receiver) => {
  const error = driveError("volume-gone", "It is gone.");
  const report = sampleReport({ ...tmpfs, report: { ...found, partial: true, error } });
  const { steps, todo, deeds } = said(report);
  expect(steps).toEqual([]);
  expect(todo).toBe("Choose a folder that lies on a drive.");
  expect(deeds).toEqual([
    `Save as PDF: ${receiver}`,
    "Inspect a drive: Or a folder that lies on one",
  ]);
  const general = "A copy to an external drive is complete only once that drive has been ejected.";
  expect(
    textsOf(report)
      .filter((text) => text !== general)
      .join(" "),
  ).not.toMatch(/copy/i);
});
