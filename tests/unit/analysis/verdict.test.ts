import { describe, expect, it } from "vitest";
import { judge } from "../../../electron/analysis/verdict";
import { type FindingCode, findingCodes } from "../../../electron/analysis/verdict/finding";
import { driveError, driveErrorCodes } from "../../../electron/contract/drive-error";
import { operatingSystems } from "../../../electron/contract/flush-mode";
import { type Answer, type Verdict, verdictSchema } from "../../../electron/contract/report";
import { driveKinds, writeCacheStates } from "../../../electron/contract/volume";
import {
  type SampleMode,
  type SampleOptions,
  sampleModes,
  sampleUnjudgedReport,
} from "../../helpers/sample-report";

const clean = { blocksChecked: 65_536, aroundCache: true, mismatchCount: 0, mismatches: [] };

/** Linux modes, every save with the same rate and number of flushes. */
function linux(iops: number, flushesPerSave: number | null): SampleMode[] {
  return sampleModes.linux.map((mode) =>
    mode.mode === "none" || mode.mode === "o_direct"
      ? { ...mode, flushesPerSave: flushesPerSave === null ? null : 0 }
      : { ...mode, iops, flushesPerSave },
  );
}

interface Scenario {
  readonly name: string;
  readonly given: SampleOptions;
  readonly grade: Verdict["grade"];
  readonly saved: string;
  readonly honesty: string;
  readonly safeSpeed?: RegExp;
  readonly headline?: RegExp;
  readonly required: readonly FindingCode[];
  readonly forbidden?: readonly FindingCode[];
}

const scenarios: readonly Scenario[] = [
  {
    name: "Linux laptop, write-back cache, a flush per save",
    given: {},
    grade: "good",
    saved: "Yes",
    honesty: "Evidence seen",
    safeSpeed: /^1 430 saves a second$/,
    headline: /1 430 times a second on this drive; that is as fast as a good laptop SSD\.$/,
    required: ["flushes-seen", "data-verified", "nearest-published"],
    forbidden: [
      "no-evidence",
      "flushes-missing",
      "slow-saves",
      "virtual-drive",
      "too-fast-for-cache",
    ],
  },
  {
    name: "force-unit-access writes without flushes are no ground for suspicion",
    given: { modes: sampleModes.linux.filter(({ mode }) => mode === "o_direct_dsync") },
    grade: "fair",
    saved: "Yes",
    honesty: "No evidence available",
    required: ["no-evidence"],
    forbidden: ["flushes-missing", "flushes-seen"],
  },
  {
    name: "write-back cache and no flush at all",
    given: { modes: linux(40_000, 0) },
    grade: "poor",
    saved: "No",
    honesty: "Suspicious",
    safeSpeed: /^Not known$/,
    headline: /can be lost in a power cut/,
    required: ["flushes-missing", "too-fast-for-cache"],
    forbidden: ["flushes-seen"],
  },
  {
    name: "a plausible speed does not excuse missing flushes",
    given: { modes: linux(900, 0) },
    grade: "poor",
    saved: "No",
    honesty: "Suspicious",
    required: ["flushes-missing"],
    forbidden: ["too-fast-for-cache"],
  },
  {
    name: "one mode without flushes among honest ones",
    given: {
      modes: linux(900, 1).map((mode) =>
        mode.mode === "fsync" ? { ...mode, flushesPerSave: 0 } : mode,
      ),
    },
    grade: "poor",
    saved: "No",
    honesty: "Suspicious",
    required: ["flushes-missing"],
    forbidden: ["flushes-seen"],
  },
  {
    name: "half a flush per save",
    given: { modes: linux(900, 0.5) },
    grade: "unknown",
    saved: "Not known",
    honesty: "Suspicious",
    required: ["flushes-too-few"],
    forbidden: ["flushes-seen", "flushes-missing"],
  },
  {
    name: "no flush, and nothing known of the cache",
    given: { modes: linux(900, 0), volume: { writeCache: "unknown" } },
    grade: "unknown",
    saved: "Not known",
    honesty: "No evidence available",
    required: ["flushes-not-seen"],
    forbidden: ["flushes-missing", "flushes-seen"],
  },
  {
    name: "server NVMe that reports no volatile cache",
    given: { modes: linux(33_000, 0), volume: { writeCache: "write-through" } },
    grade: "good",
    saved: "Yes",
    honesty: "Evidence seen",
    headline: /as fast as a server drive with power-loss protection\.$/,
    required: ["no-volatile-cache"],
    forbidden: ["flushes-missing", "too-fast-for-cache", "no-evidence"],
  },
  {
    name: "USB stick taken for one without a cache",
    given: {
      modes: linux(223, 0),
      drive: { kind: "usb", bus: "usb", removable: true },
      volume: { writeCache: "write-through" },
    },
    grade: "unknown",
    saved: "Not known",
    honesty: "No evidence available",
    headline: /but whether the saves are safe is not known\.$/,
    required: ["cache-state-assumed"],
    forbidden: ["no-volatile-cache", "flushes-missing"],
  },
  {
    name: "SATA SSD whose cache is reported as off",
    given: {
      modes: linux(1500, 0),
      drive: { kind: "sata-ssd", bus: "sata" },
      volume: { writeCache: "write-through" },
    },
    grade: "fair",
    saved: "Yes",
    honesty: "No evidence available",
    required: ["cache-reported-off"],
    forbidden: ["no-volatile-cache", "cache-state-assumed"],
  },
  {
    name: "hard disk at the speed of its turns",
    given: { modes: linux(82, 1), drive: { kind: "hard-disk", bus: "sata" } },
    grade: "fair",
    saved: "Yes",
    honesty: "Evidence seen",
    headline: /82 times a second on this drive; that is what hard disks do\.$/,
    required: ["flushes-seen", "slow-saves"],
    forbidden: ["faster-than-disk-turns"],
  },
  {
    name: "hard disk that confirms faster than it turns, flushes seen",
    given: { modes: linux(900, 1), drive: { kind: "hard-disk", bus: "sata" } },
    grade: "unknown",
    saved: "Not known",
    honesty: "Suspicious",
    headline: /faster than such a drive should be able to\.$/,
    required: ["faster-than-disk-turns", "flushes-seen"],
    forbidden: ["slow-saves"],
  },
  {
    name: "hard disk that confirms faster than it turns, cache reported off",
    given: {
      modes: linux(900, 0),
      drive: { kind: "hard-disk", bus: "sata" },
      volume: { writeCache: "write-through" },
    },
    grade: "unknown",
    saved: "Not known",
    honesty: "Suspicious",
    required: ["faster-than-disk-turns"],
  },
  {
    name: "SSD with a volatile cache, flushes seen, faster than flash can be",
    given: { modes: linux(45_000, 1) },
    grade: "unknown",
    saved: "Not known",
    honesty: "Suspicious",
    required: ["too-fast-for-cache", "flushes-seen"],
  },
  {
    name: "Linux that keeps no count of flushes",
    given: { modes: linux(1400, null) },
    grade: "fair",
    saved: "Yes",
    honesty: "No evidence available",
    required: ["no-evidence"],
    forbidden: ["flushes-seen", "flushes-missing", "flushes-not-seen"],
  },
  {
    name: "virtual machine on a drive that looks real",
    given: { host: { virtualMachine: "KVM" } },
    grade: "unknown",
    saved: "Not known",
    honesty: "No evidence available",
    headline: /the computer that hosts it decides/,
    required: ["virtual-drive"],
    forbidden: ["too-fast-for-cache"],
  },
  {
    name: "virtual NVMe drive without a cache",
    given: {
      modes: linux(30_000, 0),
      volume: { writeCache: "write-through" },
      host: { virtualMachine: "KVM" },
    },
    grade: "unknown",
    saved: "Not known",
    honesty: "No evidence available",
    required: ["virtual-drive", "cache-state-assumed"],
    forbidden: ["no-volatile-cache"],
  },
  {
    name: "virtual drive, hypervisor not known",
    given: { modes: linux(30_000, 1), drive: { kind: "virtual" }, host: { virtualMachine: null } },
    grade: "unknown",
    saved: "Not known",
    honesty: "No evidence available",
    required: ["virtual-drive"],
    forbidden: ["too-fast-for-cache", "faster-than-disk-turns"],
  },
  {
    name: "virtual drive without any flush",
    given: { modes: linux(30_000, 0), drive: { kind: "virtual" } },
    grade: "poor",
    saved: "No",
    honesty: "Suspicious",
    required: ["virtual-drive", "flushes-missing"],
  },
  {
    name: "memory file system",
    given: {
      modes: linux(200_000, null),
      drive: { kind: "memory" },
      volume: { fileSystem: "tmpfs", writeCache: "unknown" },
    },
    grade: "poor",
    saved: "No",
    honesty: "No evidence available",
    safeSpeed: /^Not known$/,
    headline: /nothing saved here survives a restart/,
    required: ["memory-file-system"],
    forbidden: ["too-fast-for-cache", "no-evidence", "slow-saves", "nearest-published"],
  },
  {
    name: "volatile overlay",
    given: { volume: { fileSystem: "overlay", mountOptions: "rw,volatile" } },
    grade: "poor",
    saved: "No",
    honesty: "No evidence available",
    headline: /ignores requests to save/,
    required: ["syncs-dropped"],
  },
  {
    name: "mounted without barriers",
    given: { volume: { mountOptions: "rw,nobarrier" } },
    grade: "poor",
    saved: "No",
    honesty: "No evidence available",
    safeSpeed: /^Not known$/,
    headline: /without write barriers/,
    required: ["barriers-off"],
    forbidden: ["flushes-seen"],
  },
  {
    name: "network mount",
    given: { drive: { kind: "network" }, volume: { fileSystem: "nfs4", writeCache: "unknown" } },
    grade: "unknown",
    saved: "Not known",
    honesty: "No evidence available",
    safeSpeed: /^Not known$/,
    headline: /belongs to another computer/,
    required: ["network-drive"],
    forbidden: ["flushes-seen", "no-evidence"],
  },
  {
    name: "MacBook M1",
    given: { os: "macos" },
    grade: "fair",
    saved: "Only when the program insists",
    honesty: "No evidence available",
    safeSpeed: /^46 saves a second$/,
    headline:
      /^Programs that insist on safety can save 46 times a second on this drive; that is as slow as a hard disk\.$/,
    required: ["ordinary-save-not-safe", "no-evidence", "slow-saves"],
    forbidden: ["flushes-missing", "write-through-unproven", "flushes-seen"],
  },
  {
    name: "Mac whose full flush is too fast to be one",
    given: {
      os: "macos",
      modes: sampleModes.macos.map((mode) =>
        mode.mode === "f_fullfsync" ? { ...mode, iops: 26_000 } : mode,
      ),
    },
    grade: "unknown",
    saved: "Not known",
    honesty: "Suspicious",
    required: ["too-fast-for-cache", "ordinary-save-not-safe"],
  },
  {
    name: "Mac volume that refuses the full flush",
    given: {
      os: "macos",
      modes: sampleModes.macos.map((mode) =>
        mode.mode === "f_fullfsync"
          ? { mode: "f_fullfsync", refusal: "Operation not supported (ENOTSUP)" }
          : mode,
      ),
    },
    grade: "poor",
    saved: "No",
    honesty: "No evidence available",
    safeSpeed: /^Not known$/,
    headline: /no program can make sure/,
    required: ["modes-unavailable", "ordinary-save-not-safe"],
  },
  {
    name: "Mac inspection stopped before the full flush was reached",
    given: {
      os: "macos",
      modes: [{ mode: "none", iops: 300_000 }, { mode: "f_fullfsync" }],
      report: { partial: true, verification: null },
    },
    grade: "unknown",
    saved: "Not known",
    honesty: "No evidence available",
    headline: /was not measured/,
    required: ["inspection-stopped"],
    forbidden: ["modes-unavailable", "not-verified"],
  },
  {
    name: "Windows laptop",
    given: { os: "windows" },
    grade: "fair",
    saved: "Yes",
    honesty: "No evidence available",
    // Write-through is twelve times as fast and must not pass for safe.
    safeSpeed: /^590 saves a second$/,
    headline: /as fast as a slow laptop SSD\.$/,
    required: ["no-evidence", "write-through-unproven"],
    forbidden: ["ordinary-save-not-safe", "flushes-seen"],
  },
  {
    name: "Windows, only write-through measured",
    given: { os: "windows", modes: [{ mode: "write_through", iops: 7000 }] },
    grade: "unknown",
    saved: "Not known",
    honesty: "No evidence available",
    safeSpeed: /^Not known$/,
    required: ["write-through-unproven"],
    forbidden: ["no-evidence"],
  },
  {
    name: "Windows that refuses the ordinary flush",
    given: {
      os: "windows",
      modes: [
        { mode: "flush_file_buffers", refusal: "Access is denied." },
        { mode: "nt_flush_data_only", iops: 590 },
      ],
    },
    grade: "fair",
    saved: "Only when the program insists",
    honesty: "No evidence available",
    required: ["modes-unavailable"],
  },
  {
    name: "blocks that came back changed, on an otherwise good drive",
    given: {
      report: {
        verification: {
          ...clean,
          mismatchCount: 12,
          mismatches: [{ offset: 4096, expected: "a", found: "b" }],
        },
        error: driveError("wrong-data", "Blocks differ."),
        partial: true,
      },
    },
    grade: "poor",
    saved: "No",
    honesty: "Suspicious",
    headline: /12 of 65 536 blocks differ/,
    required: ["data-differs"],
    forbidden: ["data-verified", "inspection-stopped", "drive-error"],
  },
  {
    name: "error of the drive, nothing measured",
    given: {
      modes: [],
      report: {
        partial: true,
        verification: null,
        error: driveError("drive-error", "A flush failed.", {
          syscall: "fdatasync",
          osCode: 5,
          offset: 8192,
        }),
      },
    },
    grade: "poor",
    saved: "No",
    honesty: "No evidence available",
    safeSpeed: /^Not known$/,
    headline: /returned an error/,
    required: ["drive-error"],
    forbidden: ["inspection-stopped", "data-verified", "not-verified"],
  },
  {
    name: "one mode broke off, the others went on",
    given: {
      modes: [
        ...sampleModes.linux.filter(({ mode }) => mode !== "o_sync"),
        {
          mode: "o_sync",
          iops: 500,
          flushesPerSave: 1,
          failure: driveError("drive-error", "Input/output error."),
        },
      ],
    },
    grade: "poor",
    saved: "Yes",
    honesty: "Evidence seen",
    required: ["mode-failed", "flushes-seen"],
  },
  {
    name: "the drive was unplugged",
    given: {
      report: {
        partial: true,
        verification: null,
        error: driveError("volume-gone", "The volume is gone."),
      },
    },
    grade: "poor",
    saved: "Not known",
    honesty: "Evidence seen",
    headline: /disappeared/,
    required: ["volume-gone"],
  },
  {
    name: "the engine died: no word against the drive",
    given: {
      report: {
        partial: true,
        verification: null,
        error: driveError("engine-died", "The measuring part ended unexpectedly."),
      },
    },
    grade: "fair",
    saved: "Yes",
    honesty: "Evidence seen",
    required: ["inspection-broke-off"],
    forbidden: ["drive-error", "volume-gone", "inspection-stopped"],
  },
  {
    name: "the volume ran full",
    given: {
      report: { partial: true, verification: null, error: driveError("volume-full", "No space.") },
    },
    grade: "fair",
    saved: "Yes",
    honesty: "Evidence seen",
    required: ["volume-full"],
    forbidden: ["drive-error"],
  },
  {
    name: "stopped by the person",
    given: { report: { partial: true, verification: null } },
    grade: "fair",
    saved: "Yes",
    honesty: "Evidence seen",
    required: ["inspection-stopped"],
    forbidden: ["data-verified", "not-verified"],
  },
  {
    name: "compared in memory only, on battery, with pauses and wild figures",
    given: {
      modes: linux(1400, 1).map((mode) => ({ ...mode, deviation: 0.6, slowestNs: 1_300_000_000 })),
      host: { powerSource: "battery" },
      report: { verification: { ...clean, aroundCache: false } },
    },
    grade: "fair",
    saved: "Yes",
    honesty: "Evidence seen",
    required: ["data-verified-in-memory", "on-battery", "long-pauses", "figures-vary"],
    forbidden: ["data-verified"],
  },
  {
    name: "finished without reading back",
    given: { report: { verification: null } },
    grade: "good",
    saved: "Yes",
    honesty: "Evidence seen",
    required: ["not-verified"],
    forbidden: ["data-verified", "figures-vary", "long-pauses", "on-battery"],
  },
];

const judged = (options: SampleOptions) => judge(sampleUnjudgedReport(options));
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ");

function answer(verdict: Verdict, question: Answer["question"]): Answer {
  const found = verdict.answers.find((each) => each.question === question);
  if (found === undefined) {
    throw new Error(`no answer to ${question}`);
  }
  return found;
}

describe("judge", () => {
  it.each(scenarios)("$name", (scenario) => {
    const verdict = judged(scenario.given);
    const codes = verdict.findings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining([...scenario.required]));
    for (const code of scenario.forbidden ?? []) {
      expect(codes).not.toContain(code);
    }
    expect(answer(verdict, "saved-means-saved").word).toBe(scenario.saved);
    expect(answer(verdict, "honesty").word).toBe(scenario.honesty);
    expect(verdict.grade).toBe(scenario.grade);
    expect(plain(answer(verdict, "safe-speed").word)).toMatch(scenario.safeSpeed ?? /./);
    expect(plain(verdict.headline)).toMatch(scenario.headline ?? /./);
  });

  it("makes every finding there is in some scenario", () => {
    const made = new Set(
      scenarios.flatMap(({ given }) => judged(given).findings.map(({ code }) => code)),
    );
    expect([...made].sort()).toEqual([...findingCodes].sort());
  });

  it("puts the gravest finding first", () => {
    const verdict = judged({
      modes: linux(40_000, 0),
      report: { verification: { ...clean, mismatchCount: 1 } },
    });
    expect(verdict.findings[0]?.code).toBe("data-differs");
    const order = ["bad", "caution", "good", "info"];
    const ranks = verdict.findings.map(({ severity }) => order.indexOf(severity));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  it("calls ordinary writes the speed of memory, with throughput and block size", () => {
    const { word, reason } = answer(judged({}), "plain-speed");
    expect(plain(word)).toBe("380 000 writes a second");
    expect(plain(reason)).toContain("1.56 GB/s in pieces of 4 KiB");
    expect(reason).toContain("computer's memory, not of the drive");
    expect(answer(judged({ modes: [] }), "plain-speed").word).toBe("Not known");
  });

  it("says how much slower the full flush of a Mac is, from the measured figures", () => {
    const finding = judged({ os: "macos" }).findings.find(
      ({ code }) => code === "ordinary-save-not-safe",
    );
    expect(plain(finding?.detail ?? "")).toContain("26 000 a second and the full one 46");
    expect(plain(finding?.detail ?? "")).toContain("565 times");
  });

  it("names the call, the number and the place of a drive error", () => {
    const error = driveError("drive-error", "A flush failed.", {
      syscall: "fdatasync",
      osCode: 5,
      offset: 8192,
    });
    const finding = judged({ report: { error, partial: true } }).findings[0];
    expect(plain(finding?.detail ?? "")).toContain(
      "(fdatasync, error 5, at byte 8 192 of the test file)",
    );
  });

  it("names refused modes with the system's reason", () => {
    const modes: SampleMode[] = [
      { mode: "fsync", iops: 900, flushesPerSave: 1 },
      { mode: "o_direct", refusal: "Invalid argument (EINVAL)" },
    ];
    const finding = judged({ modes }).findings.find(({ code }) => code === "modes-unavailable");
    expect(finding?.detail).toContain("O_DIRECT (Invalid argument (EINVAL))");
  });

  it("compares with the nearest published figure and says whose it is", () => {
    const finding = judged({ os: "macos" }).findings.find(
      ({ code }) => code === "nearest-published",
    );
    expect(finding?.detail).toContain("46, for MacBook Air M1 (Hector Martin");
  });

  it("lets no rate look good while it is not known whether the saves are safe", () => {
    const usb: SampleOptions = {
      modes: linux(40_000, 0),
      drive: { kind: "usb" },
      volume: { writeCache: "write-through" },
    };
    const { severity, reason } = answer(judged(usb), "safe-speed");
    expect(severity).toBe("info");
    expect(reason).toMatch(/if they are safe\.$/);
  });

  it("promises no test that this version does not have", () => {
    for (const { given } of scenarios) {
      expect(JSON.stringify(judged(given))).not.toMatch(/plug test|power-cut test/i);
    }
  });
});

describe("judge, whatever the circumstances", () => {
  const everything: SampleOptions[] = operatingSystems.flatMap((os) =>
    driveKinds.flatMap((kind) =>
      writeCacheStates.flatMap((writeCache) =>
        [sampleModes[os], []].flatMap((modes) =>
          [null, ...driveErrorCodes].map((code) => ({
            os,
            modes,
            drive: { kind },
            volume: { writeCache },
            report: {
              error: code === null ? null : driveError(code, "Something happened."),
              partial: code !== null,
            },
          })),
        ),
      ),
    ),
  );
  const verdicts = everything.map((options) => ({ options, verdict: judged(options) }));

  it("gives a complete verdict in calm words", () => {
    for (const { verdict } of verdicts) {
      expect(verdictSchema.safeParse(verdict).success).toBe(true);
      expect(verdict.answers.map(({ question }) => question)).toEqual([
        "saved-means-saved",
        "safe-speed",
        "plain-speed",
        "honesty",
      ]);
      expect(verdict.headline).toMatch(/^[A-Z][^!]*\.$/);
      expect(verdict.meaning.length).toBeGreaterThanOrEqual(2);
      expect(verdict.meaning.length).toBeLessThanOrEqual(3);
      expect(verdict.advice.length).toBeGreaterThan(0);
      expect(new Set(verdict.advice).size).toBe(verdict.advice.length);
      for (const text of [...verdict.meaning, ...verdict.advice]) {
        expect(text).toMatch(/^[A-Z][^!]*[.]$/);
      }
      for (const { reason, word } of verdict.answers) {
        expect(word).not.toMatch(/NaN|undefined|null|Infinity/);
        expect(reason).toMatch(/^[A-Z\d][^!]*\.$/);
      }
      for (const { title, detail } of verdict.findings) {
        expect(title).toMatch(/^[A-Z][^!.]*$/);
        expect(detail).toMatch(/^[A-Z\d][^!]*\.$/);
        expect(detail).not.toMatch(/NaN|undefined|null|Infinity|\.\./);
      }
      const codes = verdict.findings.map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
      expect(findingCodes).toEqual(expect.arrayContaining(codes));
    }
  });

  it("is never good without evidence, after an error or with something grave found", () => {
    const good = verdicts.filter(({ verdict }) => verdict.grade === "good");
    expect(good.length).toBeGreaterThan(0);
    for (const { options, verdict } of good) {
      expect(answer(verdict, "honesty").word).toBe("Evidence seen");
      expect(answer(verdict, "saved-means-saved").word).toBe("Yes");
      expect(verdict.findings.map(({ severity }) => severity)).not.toContain("bad");
      expect(options.report?.error).toBeNull();
    }
  });

  it("agrees with itself: poor wherever something is bad", () => {
    for (const { verdict } of verdicts) {
      const severities = [...verdict.findings, ...verdict.answers].map(({ severity }) => severity);
      expect(verdict.grade === "poor").toBe(severities.includes("bad"));
    }
  });
});
