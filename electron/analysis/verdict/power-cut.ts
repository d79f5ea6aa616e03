import type { PowerCut } from "../../contract/power-cut-report";
import type { PlugTest } from "../../contract/power-cut-result";
import { isPlugReport } from "../../contract/report";
import { formatCount, formatDuration, formatPercent } from "../format";
import { isMemory, isPlaceUnknown } from "../guarantee";
import { headlineOf, list, nameOf } from "../power-cut/headline";
import { isConfirmed, lossRateBound } from "../power-cut/sum";
import { cutWords, doubtWords } from "../power-cut/words";
import { type Part, paragraph } from "../say";
import type { Evidence, Facts } from "./facts";
import type { AnswerDraft as Answer, FindingDraft } from "./finding";
import type { Saved } from "./saved";
import { capitalized } from "./words";

/**
 * What real power cuts add to the verdict. A proven loss beats every belief; "kept" strengthens as
 * far as so many cuts prove something; a test that proves nothing changes nothing and says why.
 */

export function powerCutFindings({ report }: Facts): FindingDraft[] {
  const { powerCut } = report;
  if (powerCut === null) {
    return [];
  }
  if (powerCut.cuts === 0) {
    return [notProven(powerCut)];
  }
  return [powerCut.cutsWithLoss > 0 ? lost(powerCut) : kept(powerCut)];
}

/** Does "saved" mean saved, after all cuts; `base` is the judgement without them. */
export function savedAfterCuts(base: Saved, facts: Facts): Saved {
  const { powerCut, volume } = facts.report;
  const isAlone = isPlugReport(facts.report);
  if (powerCut === null || powerCut.cuts === 0) {
    return isAlone && powerCut !== null ? { ...base, reason: whyNotProven(powerCut) } : base;
  }
  if (powerCut.cutsWithLoss > 0) {
    return { state: "no", severity: "bad", reason: `${lostIn(powerCut)}.` };
  }
  if (base.state === "no" || volume.drive.kind === "network") {
    return base;
  }
  if (isPlaceUnknown(volume)) {
    // Today the folder may lie elsewhere than in those power cuts.
    return isAlone ? { ...base, reason: both(`${keptIn(powerCut)}.`, base.reason) } : base;
  }
  if (facts.isVirtual) {
    const reason = `${keptIn(powerCut)}, but the drive is simulated: the computer that hosts it decides, and that one kept its power.`;
    return isAlone ? { ...base, reason } : base;
  }
  const reason = `${keptIn(powerCut)}. ${boundWords(powerCut)}`;
  if (isPersonsWord(powerCut)) {
    // As much as the person's word: it adds to what else is known, and lifts nothing.
    return isAlone
      ? { state: "yes", severity: "info", reason, byPersonsWord: true }
      : { ...base, reason: both(base.reason, `${keptIn(powerCut)}.`) };
  }
  if (facts.promise !== "power-loss") {
    const only = base.state === "insist" ? base.reason : onlyInsisting;
    return { state: "insist", severity: "caution", reason: both(only, reason) };
  }
  // Cuts do not remove a doubt that another measurement has raised, and lift nothing before they
  // bound anything.
  const wasDoubted = base.state === "not-known" && !isAlone;
  const isLifted = !wasDoubted && isEvidence(powerCut);
  const severity = isLifted || base.severity === "good" ? "good" : "info";
  return { state: "yes", severity, reason, keptCuts: powerCut.confirmedCuts };
}

const both = (one: Part, other: Part) => [...paragraph(one), ...paragraph(other)];

const onlyInsisting = "An ordinary save stops at the drive's own memory.";

/** The answer about the drive's honesty that power cuts give; `null` where they give none. */
export function honestyAfterCuts({ report, isVirtual, evidence }: Facts): Answer | null {
  const { powerCut, volume } = report;
  if (powerCut === null || powerCut.cuts === 0) {
    return null;
  }
  const question = "honesty";
  if (powerCut.cutsWithLoss > 0) {
    return { question, word: "No", severity: "bad", reason: `${lostIn(powerCut)}.` };
  }
  if (isVirtual || isMemory(volume) || isPlaceUnknown(volume) || evidence === "flushes-missing") {
    return null;
  }
  const reason = `${keptIn(powerCut)}.`;
  if (isPersonsWord(powerCut)) {
    return isPlugReport(report)
      ? { question, word: "No evidence available", severity: "info", reason }
      : null;
  }
  const severity = isEvidence(powerCut) ? "good" : "info";
  return { question, word: "Evidence seen", severity, reason };
}

/** The plain sentence for the top of the verdict; `null` where power cuts do not decide it. */
export function powerCutHeadline({ report }: Facts): string | null {
  const { powerCut } = report;
  if (powerCut === null) {
    return null;
  }
  if (isPlugReport(report)) {
    const own = powerCut.tests.find(({ testId }) => testId === report.runId);
    return own === undefined ? null : headlineOf(own);
  }
  return powerCut.cutsWithLoss > 0 ? `${lostIn(powerCut)}.` : null;
}

/** True where power cuts showed that what was confirmed is not safe. */
export function hasLostInCut({ report }: Facts): boolean {
  return (report.powerCut?.cutsWithLoss ?? 0) > 0;
}

const doubtfulEvidence: readonly (Evidence | null)[] = [
  "flushes-missing",
  "flushes-too-few",
  "flushes-not-seen",
  "cache-state-assumed",
  "cache-reported-off",
  "flushes-passed-on",
  "no-evidence",
];

/**
 * Only a power cut shows what the drive really keeps: true where the evidence leaves that open, no
 * cut has answered yet, and the drive is one that can be cut off and has returned no error.
 */
export function plugTestAdvised({ report, evidence, suspicion, isVirtual }: Facts): boolean {
  const { volume, error, verification, powerCut } = report;
  if (isVirtual || isMemory(volume)) {
    return false;
  }
  if (error !== null || (verification?.mismatchCount ?? 0) > 0 || (powerCut?.cuts ?? 0) > 0) {
    return false;
  }
  return suspicion !== null || doubtfulEvidence.includes(evidence);
}

export const plugTestAdvice =
  "Run the plug test: only a power cut shows whether this drive keeps what it has confirmed. DriveProof leads through it, and a phone or another drive notes the numbers.";

/** What so many cuts without a loss prove. */
export function boundWords({
  cuts,
  confirmedCuts,
  lossRateBound,
}: Pick<PowerCut, "cuts" | "confirmedCuts" | "lossRateBound">) {
  if (lossRateBound === null) {
    return "";
  }
  const condition = confirmedCuts < cuts ? ", if the power went each time as the person says" : "";
  return lossRateBound < 1
    ? `By the rule of three (3 / ${formatCount(cuts)}) at most about ${formatPercent(lossRateBound)} of such cuts lose a confirmed save, with 95\u00a0% confidence${condition}.`
    : `${cuts === 1 ? "One cut" : `${formatCount(cuts)} cuts`} without a loss ${cuts === 1 ? "proves" : "prove"} little: after ten of them at most about 30\u00a0% of cuts lose a confirmed save, after sixty 5\u00a0% (rule of three, 95\u00a0% confidence).`;
}

/** "Nothing confirmed by ordinary saves was lost in 3 power cuts, as the system shows" */
export function keptIn({ mode, cuts, confirmedCuts }: PowerCut): string {
  const by = mode === null ? "" : ` by ${nameOf({ mode })}`;
  return `Nothing confirmed${by} was lost in ${cutsWords(cuts)}${whoseWord(cuts, confirmedCuts)}`;
}

function whoseWord(cuts: number, confirmedCuts: number): string {
  if (confirmedCuts === cuts) {
    return ", as the system shows";
  }
  return confirmedCuts === 0
    ? ", by the word of the person who made the test"
    : `, ${confirmedCuts === 1 ? "one" : formatCount(confirmedCuts)} of them shown by the system, the ${cuts - confirmedCuts === 1 ? "other" : "others"} by the word of the person who made the test`;
}

/** Losses are the volume's: file system, case, bridge or RAID stand between the saves and the drive. */
function lostIn({ cuts, cutsWithLoss, tests }: PowerCut): string {
  const losses = tests.filter(({ outcome, cut }) => outcome === "lost" && cut.evidence !== "none");
  const whose = whoseWord(losses.length, losses.filter(isConfirmed).length);
  return cuts === 1
    ? `Saves on this volume that had been confirmed as safe were lost in a power cut${whose}`
    : `Saves on this volume that had been confirmed as safe were lost in ${formatCount(cutsWithLoss)} of ${cutsWords(cuts)}${whose}`;
}

/** Nothing but a person speaks for any of the cuts. */
function isPersonsWord({ confirmedCuts }: PowerCut): boolean {
  return confirmedCuts === 0;
}

/** So many cuts that the system shows that they bound something. */
function isEvidence({ confirmedCuts }: PowerCut): boolean {
  return (lossRateBound(confirmedCuts, 0) ?? 1) < 1;
}

export function cutsWords(cuts: number): string {
  return cuts === 1 ? "one power cut" : `${formatCount(cuts)} power cuts`;
}

/** Of the cuts that the sentence beside it counts. */
function latestCut(
  { tests }: PowerCut,
  isWanted: (test: PlugTest) => boolean,
): PlugTest | undefined {
  return [...tests].reverse().find((test) => test.cut.evidence !== "none" && isWanted(test));
}

function lost(powerCut: PowerCut): FindingDraft {
  const test = latestCut(powerCut, ({ outcome }) => outcome === "lost");
  return {
    code: "power-cut-lost",
    severity: "bad",
    title: "Confirmed saves did not survive a power cut",
    seen: `${lostIn(powerCut)}.${test === undefined ? "" : ` ${headlineOf(test)} ${cutWords(test)}`}`,
    means:
      "A program that was told its data is safe was told wrong. Whether the drive, its case or bridge, a RAID or the file system is to blame, the test cannot tell: it is this volume on which saves are not safe.",
    todo: "Do not keep the only copy of anything on this volume. Look for firmware updates and for a setting of the drive's write cache, connect the drive without anything in between, then run the plug test again.",
  };
}

function kept(powerCut: PowerCut): FindingDraft {
  const test = latestCut(powerCut, ({ modes }) =>
    modes.some(({ mode, verdict }) => mode === powerCut.mode && verdict === "kept"),
  );
  const main = powerCut.modes.find(({ mode }) => mode === powerCut.mode);
  const blind = main?.windowNs ?? null;
  return {
    code: "power-cut-kept",
    severity: isPersonsWord(powerCut) ? "info" : "good",
    title: `Nothing confirmed was lost in ${cutsWords(powerCut.cuts)}`,
    seen: `${keptIn(powerCut)}.${test === undefined ? "" : ` ${powerCut.cuts === 1 ? "" : "Of the latest cut: "}${cutWords(test)}`}`,
    means: `${boundWords(powerCut)}${blind === null ? "" : ` Of a drive that writes out by itself within ${formatDuration(blind)} these cuts say nothing.`}`,
    todo: moreCuts(powerCut),
  };
}

/** Which ways of saving no cut has reached, or how many cuts more would tell something. */
function moreCuts({ modes, cuts }: PowerCut): string | null {
  const open = modes.filter((one) => !one.lossExpected && one.cuts === 0).map(nameOf);
  if (open.length > 0) {
    return `Repeat the plug test: one cut tells of one way of saving, the last that waited for the drive. Still open: ${list(open)}.`;
  }
  return cuts < 10 ? "Repeat the plug test: every further cut without a loss proves more." : null;
}

function notProven(powerCut: PowerCut): FindingDraft {
  const others = powerCut.modes.filter((one) => !one.lossExpected && one.cuts > 0);
  if (powerCut.mode !== null && others.length > 0) {
    return {
      code: "power-cut-not-proven",
      severity: "info",
      title: "The plug test has not reached the ordinary save yet",
      seen: `Nothing confirmed by ${list(others.map(nameOf))} was lost. ${whyNotProven(powerCut)}`,
      means: `One cut tells of one way of saving, the last that waited for the drive. Of ${nameOf({ mode: powerCut.mode })} nothing is known yet.`,
      todo: "Run the plug test again.",
    };
  }
  return {
    code: "power-cut-not-proven",
    severity: "info",
    title: "The plug test proves nothing yet",
    seen: whyNotProven(powerCut),
    means: "It changes nothing in this verdict, neither for the drive nor against it.",
    todo: "Run the plug test again.",
  };
}

/** The doubts of the last test about the modes that promise something, each once. */
function whyNotProven({ tests }: PowerCut): string {
  const latestTest = tests[tests.length - 1];
  const modes = latestTest?.modes.filter(({ lossExpected }) => !lossExpected) ?? [];
  // Tests of earlier versions took a restart for a cut, and have no doubt of their own.
  const uncut = latestTest?.cut.evidence === "none" ? "no-power-cut" : null;
  const doubts = new Set(modes.map(({ doubt }) => doubt ?? uncut));
  const reasons = [...doubts].map(doubtWords).filter((words) => words !== "");
  return reasons.length === 0
    ? "The plug test had no way of saving that promises to survive a power cut."
    : `Not proven: ${reasons.map((words, place) => (place === 0 ? words : capitalized(words))).join(" ")}`;
}
