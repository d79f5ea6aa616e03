import { powerCutOf } from "#analysis/power-cut/sum";
import { driveError } from "#contract/drive-error";
import type { PowerCutModeResult, PowerCutTest } from "#contract/power-cut/test";
import { counted, cutOn, cuts } from "../../../helpers/sample-power-cut";
import type { SampleOptions } from "../../../helpers/sample-report";
import type { CornerCase } from "./corner-cases";
import { clean, linux } from "./scenario";

/** What power cuts add to a verdict, by the evidence for the cuts and by the other findings. */

const kept = (
  count: number,
  changes: Partial<PowerCutTest["cut"]> = {},
  from = 1,
): PowerCutTest[] => Array.from({ length: count }, (_, day) => cutOn(from + day, "kept", changes));

/** The test with these changes to the results of one mode. */
const withMode = (
  test: PowerCutTest,
  mode: PowerCutModeResult["mode"],
  changes: Partial<PowerCutModeResult>,
): PowerCutTest => ({
  ...test,
  modes: test.modes.map((each) => (each.mode === mode ? { ...each, ...changes } : each)),
});
const aided = { verdict: "not-proven", doubt: "flushed-by-another" } as const;
const direct = { verdict: "kept", refusal: null, doubt: null } as const;
const ofAnother = (test: PowerCutTest) =>
  withMode(withMode(test, "fsync", aided), "o_direct_dsync", direct);

const tests: readonly (readonly [string, readonly PowerCutTest[]])[] = [
  ["one cut by the person's word", kept(1)],
  ["one cut the system shows", kept(1, counted)],
  ["three cuts the system shows", kept(3, counted)],
  ["four cuts the system shows", kept(4, counted)],
  ["nine cuts the system shows", kept(9, counted)],
  ["ten cuts the system shows", kept(10, counted)],
  ["four cuts of which the system shows one", [...kept(3), ...kept(1, counted, 4)]],
  ["four cuts of which the system shows three", [...kept(3, counted), ...kept(1, {}, 4)]],
  ["one loss by the person's word", [cutOn(1, "lost")]],
  ["two losses the system shows", [cutOn(1, "lost", counted), cutOn(2, "lost", counted)]],
  [
    "two losses of which the system shows one, and a cut without",
    [cutOn(1, "lost", counted), cutOn(2, "lost"), ...kept(1, counted, 3)],
  ],
  ["a loss before a cut without one", [cutOn(1, "lost", counted), ...kept(1, counted, 2)]],
  ["a cut during the turn of another mode", [ofAnother(cutOn(1, "kept", counted))]],
  [
    "two cuts, one for each of two ways of saving",
    [cutOn(1, "kept", counted), ofAnother(cutOn(2, "kept", counted))],
  ],
  [
    "a cut that tells of one way and leaves another open",
    [withMode(cutOn(1, "kept", counted), "o_direct_dsync", aided)],
  ],
  [
    "a cut whose window is not known",
    [withMode(cutOn(1, "kept", counted), "fsync", { windowNs: null })],
  ],
  ["a test that proves nothing", [cutOn(1, "not-proven")]],
  ["a restart that an older version took for a cut", kept(1, { deed: null })],
  [
    "a test without a way of saving that promises anything",
    [
      withMode(
        withMode(cutOn(1, "not-proven"), "fsync", { lossExpected: true }),
        "o_direct_dsync",
        {
          lossExpected: true,
        },
      ),
    ],
  ],
];

const surroundings: readonly (readonly [string, SampleOptions])[] = [
  ["flushes that were seen", {}],
  ["no evidence", { modes: linux(1400, null) }],
  ["flushes that are missing", { modes: linux(1400, 0) }],
  ["an ordinary save that stops at the drive", { os: "macos" }],
  ["a simulated drive", { drive: { kind: "virtual" } }],
  ["an unknown place", { volume: { fileSystem: "overlay", lowerMounts: null } }],
  ["the network", { drive: { kind: "network" } }],
  ["memory", { volume: { fileSystem: "tmpfs" } }],
];

const beside: CornerCase[] = surroundings.flatMap(([name, given]) =>
  [tests[0], tests[3], tests[8], tests[16]].flatMap((each) =>
    each === undefined
      ? []
      : [
          {
            name: `${each[0]}, beside ${name}`,
            given: { ...given, report: { ...given.report, powerCut: powerCutOf(each[1]) } },
          },
        ],
  ),
);

/** A drive was removed during the run: earlier plug tests of the drive still count. */
const removed: CornerCase[] = (["kept", "lost"] as const).map((outcome) => ({
  name: `the drive was removed, and a plug test before had ${outcome} saves`,
  given: {
    sweep: {},
    commits: {},
    report: {
      powerCut: cuts([outcome], counted),
      partial: true,
      verification: { ...clean, blocksChecked: 5632 },
      error: driveError("volume-gone", "The drive was removed; nothing is said about it."),
    },
  },
}));

export const cutCornerCases: readonly CornerCase[] = [
  ...tests.map(([name, each]) => ({
    name: `plug tests: ${name}`,
    given: { report: { powerCut: powerCutOf(each) } },
  })),
  ...beside,
  ...removed,
];
