import { counted, cuts } from "../../../helpers/sample-power-cut";
import { accused, linux, promised, provenGood, type Scenario, unproven } from "./scenario";

const four = ["kept", "kept", "kept", "kept"] as const;

/** Inspections of drives whose power was cut in plug tests. */
export const powerCutScenarios: readonly Scenario[] = [
  {
    name: "a proven loss beats the flushes that were seen",
    given: { report: { powerCut: cuts(["kept", "lost"]) } },
    grade: "poor",
    saved: "No",
    honesty: "No",
    safeSpeed: /^Not known$/,
    headline:
      /^Saves on this volume that had been confirmed as safe were lost in 1 of 2 power cuts/,
    required: ["power-cut-lost", "flushes-seen"],
    forbidden: ["power-cut-kept"],
  },
  {
    name: "cuts without a loss beside flushes that were seen",
    given: { report: { powerCut: cuts(["kept", "kept", "kept"], counted) } },
    grade: "good",
    saved: "Yes, in 3 power cuts",
    honesty: "Evidence seen",
    required: ["power-cut-kept", "flushes-seen"],
    forbidden: ["power-cut-lost", "power-cut-not-proven"],
  },
  {
    name: "cuts that the drive counted, without evidence of flushes",
    given: { modes: linux(1400, null), report: { powerCut: cuts(four, counted) } },
    grade: "good",
    saved: "Yes, in 4 power cuts",
    honesty: "Evidence seen",
    required: ["power-cut-kept", "no-evidence"],
  },
  {
    name: "too few cuts to bound the loss",
    given: { modes: linux(1400, null), report: { powerCut: cuts(["kept"], counted) } },
    grade: "good",
    saved: "Yes, in one power cut",
    honesty: "Evidence seen",
    required: ["power-cut-kept"],
  },
  {
    name: "four cuts that only the person reports",
    given: { modes: linux(1400, null), report: { powerCut: cuts(four) } },
    ...promised,
    required: ["power-cut-kept"],
  },
  {
    name: "cuts without a loss do not remove a doubt for good",
    given: { modes: linux(45_000, 1), report: { powerCut: cuts(four, counted) } },
    grade: "fair",
    saved: "Yes, in 4 power cuts",
    honesty: "Evidence seen",
    required: ["power-cut-kept", "too-fast-for-cache"],
  },
  {
    name: "cuts without a loss do not outweigh flushes that are missing",
    given: { modes: linux(45_000, 0), report: { powerCut: cuts(four, counted) } },
    ...accused,
    safeSpeed: /^Not known$/,
    required: ["power-cut-kept", "flushes-missing"],
  },
  {
    name: "a virtual drive stays virtual after a cut",
    given: { drive: { kind: "virtual" }, report: { powerCut: cuts(four, counted) } },
    ...unproven,
    required: ["power-cut-kept", "virtual-drive"],
  },
  {
    name: "a restart without any evidence of a cut proves nothing",
    given: { report: { powerCut: cuts(four, { deed: null }) } },
    ...provenGood,
    required: ["power-cut-not-proven", "flushes-seen"],
    forbidden: ["power-cut-kept"],
  },
  {
    name: "files that are missing without a cut accuse no drive",
    given: { report: { powerCut: cuts(["lost"], { deed: null }) } },
    ...provenGood,
    required: ["power-cut-not-proven", "flushes-seen"],
    forbidden: ["power-cut-lost"],
  },
  {
    name: "a plug test that proves nothing changes nothing",
    given: { report: { powerCut: cuts(["not-proven"]) } },
    ...provenGood,
    required: ["power-cut-not-proven", "flushes-seen"],
  },
  {
    name: "a Mac whose full flush kept everything",
    given: { os: "macos", report: { powerCut: cuts(["kept"], counted) } },
    grade: "good",
    saved: "Only when the program insists",
    honesty: "Evidence seen",
    required: ["power-cut-kept"],
  },
];
