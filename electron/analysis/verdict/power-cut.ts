import type { PowerCut, PowerCutTest } from "#contract/power-cut/test";
import { isPowerCutReport } from "#contract/report";
import type { Paragraph, Statement } from "#contract/statement";
import type { statements } from "#text/power-cut/verdict";
import type { statements as answerStatements } from "#text/verdict/answers";
import type { Evidence, Facts } from "../facts/facts";
import { type FindingDraft, finder, type Reply, reply } from "../facts/finding";
import { isPassedOn, isPulledOut } from "../facts/thing";
import { isMemory, isPlaceUnknown, isSetUnsafely } from "../guarantee";
import { stateOn } from "../health/findings";
import { headlineOf, promisedLoss } from "../power-cut/headline";
import { isConfirmed, lossRateBound } from "../power-cut/sum";
import { cutWords } from "../power-cut/words";
import { paragraph, sayer } from "../say";
import { hasBrokenModes } from "./failures";
import { canBeCut, elsewhereOf } from "./glance/cause";
import { lossyTests } from "./glance/losses";
import { othersLackFlushes, type Saved } from "./saved";

const say = sayer<typeof statements & typeof answerStatements>();
const finding = finder<typeof statements & typeof answerStatements>();

/**
 * The verdict after real power cuts. A proven loss outweighs all other evidence; "kept" counts as
 * far as the number of cuts proves something; a test without proof changes nothing and says why.
 */

export function powerCutFindings(facts: Facts): FindingDraft[] {
  const { report } = facts;
  const { powerCut } = report;
  if (powerCut === null) {
    return [];
  }
  if (powerCut.cuts === 0) {
    return [notProven(powerCut, facts)];
  }
  return [powerCut.cutsWithLoss > 0 ? lost(powerCut, facts) : kept(powerCut, facts)];
}

/**
 * Whether confirmed saves are really stored, by all power cuts; `base` is the judgement without
 * cuts.
 */
export function savedAfterCuts(base: Saved, facts: Facts): Saved {
  const { powerCut, volume } = facts.report;
  const isAlone = isPowerCutReport(facts.report);
  if (powerCut === null || powerCut.cuts === 0) {
    return isAlone && powerCut !== null && base.state !== "no"
      ? { ...base, reason: whyNotProven(powerCut, facts.report) }
      : base;
  }
  if (powerCut.cutsWithLoss > 0) {
    return { state: "no", severity: "bad", reason: lostIn(powerCut) };
  }
  if (base.state === "no" || volume.drive.kind === "network") {
    return base;
  }
  if (isPlaceUnknown(volume)) {
    // The folder may lie on other storage now than during the cuts, so the reason names the cuts
    // but the judgement stays.
    return isAlone ? { ...base, reason: [keptIn(powerCut), ...paragraph(base.reason)] } : base;
  }
  if (facts.isVirtual) {
    const reason = say("power-cut.kept-simulated", keptFigures(powerCut));
    return isAlone ? { ...base, reason } : base;
  }
  const reason = [keptIn(powerCut), ...boundWords(powerCut)];
  if (isPersonsWord(powerCut)) {
    // Cuts that only the person reports add to other evidence but improve no judgement.
    return isAlone
      ? { state: "yes", severity: "info", reason, byPersonsWord: true }
      : { ...base, reason: [...paragraph(base.reason), keptIn(powerCut)] };
  }
  if (facts.promise !== "power-loss") {
    const only = base.state === "insist" ? base.reason : say("power-cut.only-insisting");
    return { state: "insist", severity: "caution", reason: [...paragraph(only), ...reason] };
  }
  // Cuts remove no doubt that another measurement raised, and improve nothing until there are
  // enough of them for a bound.
  const wasDoubted = base.state === "not-known" && !isAlone;
  const isLifted = !wasDoubted && isEvidence(powerCut);
  const keptCuts = powerCut.confirmedCuts;
  if (base.ordinaryAlone) {
    return { state: "yes", severity: "caution", reason, keptCuts, ordinaryAlone: true };
  }
  const severity = isLifted || base.severity === "good" ? "good" : "info";
  return { state: "yes", severity, reason, keptCuts };
}

/** The answer about the drive's honesty after power cuts; `null` if they give none. */
export function honestyAfterCuts(facts: Facts): Reply | null {
  const { report, isVirtual, evidence } = facts;
  const { powerCut, volume } = report;
  if (powerCut === null || powerCut.cuts === 0) {
    return null;
  }
  if (powerCut.cutsWithLoss > 0) {
    return reply(say("answer.honesty.no"), "bad", lostIn(powerCut));
  }
  // Earlier cuts say nothing about the drive's honesty with an unsafe setting, a virtual drive or
  // storage elsewhere: during the cuts the folder may have had another setting or lain on another
  // storage.
  const isSeen = !isVirtual && !isSetUnsafely(volume) && elsewhereOf(report) === null;
  if (!isSeen || evidence === "flushes-missing") {
    return null;
  }
  const reason = keptIn(powerCut);
  if (isPersonsWord(powerCut)) {
    return isPowerCutReport(report)
      ? reply(say("answer.honesty.no-evidence-available"), "info", reason)
      : null;
  }
  if (othersLackFlushes(facts)) {
    return reply(say("answer.honesty.in-part"), "info", reason);
  }
  return reply(say("answer.honesty.evidence-seen"), isEvidence(powerCut) ? "good" : "info", reason);
}

/** The verdict's headline; `null` if power cuts do not decide it. */
export function powerCutHeadline({ report }: Facts): Statement | null {
  const { powerCut } = report;
  if (powerCut === null) {
    return null;
  }
  if (isPowerCutReport(report)) {
    const own = powerCut.tests.find(({ testId }) => testId === report.runId);
    return own === undefined ? null : headlineOf(own, isPulledOut(report));
  }
  return powerCut.cutsWithLoss > 0 ? lostIn(powerCut) : null;
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
 * Whether to advise a plug test: the evidence is in doubt, no power cut was made yet, and the drive
 * can be cut off, returned no error, lost nothing and does not itself call for care.
 */
export function powerCutTestAdvised(facts: Facts): boolean {
  const { report, evidence, suspicion } = facts;
  if (!canBeCut(report) || isFaulty(facts) || (report.powerCut?.cuts ?? 0) > 0) {
    return false;
  }
  return suspicion !== null || doubtfulEvidence.includes(evidence);
}

/**
 * Whether the drive has a fault: it then needs a copy of its data first, because a power cut could
 * damage it further.
 */
function isFaulty({ report, losses }: Facts): boolean {
  const { error, verification, health } = report;
  const state = health && stateOn(health, report);
  return (
    error !== null ||
    (verification?.mismatchCount ?? 0) > 0 ||
    losses.length > 0 ||
    hasBrokenModes(report) ||
    state === "failing" ||
    state === "care"
  );
}

export const powerCutTestAdvice = say("advice.plug-test");

/** The advice to make a plug test, or an unplug test for a drive that is pulled out. */
export function powerCutTestAdviceOn(report: Tested): Statement {
  return isPulledOut(report) ? say("advice.unplug-test") : powerCutTestAdvice;
}

type Tested = Pick<Facts["report"], "volume">;
const named = (report: Tested) => ({ isPulled: isPulledOut(report) });

/** What this number of cuts without a loss proves; empty if they give no bound of the loss rate. */
export function boundWords({
  cuts,
  confirmedCuts,
  lossRateBound,
}: Pick<PowerCut, "cuts" | "confirmedCuts" | "lossRateBound">): Paragraph {
  if (lossRateBound === null) {
    return [];
  }
  return lossRateBound < 1
    ? [say("power-cut.bound", { cuts, confirmedCuts, lossRateBound })]
    : [say("power-cut.unbound", { cuts })];
}

/**
 * A sentence such as "Nothing confirmed by ordinary saves was lost in 3 power cuts, as the system
 * shows."
 */
export function keptIn(powerCut: PowerCut): Statement {
  return say("power-cut.kept", keptFigures(powerCut));
}

function keptFigures({ mode, cuts, confirmedCuts }: PowerCut) {
  return { mode, cuts, confirmedCuts };
}

/**
 * The sentence on losses in power cuts, which blames the volume: file system, case, bridge or RAID
 * lie between the saves and the drive.
 */
function lostIn(powerCut: PowerCut): Statement {
  const { cuts, cutsWithLoss } = powerCut;
  const losses = lossyTests(powerCut);
  return say("power-cut.lost", {
    cuts,
    cutsWithLoss,
    toldLosses: losses.length,
    confirmedLosses: losses.filter(isConfirmed).length,
  });
}

/** Whether the person is the only evidence for all of the cuts. */
function isPersonsWord({ confirmedCuts }: PowerCut): boolean {
  return confirmedCuts === 0;
}

/** Whether the system confirms enough cuts for a bound of the loss rate. */
function isEvidence({ confirmedCuts }: PowerCut): boolean {
  return (lossRateBound(confirmedCuts, 0) ?? 1) < 1;
}

/** The evidence for this cut, unless the sentence before says that a person reports the cuts. */
function signsOf(test: PowerCutTest, powerCut: PowerCut): Paragraph {
  return cutWords(test).filter(
    ({ code }) => code !== "plug-test.cut-by-person" || !isPersonsWord(powerCut),
  );
}

/** The latest cut that `isWanted` accepts: the one that the finding's sentence is about. */
function latestCut(
  { tests }: PowerCut,
  isWanted: (test: PowerCutTest) => boolean,
): PowerCutTest | undefined {
  return [...tests].reverse().find((test) => test.cut.evidence !== "none" && isWanted(test));
}

function lost(powerCut: PowerCut, facts: Facts): FindingDraft {
  const test = latestCut(powerCut, ({ outcome }) => outcome === "lost");
  return finding("power-cut-lost", "bad", {
    seen: [
      lostIn(powerCut),
      ...(test === undefined ? [] : [promisedLoss(test), ...signsOf(test, powerCut)]),
    ],
    todo: afterLoss(facts),
  });
}

function afterLoss(facts: Facts): Statement {
  const { report } = facts;
  // A stick that a virtual machine passes on can be tested in another computer.
  if (!canBeCut(report) && !isPassedOn(report)) {
    return say("power-cut-lost.todo-unseen");
  }
  if (isFaulty(facts)) {
    return say("power-cut-lost.todo-faulty");
  }
  return isSetUnsafely(report.volume)
    ? say("power-cut-lost.todo-setting", named(report))
    : say("power-cut-lost.todo", named(report));
}

function kept(powerCut: PowerCut, facts: Facts): FindingDraft {
  const { report } = facts;
  const { cuts } = powerCut;
  const isPraise =
    elsewhereOf(report) === null && !isSetUnsafely(report.volume) && !isPersonsWord(powerCut);
  const test = latestCut(powerCut, ({ modes }) =>
    modes.some(({ mode, verdict }) => mode === powerCut.mode && verdict === "kept"),
  );
  const main = powerCut.modes.find(({ mode }) => mode === powerCut.mode);
  const windowNs = main?.windowNs ?? null;
  return finding("power-cut-kept", isPraise ? "good" : "info", {
    title: say("power-cut-kept.title", { cuts }),
    seen: [
      keptIn(powerCut),
      ...(test === undefined || cuts === 1 ? [] : [say("power-cut-kept.latest")]),
      ...(test === undefined ? [] : signsOf(test, powerCut)),
    ],
    means: [
      ...boundWords(powerCut),
      ...(windowNs === null || isMemory(report.volume)
        ? []
        : [say("power-cut-kept.blind", { windowNs })]),
    ],
    todo:
      canBeCut(report) && !isFaulty(facts) && !isSetUnsafely(report.volume)
        ? moreCuts(powerCut, report)
        : null,
  });
}

/** The modes that no cut has tested, or the advice to make more cuts. */
function moreCuts({ modes, cuts }: PowerCut, report: Tested): Statement | null {
  const open = modes.filter((one) => !one.lossExpected && one.cuts === 0);
  if (open.length > 0) {
    return say("power-cut-kept.open", { ...named(report), modes: open.map(({ mode }) => mode) });
  }
  return cuts < 10 ? say("power-cut-kept.more", named(report)) : null;
}

function notProven(powerCut: PowerCut, facts: Facts): FindingDraft {
  const { report } = facts;
  const { mode } = powerCut;
  const others = powerCut.modes.filter((one) => !one.lossExpected && one.cuts > 0);
  const base = {
    code: "power-cut-not-proven",
    severity: "info",
    todo:
      canBeCut(report) && !isFaulty(facts) ? say("power-cut-not-proven.todo", named(report)) : null,
  } as const;
  if (mode !== null && others.length > 0) {
    return {
      ...base,
      title: say("power-cut-not-proven.title-unreached", named(report)),
      seen: [
        say("power-cut-not-proven.kept", { modes: others.map((other) => other.mode) }),
        ...whyNotProven(powerCut, report),
      ],
      means: say("power-cut-not-proven.means-unreached", { mode }),
    };
  }
  return {
    ...base,
    title: say("power-cut-not-proven.title", named(report)),
    seen: whyNotProven(powerCut, report),
    means: say("power-cut-not-proven.means"),
  };
}

/** The last test's doubts about the modes that promise to survive a power cut, each once. */
function whyNotProven({ tests }: PowerCut, report: Tested): Paragraph {
  const latestTest = tests[tests.length - 1];
  const modes = latestTest?.modes.filter(({ lossExpected }) => !lossExpected) ?? [];
  // Earlier versions took a restart for a power cut and recorded no doubt. Without evidence of a
  // cut, the doubt is "no-power-cut".
  const uncut = latestTest?.cut.evidence === "none" ? "no-power-cut" : null;
  const doubts = [...new Set(modes.map(({ doubt }) => doubt ?? uncut))].filter(
    (doubt) => doubt !== null,
  );
  return doubts.length === 0
    ? [say("power-cut-not-proven.no-promise", named(report))]
    : doubts.map((doubt, place) =>
        say(place === 0 ? "power-cut-not-proven.doubt" : "power-cut-not-proven.another-doubt", {
          doubt,
        }),
      );
}
