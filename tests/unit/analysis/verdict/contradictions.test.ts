import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { isMemory } from "#analysis/guarantee";
import { driveError } from "#contract/drive-error";
import { type Verdict, verdictSchema } from "#contract/verdict";
import { termOfArt } from "#text/flush-modes";
import { everyFindingCode } from "../../../helpers/finding-codes";
import { verdictOn } from "../../../helpers/judged";
import { sampleModes } from "../../../helpers/sample-modes";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { anyReport } from "./any-report";
import { clean, linux } from "./scenario";

/** Texts that must not appear in the same verdict, whatever was measured. */

type Judged = { verdict: Verdict; report: ReturnType<typeof sampleUnjudgedReport>; text: string };

function judged(options: SampleOptions): Judged {
  const report = sampleUnjudgedReport(options);
  const verdict = verdictOn(report);
  return { report, verdict, text: textOf(verdict) };
}

function textOf({ headline, meaning, advice, answers, findings }: Verdict): string {
  return [
    headline,
    ...meaning,
    ...advice,
    ...answers.map(({ word, reason }) => `${word}. ${reason}`),
    ...findings.map(({ title, detail }) => `${title}. ${detail}`),
  ]
    .join("\n")
    .replace(/[\u202f\u00a0]/g, " ");
}

/** All rules share these reports, because making and judging them takes most of the time. */
let drawn: { options: SampleOptions; seen: Judged }[] = [];
beforeAll(() => {
  const numRuns = Number(process.env.RUNS ?? 400);
  const options = fc.sample(anyReport, { numRuns, seed: Number(process.env.SEED ?? 17) });
  drawn = options.map((each) => ({ options: each, seen: judged(each) }));
}, 120_000);

/** Tests a rule on all reports; a failure's message contains the counter-example. */
function always(name: string, holds: (judged: Judged) => void): void {
  it(name, () => {
    for (const { options, seen } of drawn) {
      try {
        holds(seen);
      } catch (error) {
        throw new Error(JSON.stringify(options), { cause: error });
      }
    }
  });
}

const goodHeadline = /as fast as|what hard disks do/;
const slowOrFast = /as slow as|as fast as|\blike a\b|times a second on/;
const codesOf = ({ findings }: Verdict) => findings.map(({ code }) => code);
const wordOf = ({ answers }: Verdict, question: string) =>
  answers.find((answer) => answer.question === question)?.word ?? "";

describe("no verdict contradicts itself:", () => {
  always("every text is a whole sentence without broken values", ({ text }) => {
    expect(text).not.toMatch(/NaN|undefined|\bnull\b|Infinity|-0\b| {2}|\.\.| ,| \.\s|\(\)/);
    expect(text).not.toMatch(
      /(?<![.\d])(?<!\d )1 (saves|blocks|records|rounds|power cuts|times a second)\b/,
    );
    for (const line of text.split("\n")) {
      expect(line).toMatch(/^[A-Z\d][^!]*[.]$/);
    }
  });
  always(
    "every verdict fits its schema, answers the four questions in order, and repeats no advice and no finding",
    ({ verdict }) => {
      expect(verdictSchema.parse(verdict)).toEqual(verdict);
      const questions = verdict.answers.map(({ question }) => question);
      expect(questions).toEqual(["saved-means-saved", "safe-speed", "plain-speed", "honesty"]);
      expect([2, 3]).toContain(verdict.meaning.length);
      expect(verdict.advice.length).toBeGreaterThan(0);
      expect(everyFindingCode).toEqual(expect.arrayContaining(codesOf(verdict)));
      for (const said of [verdict.advice, codesOf(verdict)]) {
        expect(new Set(said).size).toBe(said.length);
      }
      for (const { title } of verdict.findings) {
        // A title is a heading, not a sentence; a ratio in it may have a decimal point.
        expect(title).toMatch(/^[A-Z]([^!.]|\.\d)*$/);
      }
    },
  );
  always(
    "the verdict reports lost records exactly if confirmed records are missing",
    ({ verdict, report }) => {
      const isLost = (report.commits ?? []).some(
        ({ durable }) => durable !== null && durable.recordsFound !== durable.records,
      );
      expect(codesOf(verdict).includes("commits-lost")).toBe(isLost);
    },
  );
  always(
    'the finding "commits-unconfirmed" appears only for a write-back cache, and never in a good verdict',
    ({ verdict, report }) => {
      if (codesOf(verdict).includes("commits-unconfirmed")) {
        expect(report.volume.writeCache).toBe("write-back");
        expect(verdict.grade).not.toBe("good");
      }
    },
  );
  always(
    'no answer is "No" or rated bad without a bad finding, and a verdict is poor exactly if a finding is bad',
    ({ verdict }) => {
      const { answers, findings, grade } = verdict;
      const isBad = findings.some(({ severity }) => severity === "bad");
      expect(isBad || wordOf(verdict, "saved-means-saved") !== "No").toBe(true);
      expect(isBad || answers.every(({ severity }) => severity !== "bad")).toBe(true);
      expect(isBad).toBe(grade === "poor");
    },
  );
  always(
    "no headline and no sentence about databases praises a drive beside a bad finding",
    ({ verdict }) => {
      if (verdict.findings.some(({ severity }) => severity === "bad")) {
        expect(verdict.headline).not.toMatch(goodHeadline);
        expect(verdict.meaning.join()).not.toMatch(/little to wait for/);
      }
    },
  );
  always("no verdict is good beside a suspicion or an error", ({ verdict, report }) => {
    if (verdict.grade === "good") {
      expect(wordOf(verdict, "honesty")).toMatch(/^(Evidence seen|No evidence available)$/);
      expect(report.error).toBeNull();
    }
  });
  always("no finding and no answer is rated good beside a fatal finding", ({ verdict }) => {
    const fatal = ["data-differs", "drive-error", "holds-less", "commits-lost", "power-cut-lost"];
    if (codesOf(verdict).some((code) => fatal.includes(code))) {
      const said = [...verdict.findings, ...verdict.answers];
      expect(said.filter(({ severity }) => severity === "good")).toEqual([]);
    }
  });
  always("no text names a drive error unless one occurred", ({ text, report }) => {
    if (report.error?.code !== "drive-error") {
      expect(text).not.toMatch(/drive returned an error|connection failed|could not read it/);
    }
  });
  always(
    "no text judges the rate of a paced run, and its verdict is not good",
    ({ verdict, report }) => {
      if (report.plan.workloads["flush-modes"].paceOperationsPerSecond !== null) {
        expect(verdict.headline).not.toMatch(slowOrFast);
        expect(JSON.stringify(verdict.answers)).not.toMatch(/like a |as fast as/);
        expect(codesOf(verdict)).not.toEqual(
          expect.arrayContaining([
            expect.stringMatching(/slow-saves|too-fast|faster-than|nearest/),
          ]),
        );
        expect(verdict.grade).not.toBe("good");
      }
    },
  );
  always(
    'for a volume in memory the answer is "No" and no text says what a drive does',
    ({ verdict, report, text }) => {
      if (isMemory(report.volume)) {
        expect(wordOf(verdict, "saved-means-saved")).toBe("No");
        expect(text).not.toMatch(
          /survive a power cut once|[Tt]he drive takes|no fast cache of|waits for the drive|by the drive|read back from the drive|from the drive below|[Tt]he drive kept/,
        );
      }
    },
  );
  always(
    'no text says "read back from the drive" without the drive\'s counters',
    ({ report, text }) => {
      if ((report.verification?.deviceReadBytes ?? null) === null) {
        expect(text).not.toMatch(/read back from the drive/);
      }
    },
  );
  always(
    "no text sends a person to the shop about a removed drive if no data came back changed",
    ({ report, text }) => {
      if (report.error?.code === "volume-gone" && !report.verification?.mismatchCount) {
        expect(text).not.toMatch(/show this report to the shop/);
      }
    },
  );
  always(
    "no text says that an inspection with warnings but no error ended before its time",
    ({ report, text }) => {
      if (report.error === null && report.warnings.length > 0) {
        expect(text).not.toMatch(/ended before its time/);
      }
    },
  );
  always(
    'only a local drive of Linux or Windows without missing flushes gets the answer "Yes" or "By promise only", and no other verdict is good',
    ({ verdict, report, text }) => {
      const word = wordOf(verdict, "saved-means-saved");
      if (/^(Yes|Ordinary saves)/.test(word) || word === "By promise only") {
        expect(isMemory(report.volume)).toBe(false);
        expect(report.volume.drive.kind).not.toMatch(/virtual|network/);
        expect(report.host.virtualMachine).not.toBe("KVM");
        expect(report.host.os).not.toBe("macos");
        expect(codesOf(verdict)).not.toContain("flushes-missing");
      } else {
        expect(text).not.toMatch(/documents and photos survive a power cut/);
        expect(verdict.grade).not.toBe("good");
      }
    },
  );
  always("every flush count stands beside the mode to which it belongs", ({ report, text }) => {
    const told =
      /counted (?:only )?(\S+) flush commands (?:to the drive )?for each save \((.+?)\)/g;
    for (const [, figure, term] of text.matchAll(told)) {
      const mode = report.flushModes.find((each) => termOfArt(each.mode) === term);
      const flushes = mode?.deviceFlushesPerSync ?? Number.NaN;
      expect(figure === "no" || Math.abs(Number(figure) - flushes) <= 0.051).toBe(true);
    }
  });
  always(
    "no text compares a drive with fewer than ten saves a second with a hard disk",
    ({ text }) => {
      const told = /made (\S+) times a second on this [^\n]*(?:hard disks do|slow as a hard disk)/g;
      for (const [, rate] of text.matchAll(told)) {
        expect(Number(rate?.replace("<", ""))).toBeGreaterThanOrEqual(10);
      }
    },
  );
  always(
    "no text says that saves wait for the drive when mount options drop syncs or turn barriers off",
    ({ verdict, text }) => {
      if (codesOf(verdict).some((code) => /syncs-dropped|barriers-off/.test(code))) {
        expect(text).not.toMatch(/waits for the drive/);
      }
    },
  );
});

describe("the verdict", () => {
  const codeOf = (options: SampleOptions) => codesOf(judged(options).verdict);
  const failedTest = {
    code: "test-failed",
    message: "One test could not go on. This account may have no more space here.",
  };

  it("does not blame the drive if a test ended for lack of room", () => {
    const failure = driveError("quota-reached", "This account may have no more space here.");
    const modes = linux(1400, 1).map((mode) =>
      mode.mode === "o_sync" ? { mode: mode.mode, failure } : mode,
    );
    const options = { modes, report: { partial: true, error: null, warnings: [failedTest] } };
    const { verdict, text } = judged(options);
    expect(codesOf(verdict)).toContain("test-failed");
    expect(codesOf(verdict)).not.toContain("mode-failed");
    expect(verdict.grade).not.toBe("poor");
    expect(text).not.toMatch(/shop|ended before its time/);
  });

  it("does not blame the drive when a system limit prevented reading blocks", () => {
    const verification = { ...clean, unreadable: [4096] };
    const withError = (code: "system-limit" | "drive-error") =>
      judged({ report: { partial: true, verification, error: driveError(code, "No memory.") } })
        .text;
    expect(withError("system-limit")).not.toMatch(/could not read it|shop/);
    expect(withError("drive-error")).toMatch(/the drive could not read it/);
  });

  it("makes no comparison with a full flush rate of 0", () => {
    const report = sampleUnjudgedReport({ os: "macos" });
    const flushModes = report.flushModes.map((mode) =>
      mode.mode === "f_fullfsync" ? { ...mode, iops: 0 } : mode,
    );
    expect(textOf(verdictOn({ ...report, flushModes }))).not.toMatch(/Infinity|fewer/);
  });

  it("says in the headline that a Mac refused the ordinary flush", () => {
    const modes = sampleModes.macos.map((mode) =>
      mode.mode === "fsync" ? { mode: mode.mode, refusal: "EINVAL" } : mode,
    );
    expect(judged({ os: "macos", modes }).verdict.headline).toMatch(
      /^The ordinary save \(fsync\) is refused here; one with F_FULLFSYNC can/,
    );
  });

  it("does not call saves safe after power cuts if it is not known which drive holds the folder", () => {
    const { verdict } = judged({
      volume: { fileSystem: "overlay", lowerMounts: null },
      report: { powerCut: cuts(["kept", "kept", "kept"], counted) },
    });
    expect(wordOf(verdict, "saved-means-saved")).toBe("Not known");
    expect(wordOf(verdict, "honesty")).toBe("No evidence available");
    expect(JSON.stringify(verdict)).not.toMatch(/stops at the drive’s own memory/);
  });

  it("does not claim that a stream of writes bypassed memory on btrfs", () => {
    const stream = {
      systemCall: "pwrite()",
      unbuffered: true,
      reason: null,
      bytes: 1e9,
      elapsedNs: 1e9,
      bytesPerSecond: 1e9,
    };
    const on = (fileSystem: string) =>
      judged({
        sweep: {},
        volume: { fileSystem },
        host: { osVersion: "Linux, kernel 6.18.4" },
        report: { stream },
      }).text;
    expect(on("ext4")).toContain("written around it, a stream of 1 GB");
    expect(on("btrfs")).toContain("a stream of 1 GB");
    expect(on("btrfs")).not.toContain("written around it");
  });

  it("draws no conclusion from figures that were measured before the drive was removed", () => {
    const error = driveError("volume-gone", "The drive was removed; nothing is said about it.");
    const options = { modes: linux(900, 0), report: { partial: true, error, verification: null } };
    expect(codeOf(options)).toEqual(["volume-gone"]);
    expect(wordOf(judged(options).verdict, "honesty")).toBe("Not known");
  });

  it("does not count reads of a device in memory as reads of the drive", () => {
    const options = { drive: { kind: "memory" as const } };
    expect(codeOf(options)).toContain("data-verified-uncounted");
    expect(codeOf(options)).not.toContain("data-verified");
  });

  it("does not call two saves a second usual for a hard disk", () => {
    const { verdict } = judged({ modes: linux(2, 1), drive: { kind: "hard-disk" } });
    expect(verdict.headline).toMatch(/; that is slower than hard disks are\.$/);
    expect(verdict.findings.find(({ code }) => code === "slow-saves")?.severity).toBe("caution");
  });

  it('does not say "that is what hard disks do" of a hard disk with 900 saves a second, whose saves sent no flush', () => {
    const { verdict } = judged({
      modes: linux(900, 0),
      drive: { kind: "hard-disk", bus: "sata" },
      volume: { writeCache: "unknown" },
    });
    expect(verdict.headline).toMatch(/900 times a second/);
    expect(verdict.headline).not.toMatch(/what hard disks do/);
  });

  it('reports missing flushes on ZFS and answers "No" to "saved-means-saved", even after power cuts without a loss', () => {
    const { verdict } = judged({
      modes: linux(900, 0),
      volume: { fileSystem: "zfs" },
      report: { powerCut: cuts(["kept", "kept", "kept"], counted) },
    });
    expect(codesOf(verdict)).toContain("flushes-missing");
    expect(wordOf(verdict, "saved-means-saved")).toBe("No");
  });
});
