import { describe, expect, it } from "vitest";
import { holdsLess, withCapacity } from "#analysis/verdict/capacity";
import { factsOf } from "#analysis/verdict/facts";
import { chunkedFindings } from "#analysis/workloads/chunked-writes/findings";
import { appendFindings } from "#analysis/workloads/flush-modes/append-cost";
import { type DriveError, driveError, hostError } from "#contract/drive-error";
import type { ChunkedMode } from "#contract/workloads/chunked-writes";
import { errorInWords } from "#text/in-words";
import { said } from "../../../helpers/judged";
import { sampleModes } from "../../../helpers/sample-modes";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { linux } from "./scenario";

/** Which two results a finding compares, and which details it leaves out for lack of room. */

describe("the finding about chunked writes", () => {
  const given: SampleOptions = {
    chunked: [
      ["none", 100_000],
      ["fdatasync", 1_000_000],
      ["o_sync", 2_000_000],
      ["fsync", 4_000_000],
    ],
  };
  const titleOf = (
    options: SampleOptions,
    change: (mode: ChunkedMode) => ChunkedMode = (m) => m,
  ) => {
    const report = sampleUnjudgedReport(options);
    const chunked = report.chunked && {
      ...report.chunked,
      modes: report.chunked.modes.map(change),
    };
    return chunkedFindings(factsOf({ ...report, chunked })).map(({ title }) =>
      said(title).replace(/\s/gu, " "),
    );
  };

  it("compares the slowest and the fastest mode that confirms its writes", () => {
    expect(titleOf(given)).toEqual([expect.stringMatching(/a difference of 4.0 times$/)]);
  });

  it("says that a difference did not show if the scatter between passes is larger", () => {
    const noisy: SampleOptions = {
      chunked: [
        ["none", 100_000],
        ["fsync", [1_000_000, 1_300_000]],
        ["fdatasync", [1_100_000, 900_000]],
        ["o_dsync", [1_200_000, 950_000]],
        ["o_sync", [1_250_000, 1_350_000]],
        ["o_direct_dsync", [950_000, 1_000_000]],
      ],
    };
    expect(titleOf(noisy)).toEqual([expect.stringMatching(/a difference did not show$/)]);
  });

  it("states a difference that exceeds the scatter between passes", () => {
    const steady: SampleOptions = {
      chunked: [
        ["fsync", [1_500_000, 1_450_000]],
        ["fdatasync", [1_000_000, 1_050_000]],
        ["o_dsync", [1_100_000, 1_000_000]],
      ],
    };
    expect(titleOf(steady)).toEqual([expect.stringMatching(/a difference of 1\.4 times$/)]);
  });

  it("leaves out a failed mode and one without a time", () => {
    const without = (changes: Partial<ChunkedMode>) => (mode: ChunkedMode) =>
      mode.mode === "fsync" ? { ...mode, ...changes } : mode;
    for (const changes of [{ status: "failed" as const }, { elapsedNs: null }, { elapsedNs: 0 }]) {
      expect(titleOf(given, without(changes))).toEqual([
        expect.stringMatching(/a difference of 2.0 times$/),
      ]);
    }
  });

  it("is absent for a single mode or none", () => {
    expect(titleOf({ chunked: [["fsync", 1_000_000]] })).toEqual([]);
    expect(titleOf({})).toEqual([]);
  });

  it("is absent after a single pass", () => {
    expect(titleOf(given, (mode) => ({ ...mode, passes: mode.passes.slice(0, 1) }))).toEqual([]);
  });

  it("compares the full flush of a Mac with the ordinary flush, whatever the order of the modes", () => {
    const mac: SampleOptions = {
      os: "macos",
      chunked: [
        ["fdatasync", 1_000_000],
        ["f_fullfsync", 24_000_000],
        ["fsync", 2_000_000],
      ],
    };
    expect(titleOf(mac)).toEqual([
      expect.stringMatching(/the full flush takes 12 times as long as the ordinary one$/),
    ]);
  });
});

describe("the finding about saves that append", () => {
  const callOf = (options: SampleOptions) =>
    appendFindings(factsOf(sampleUnjudgedReport(options))).map(
      ({ seen }) => /\(([^)]*)\)/.exec(said(seen))?.[1],
    );

  it("compares the rates of the ordinary save, whatever the order of the modes", () => {
    expect(callOf({ modes: linux(900, 1), append: linux(400, 1) })).toEqual(["fsync"]);
    // The order in which the modes were measured does not matter.
    const turned = [...linux(900, 1)].reverse();
    expect(callOf({ modes: turned, append: turned })).toEqual(["fsync"]);
  });

  it("compares the rates of another safe mode if the run did not append with the ordinary save", () => {
    const append = linux(400, 1).filter(({ mode }) => mode !== "fsync");
    expect(callOf({ modes: linux(900, 1), append })).toEqual(["fdatasync"]);
  });

  it("compares on a Mac the rates of the full flush, and is absent if the run did not append with it", () => {
    expect(callOf({ os: "macos", append: sampleModes.macos })).toEqual(["F_FULLFSYNC"]);
    const append = sampleModes.macos.filter(({ mode }) => mode !== "f_fullfsync");
    expect(callOf({ os: "macos", append })).toEqual([]);
  });
});

describe("holdsLess()", () => {
  const failure = driveError("volume-full", "No room.", { syscall: "pwrite", osCode: 28 });
  const modes = [{ mode: "fsync" as const, failure }];
  const isLess = (changes: SampleOptions = {}, error = failure) =>
    holdsLess(sampleUnjudgedReport({ modes, ...changes, report: { error, partial: true } }));

  const inPlace = "ext2 ext3 ext4 xfs jfs vfat msdos exfat ntfs ntfs3 hfs".split(" ");
  it.each(inPlace)(
    "returns true after a failed rewrite on %s, which rewrites blocks in place",
    (fileSystem) => {
      expect(isLess({ volume: { fileSystem } })).toBe(true);
    },
  );

  it.each(["apfs", "btrfs", "zfs", "refs", "bcachefs", "f2fs", "tmpfs", ""])(
    "returns false after a failed rewrite on %j, which may need room for a second copy",
    (fileSystem) => {
      expect(isLess({ volume: { fileSystem } })).toBe(false);
    },
  );

  it("returns false when the file system is not known or no rewrite failed", () => {
    expect(isLess({ volume: { fileSystem: null } })).toBe(false);
    expect(isLess({ modes: linux(900, 1) })).toBe(false);
  });

  it("returns true only for the system's own error number of a full volume", () => {
    expect(isLess({}, driveError("volume-full", "No room.", { osCode: 122 }))).toBe(false);
    expect(isLess({}, driveError("volume-full", "No room."))).toBe(false);
    expect(isLess({}, driveError("quota-reached", "No room.", { osCode: 28 }))).toBe(false);
    for (const osCode of [39, 112]) {
      const full = driveError("volume-full", "No room.", { osCode });
      const windows = [{ mode: "flush_file_buffers" as const, failure: full }];
      expect(isLess({ os: "windows", modes: windows }, full)).toBe(true);
      expect(isLess({}, full)).toBe(false);
    }
    expect(isLess({ os: "windows", modes: [{ mode: "flush_file_buffers", failure }] })).toBe(false);
    const mac = { os: "macos", modes: [{ mode: "f_fullfsync", failure }] } as const;
    expect(isLess({ ...mac, volume: { fileSystem: "hfs" } })).toBe(true);
  });
});

describe("withCapacity()", () => {
  const noRoom = driveError("volume-full", "No room.", { syscall: "pwrite", osCode: 28 });
  const room = { error: noRoom, fileBytes: null };
  const reportWith = (error: DriveError | null, fileSystem = "ext4") =>
    sampleUnjudgedReport({
      modes: [{ mode: "fsync", failure: noRoom }],
      volume: { fileSystem },
      report: { error },
    });
  const told = hostError("volume-full", [{ code: "error.no-room-to-rewrite", params: {} }], {
    syscall: "pwrite",
    osCode: 28,
  });

  it('makes the failed rewrite the error "volume-full", whose words say that a complete file could not be rewritten', () => {
    const report = reportWith(null);
    expect(withCapacity(report, room)).toEqual({ ...report, error: told });
    expect(errorInWords(told).message).toBe(
      "There was no room to rewrite a file that lay complete here. Copy what is here to another drive first.",
    );
  });

  it("replaces a later error about a lack of room", () => {
    const later = driveError("volume-full", "No room for a larger file.", { osCode: 28 });
    expect(withCapacity(reportWith(later), room).error).toEqual(told);
  });

  it("keeps an error that is more important than a lack of room", () => {
    const report = reportWith(driveError("drive-error", "Input/output error.", { osCode: 5 }));
    expect(withCapacity(report, room)).toBe(report);
  });

  it("returns the report unchanged if the file system copies on write", () => {
    const report = reportWith(null, "btrfs");
    expect(withCapacity(report, room)).toBe(report);
  });

  it.each([null, noRoom])(
    "returns the report unchanged, with or without an error, if no rewrite failed",
    (error) => {
      const report = reportWith(error);
      expect(withCapacity(report, null)).toBe(report);
    },
  );
});
