import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import type { Answer, Verdict } from "#contract/verdict";
import { judged } from "../../../helpers/read-verdict";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import type { SampleOptions } from "../../../helpers/sample-report";
import { clean, linux } from "./scenario";

/**
 * Each reason that suffices alone, tested without any other reason, which would hide its effect.
 */

const answer = ({ answers }: Verdict, question: Answer["question"]) => {
  const found = answers.find((each) => each.question === question);
  return found && [found.severity, found.word];
};
const severityOf = ({ findings }: Verdict, code: string) =>
  findings.filter((each) => each.code === code).map(({ severity }) => severity);

it.each<[string, NonNullable<SampleOptions["report"]>]>([
  ["differing blocks alone", { verification: { ...clean, mismatchCount: 1 } }],
  ["the error alone", { partial: true, error: driveError("wrong-data", "Blocks differ.") }],
  [
    "differing blocks and the error together",
    {
      partial: true,
      verification: { ...clean, mismatchCount: 1 },
      error: driveError("wrong-data", "Blocks differ."),
    },
  ],
])(
  "the finding that saved data came back changed follows from %s and makes the verdict poor",
  (_, report) => {
    const verdict = judged({ report });
    expect(verdict.grade).toBe("poor");
    expect(answer(verdict, "saved-means-saved")).toEqual(["bad", "No"]);
    expect(answer(verdict, "honesty")).toEqual(["bad", "Suspicious"]);
    expect(severityOf(verdict, "data-differs")).toEqual(["bad"]);
    expect(verdict.headline).toMatch(/^(Wrong|Other) data came back/);
  },
);

describe("the verdict on an inspection that ended with an error", () => {
  const error = driveError("drive-error", "A flush failed.");
  const details = (report: NonNullable<SampleOptions["report"]>) =>
    judged({ report: { error, ...report } }).findings.flatMap(({ code, detail }) =>
      /verified|stopped/.test(code) ? [`${code}: ${detail}`] : [],
    );

  it("makes no finding that the inspection was stopped or its data verified, even if the report is not partial", () => {
    for (const partial of [true, false]) {
      expect(details({ partial, verification: null })).toEqual([]);
      expect(details({ partial, verification: clean })).toEqual([
        expect.stringMatching(/^not-verified: .* then the inspection ended before its time\./),
      ]);
    }
  });

  it("names the error, and not an earlier failed test, as the reason why the inspection ended", () => {
    const warnings = [{ code: "test-failed", message: "One test could not go on." }];
    expect(details({ partial: true, warnings, verification: clean })).toEqual([
      expect.stringMatching(/then the inspection ended before its time\./),
    ]);
    expect(details({ partial: true, warnings, verification: clean, error: null })).toEqual([
      expect.stringMatching(/one test could not go on\./),
    ]);
  });
});

it.each<[string, SampleOptions]>([
  ["a memory drive alone", { drive: { kind: "memory" } }],
  ["tmpfs alone", { volume: { fileSystem: "tmpfs" } }],
  ["ramfs alone", { volume: { fileSystem: "ramfs" } }],
])(
  'the finding that the files are in memory follows from %s, and makes the grade poor and the answer to "saved-means-saved" "No"',
  (_, options) => {
    const verdict = judged(options);
    expect(verdict.grade).toBe("poor");
    expect(answer(verdict, "saved-means-saved")).toEqual(["bad", "No"]);
    expect(severityOf(verdict, "memory-file-system")).toEqual(["bad"]);
    expect(verdict.headline).toMatch(/lives in the computer’s memory/);
  },
);

describe("the finding about a simulated drive", () => {
  it.each<[string, SampleOptions]>([
    ["a virtual drive alone", { drive: { kind: "virtual" }, host: { virtualMachine: "none" } }],
    [
      "a virtual drive on a computer of unknown kind",
      {
        drive: { kind: "virtual" },
        host: { virtualMachine: null },
      },
    ],
    ["a virtual machine alone", { host: { virtualMachine: "KVM" } }],
  ])("follows from %s", (_, options) => {
    const verdict = judged(options);
    expect(verdict.grade).toBe("unknown");
    expect(answer(verdict, "saved-means-saved")).toEqual(["caution", "Not known"]);
    expect(severityOf(verdict, "virtual-drive")).toEqual(["caution"]);
    expect(severityOf(verdict, "flushes-seen")).toEqual(["info"]);
  });

  it.each([null, "none"])(
    "is absent when the report names %s as the computer's virtual machine",
    (virtualMachine) => {
      const verdict = judged({ host: { virtualMachine } });
      expect(verdict.grade).toBe("good");
      expect(severityOf(verdict, "virtual-drive")).toEqual([]);
      expect(severityOf(verdict, "flushes-seen")).toEqual(["good"]);
    },
  );
});

describe("the verdict", () => {
  const copies = (options: SampleOptions) => judged(options).meaning.at(-1) ?? "";
  it.each<[string, NonNullable<SampleOptions["drive"]>]>([
    ["the drive is removable", { kind: "nvme", removable: true }],
    ["the drive is on USB", { kind: "usb", removable: false }],
    ["the drive is a memory card", { kind: "memory-card", removable: null }],
  ])("says, if %s, that a copy is complete only after ejecting", (_, drive) => {
    expect(copies({ drive })).toMatch(/^A copy to this drive is complete only once/);
  });

  it.each([false, null])(
    "speaks of external drives in general if the inspected drive is built in (removable: %s)",
    (removable) => {
      expect(copies({ drive: { kind: "nvme", removable } })).toMatch(
        /^A copy to an external drive/,
      );
    },
  );
});

it('the answer about the speed of a hard disk is "caution" at 5 saves a second, "info" at 60 and "good" at 900', () => {
  /**
   * The severity for a drive whose cache state is not known and that kept everything in four power
   * cuts.
   */
  const severityAt = (iops: number) =>
    answer(
      judged({
        modes: linux(iops, 0),
        drive: { kind: "hard-disk" },
        volume: { writeCache: "unknown" },
        report: { powerCut: cuts(["kept", "kept", "kept", "kept"], counted) },
      }),
      "safe-speed",
    )?.[0];
  expect([5, 60, 900].map(severityAt)).toEqual(["caution", "info", "good"]);
});

describe("the verdict calls nothing good about a drive that", () => {
  const good = linux(1400, 1);
  it.each<[string, SampleOptions]>([
    ["returned an error", { report: { error: driveError("drive-error", "A flush failed.") } }],
    ["gave back other data", { report: { verification: { ...clean, mismatchCount: 1 } } }],
    ["lost records", { commits: { lost: 1 } }],
    ["lost saves in a cut", { report: { powerCut: cuts(["lost"]) } }],
    [
      "failed in one mode",
      {
        modes: [
          ...good.filter(({ mode }) => mode !== "o_sync"),
          { mode: "o_sync", failure: driveError("drive-error", "EIO.") },
        ],
      },
    ],
  ])("%s", (_, options) => {
    const verdict = judged({ modes: good, ...options });
    expect(verdict.grade).toBe("poor");
    expect([...verdict.findings, ...verdict.answers].map(({ severity }) => severity)).not.toContain(
      "good",
    );
  });
});
