import {
  type PowerCutModeResult,
  type PowerCutTest,
  powerCutFailures,
} from "#contract/power-cut/test";
import type { Paragraph, Statement } from "#contract/statement";
import type { statements } from "#text/power-cut/result";
import { sayer } from "../say";
import { shownByCounter } from "./cut-evidence";

const say = sayer<typeof statements>();

/** The outcome for saves that promise to survive a power cut. */
export function outcomeWords({ outcome, modes }: PowerCutTest): Statement {
  const promising = modes.filter(({ lossExpected }) => !lossExpected);
  switch (outcome) {
    case "lost":
      return say("plug-test.outcome-lost", {
        failed: promising.reduce((sum, mode) => sum + mode.failed, 0),
      });
    case "kept":
      return say("plug-test.outcome-kept");
    case "not-proven":
      return modes.some(({ doubt }) => doubt === "changed-without-cut")
        ? say("plug-test.outcome-changed")
        : say("plug-test.outcome-not-proven");
  }
}

/** The evidence for the power cut: the system's, the person's, or none. */
export function cutWords({ cut }: Pick<PowerCutTest, "cut">): Paragraph {
  const { unsafeShutdowns } = cut;
  if (unsafeShutdowns === null) {
    return otherWords(cut);
  }
  const { before, after, stoodStill } = unsafeShutdowns;
  switch (shownByCounter(unsafeShutdowns)) {
    case "power-lost":
      return [say("plug-test.cut-counter-rose", { before, after })];
    case "power-kept":
      return [say("plug-test.cut-counter-stayed", { after })];
    case null:
      return [
        after === before
          ? say("plug-test.cut-counter-idle")
          : say("plug-test.cut-counter-open", { before, after, stoodStill }),
        ...otherWords({ ...cut, shown: cut.shown?.by === "unsafe-shutdowns" ? null : cut.shown }),
      ];
  }
}

function otherWords(cut: PowerCutTest["cut"]): Paragraph {
  const { shown, deed } = cut;
  if (shown !== null) {
    const { by, lostPower } = shown;
    return [
      lostPower ? say("plug-test.cut-lost-power", { by }) : say("plug-test.cut-kept-power", { by }),
    ];
  }
  if (cut.evidence === "person" && deed !== null) {
    return [say("plug-test.cut-deed", { deed }), say("plug-test.cut-by-person")];
  }
  if (deed !== null && deed !== "no-cut") {
    return [
      say("plug-test.cut-person-says", { deed }),
      deed === "cable" ? say("plug-test.cut-not-written") : say("plug-test.cut-not-restarted"),
    ];
  }
  return [
    cut.computerRestarted === true ? say("plug-test.cut-restarted") : say("plug-test.cut-nothing"),
  ];
}

/** How other programs' flushes may have helped saves to survive: each covers the whole drive. */
export function aidWords({ othersFlushesPerSecond: perSecond }: PowerCutTest): Statement {
  if (perSecond === null) {
    return say("plug-test.aid-unknown");
  }
  return perSecond === 0 ? say("plug-test.aid-none") : say("plug-test.aid-flushes", { perSecond });
}

/** Each mode's result, under the name that engineers know. */
export function modeSentences(modes: PowerCutTest["modes"]): Paragraph[] {
  return modes.map(sentencesOf);
}

function sentencesOf(result: PowerCutModeResult): Paragraph {
  const { mode, counts, windowNs } = result;
  switch (result.verdict) {
    case "unavailable":
      return [say("plug-test.mode-unavailable", { mode, refusal: result.refusal })];
    case "kept": {
      const { acknowledged, inFlight } = counts;
      return [
        // A save that was being overwritten at the cut is neither kept nor lost.
        say("plug-test.mode-kept", { mode, acknowledged, inFlight, unaided: result.unaided }),
        ...(windowNs === null ? [] : [say("plug-test.mode-window", { windowNs })]),
        ...(result.provenBy === "disk" ? [say("plug-test.mode-from-disk")] : []),
      ];
    }
    case "not-proven":
      return [say("plug-test.mode-not-proven", { mode, doubt: result.doubt })];
    case "lost":
      return lossOf(result);
  }
}

function lossOf({ mode, counts, failed, reordered, lostSpanNs, lossExpected }: PowerCutModeResult) {
  const { survived } = counts;
  const failures = Object.fromEntries(
    powerCutFailures.map((failure) => [failure, counts[failure]]),
  ) as Pick<typeof counts, (typeof powerCutFailures)[number]>;
  return [
    say("plug-test.mode-lost", { ...failures, mode, failed, survived, lostSpanNs }),
    ...(reordered === 0 ? [] : [say("plug-test.mode-overtaken", { reordered })]),
    ...(lossExpected ? [say("plug-test.mode-no-fault")] : []),
  ];
}
