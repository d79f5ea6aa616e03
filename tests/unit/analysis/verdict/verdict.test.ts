import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { everyFindingCode, type FindingCode } from "../../../helpers/finding-codes";
import { answerIn, findingOf, judged, plain } from "../../../helpers/read-verdict";
import type { SampleMode } from "../../../helpers/sample-modes";
import type { SampleOptions } from "../../../helpers/sample-report";
import { allScenarios } from "./all-scenarios";
import { clean, linux } from "./scenario";

describe("verdictOn()", () => {
  it.each(allScenarios)(
    "gives the answers, the grade and the findings that are recorded for: $name",
    (scenario) => {
      const verdict = judged(scenario.given);
      const codes = verdict.findings.map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining([...scenario.required]));
      for (const code of scenario.forbidden ?? []) {
        expect(codes).not.toContain(code);
      }
      expect(answerIn(verdict, "saved-means-saved").word).toBe(scenario.saved);
      expect(answerIn(verdict, "honesty").word).toBe(scenario.honesty);
      expect(verdict.grade).toBe(scenario.grade);
      expect(answerIn(verdict, "safe-speed").word).toMatch(scenario.safeSpeed ?? /./);
      expect(plain(verdict.headline)).toMatch(scenario.headline ?? /./);
    },
  );

  it("makes in the scenarios together every known finding and no other", () => {
    const made = new Set(
      allScenarios.flatMap(({ given }) => judged(given).findings.map(({ code }) => code)),
    );
    expect([...made].sort()).toEqual([...everyFindingCode].sort());
  });

  it("orders findings by severity, the gravest first", () => {
    const verdict = judged({
      modes: linux(40_000, 0),
      report: { verification: { ...clean, mismatchCount: 1 } },
    });
    expect(verdict.findings[0]?.code).toBe("data-differs");
    const order = ["bad", "caution", "good", "info"];
    const ranks = verdict.findings.map(({ severity }) => order.indexOf(severity));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  it("does not say that a drive holds less than it reports if the file system copies on write", () => {
    const error = driveError("volume-full", "No space.", { syscall: "pwrite", osCode: 28 });
    const detailOn = (fileSystem: string) =>
      findingOf({ volume: { fileSystem }, report: { error, partial: true } }, "volume-full").detail;
    expect(detailOn("btrfs")).toContain("(btrfs) copies on write");
    expect(detailOn("btrfs")).not.toContain("holds less");
    expect(detailOn("ext4")).not.toContain("copies on write");
  });

  it("leaves open whether slow plain writes reach the drive if no save was measured", () => {
    const reasonOf = (iops: number) =>
      answerIn(judged({ modes: [{ mode: "none", iops }] }), "plain-speed").reason;
    expect(reasonOf(120)).toBe(
      "492 kB/s in pieces of 4 KiB; whether they end in the computer’s memory or wait until they are stored is not known.",
    );
    expect(reasonOf(19_999)).toContain("is not known");
    expect(reasonOf(20_000)).toContain("that is the speed of the computer’s memory");
  });

  it("leaves open whether plain writes reach the drive if they are hardly faster than saves that wait for the drive", () => {
    const of = (plainIops: number, more: Parameters<typeof judged>[0] = {}) => {
      const verdict = judged({
        ...more,
        modes: [
          { mode: "none", iops: plainIops },
          { mode: "fsync", iops: 46 },
        ],
        plainRatios: [2, 2, 2],
      });
      const { reason } = answerIn(verdict, "plain-speed");
      return [
        /that is the speed of the computer’s memory/.test(reason),
        verdict.findings.some(({ code }) => code === "plain-writes"),
      ];
    };
    expect(of(47)).toEqual([false, false]);
    expect(of(91)).toEqual([false, false]);
    expect(of(92)).toEqual([true, true]);
    expect(
      answerIn(
        judged({
          modes: [
            { mode: "none", iops: 47 },
            { mode: "fsync", iops: 46 },
          ],
        }),
        "plain-speed",
      ).reason,
    ).toBe(
      "193 kB/s in pieces of 4 KiB; hardly faster than saves that wait for confirmation: whether they end in the computer’s memory or wait until they are stored is not known.",
    );
    // On a volatile overlay saves wait for nothing, so both kinds of writes end in memory.
    expect(of(47, { volume: { mountOptions: "rw,volatile", fileSystem: "overlay" } })).toEqual([
      true,
      true,
    ]);
  });

  it("adds the error number to a message that names no system call", () => {
    const error = driveError("drive-error", "Writing failed, /dev/null did not.", { osCode: 5 });
    const detail = judged({ report: { error, partial: true } }).findings[0]?.detail ?? "";
    expect(detail).toContain("Writing failed, /dev/null did not (error 5).");
  });

  it("names the system call only once if the message already contains it", () => {
    const message =
      "The drive reported an error. (fdatasync at byte 8192: EIO, Input/output error)";
    const details = { syscall: "fdatasync", osCode: 5, offset: 8192 };
    const error = driveError("drive-error", message, details);
    const detail = judged({ report: { error, partial: true } }).findings[0]?.detail ?? "";
    expect(detail.match(/fdatasync/g)).toHaveLength(1);
    expect(detail).toContain(message);
  });

  it("names up to three unreadable blocks and counts the blocks that were read", () => {
    const unreadable = [4096, 1_228_800, 1_232_896, 1_236_992];
    const error = driveError("drive-error", "Reading failed.", { syscall: "pread", osCode: 5 });
    const detail = (offsets: number[]) =>
      findingOf(
        { report: { verification: { ...clean, unreadable: offsets }, error, partial: true } },
        "not-verified",
      ).detail;
    expect(detail(unreadable.slice(0, 1))).toContain(
      "One block could not be read back: the one at byte 4 096 of the test file. 65 536 others were read and none differs.",
    );
    expect(detail(unreadable)).toContain(
      "4 blocks could not be read back: those at bytes 4 096, 1 228 800, 1 232 896 and elsewhere of the test file.",
    );
  });

  it("says in the singular that one block differs, and where", () => {
    const mismatches = [{ offset: 4096, found: "zeros", expected: "sequence 5 of block 1" }];
    const verification = { ...clean, mismatchCount: 1, mismatches };
    const { headline, findings } = judged({ report: { verification } });
    expect(plain(headline)).toBe(
      "Wrong data came back: one block of 65 536 differs from what was written.",
    );
    expect(plain(findings[0]?.detail ?? "")).toContain(
      "One block of 65 536 read back differs from what was written there, at byte 4 096 of the test file (found: zeros; expected: sequence 5 of block 1).",
    );
  });

  it("uses the singular for one compared block and does not mention other blocks if there are none", () => {
    const detail = (changes: object, code: FindingCode, os: "linux" | "macos" = "linux") =>
      findingOf({ os, report: { verification: { ...clean, blocksChecked: 1, ...changes } } }, code)
        .detail;
    expect(detail({ bytesRead: 4096, deviceReadBytes: 4096 }, "data-verified")).toMatch(
      /^One block was read back from the drive and compared; it does not differ\./,
    );
    expect(detail({ deviceReadBytes: null }, "data-verified-uncounted", "macos")).toMatch(
      /^One block was read back .* compared; it does not differ\./,
    );
    expect(detail({ aroundCache: false }, "data-verified-in-memory")).toMatch(
      /^One block was compared and does not differ, but/,
    );
    const alone = { unreadable: [4096] };
    expect(detail(alone, "not-verified")).toContain(" One other was read and does not differ.");
    expect(detail({ ...alone, blocksChecked: 0 }, "not-verified")).not.toMatch(
      /others? (was|were)/,
    );
  });

  it("says for a volume in memory that there is no drive behind it", () => {
    const memory: SampleOptions = {
      drive: { kind: "memory" },
      volume: { fileSystem: "tmpfs" },
      host: { virtualMachine: "KVM" },
    };
    expect(answerIn(judged(memory), "honesty").reason).toBe(
      "There is no drive behind this volume.",
    );
  });

  it("does not advise a newer Linux when a layer hides the drive", () => {
    const { detail } = findingOf({ modes: linux(900, null) }, "no-evidence");
    expect(detail).toContain("cannot be looked through");
    expect(detail).not.toMatch(/again on Linux/);
  });

  it("names refused modes with the system's reason", () => {
    const modes: SampleMode[] = [
      { mode: "fsync", iops: 900, flushesPerSave: 1 },
      { mode: "o_direct", refusal: "Invalid argument (EINVAL)" },
    ];
    expect(findingOf({ modes }, "modes-unavailable").detail).toContain(
      "O_DIRECT (Invalid argument (EINVAL))",
    );
  });

  it("rates no speed as good while it is not known whether saves are safe", () => {
    const usb: SampleOptions = {
      modes: linux(40_000, 0),
      drive: { kind: "usb" },
      volume: { writeCache: "write-through" },
    };
    const { severity, reason } = answerIn(judged(usb), "safe-speed");
    expect(severity).toBe("info");
    expect(reason).toMatch(/if they are safe\.$/);
  });
});
