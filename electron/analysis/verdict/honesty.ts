import { type FlushModeId, mayStoreWithoutFlush, type OperatingSystem } from "#contract/flush-mode";
import type { statements } from "#text/verdict/honesty";
import {
  countedFlushes,
  type Evidence,
  type Facts,
  type MeasuredMode,
  othersAreUnsafe,
  plausibleFlushesPerSecond,
  type Suspicion,
} from "../facts/facts";
import type { FindingDraft } from "../facts/finding";
import { isCutAtOnce, isMadeGroup, isPassedOn, isPulledOut, isSold } from "../facts/thing";
import { randomSavesOfDisk } from "../reference-drives";
import { sayer } from "../say";

const say = sayer<typeof statements>();

/**
 * Evidence for and against the drive's confirmations. Speed is never proof: a figure can be too
 * good to be true, but no figure is good enough to pass.
 */
export function honestyFindings(facts: Facts): FindingDraft[] {
  const { evidence, suspicion, safe } = facts;
  return [
    ...(suspicion !== null && safe !== null ? [tooFast(suspicion, safe, facts)] : []),
    ...(evidence !== null && safe !== null ? [evidenceFinding(evidence, safe, facts)] : []),
    ...unflushedFindings(facts),
  ];
}

/** Findings on modes other than the leading save that lack flushes. */
function unflushedFindings(facts: Facts): FindingDraft[] {
  const { unflushed } = facts;
  if (unflushed.length === 0) {
    return [];
  }
  return [
    {
      code: "other-saves-unflushed",
      severity: othersAreUnsafe(facts) ? "bad" : "caution",
      title: say("other-saves-unflushed.title"),
      seen: say("other-saves-unflushed.seen", {
        modes: unflushed.map(({ mode }) => mode),
        flushesPerSave: unflushed.map((mode) => countedFlushes(mode) ?? 0),
      }),
      means: say("other-saves-unflushed.means"),
      todo: say("other-saves-unflushed.todo"),
    },
  ];
}

function evidenceFinding(
  evidence: Evidence,
  { mode }: MeasuredMode,
  { report, isVirtual, flushesPerSave }: Facts,
): FindingDraft {
  const flushes = { flushesPerSave: flushesPerSave ?? 0, mode };
  switch (evidence) {
    case "flushes-seen":
      return {
        code: evidence,
        severity: isVirtual ? "info" : "good",
        title: say("flushes-seen.title"),
        seen: say("flushes-seen.seen", flushes),
        means: isPassedOn(report)
          ? say("flushes-seen.means-passed-on")
          : say("flushes-seen.means", { isVirtual }),
        todo: null,
      };
    case "flushes-missing":
      return {
        code: evidence,
        severity: "bad",
        title: say("flushes-missing.title"),
        seen: say("flushes-missing.seen", flushes),
        means: say("flushes-missing.means"),
        todo: say("flushes-missing.todo"),
      };
    case "flushes-too-few":
      return {
        code: evidence,
        severity: "caution",
        title: say("flushes-too-few.title"),
        seen: say("flushes-too-few.seen", flushes),
        means: say("flushes-too-few.means"),
        todo: say("flushes-too-few.todo"),
      };
    case "flushes-not-seen":
      return {
        code: evidence,
        severity: "caution",
        title: say("flushes-not-seen.title"),
        seen: say("flushes-not-seen.seen", flushes),
        means: say("flushes-not-seen.means"),
        todo: say("flushes-not-seen.todo"),
      };
    case "no-volatile-cache":
      return {
        code: evidence,
        severity: "good",
        title: say("no-volatile-cache.title"),
        seen: say("no-volatile-cache.seen"),
        means: say("no-volatile-cache.means"),
        todo: say("no-volatile-cache.todo"),
      };
    case "cache-reported-off":
      return {
        code: evidence,
        severity: "info",
        title: say("cache-reported-off.title"),
        seen: say("cache-reported-off.seen"),
        means: say("cache-reported-off.means"),
        todo: null,
      };
    case "cache-state-assumed":
      return {
        code: evidence,
        severity: "caution",
        title: say("cache-state-assumed.title"),
        seen: say("cache-state-assumed.seen"),
        means: say("cache-state-assumed.means"),
        todo: isVirtual ? null : say("cache-state-assumed.todo"),
      };
    case "flushes-passed-on":
      return {
        code: evidence,
        severity: "info",
        title: say("flushes-passed-on.title"),
        seen: say("flushes-passed-on.seen"),
        means: say("flushes-passed-on.means"),
        todo: say("flushes-passed-on.todo"),
      };
    case "no-evidence":
      return mayStoreWithoutFlush(mode) ? notCounted(mode) : noEvidence(report.host.os);
  }
}

/** Only a mode was measured whose force-unit-access writes no counter shows. */
function notCounted(mode: FlushModeId): FindingDraft {
  return {
    code: "no-evidence",
    severity: "info",
    title: say("no-evidence.title-not-counted"),
    seen: say("no-evidence.seen-not-counted", { mode }),
    means: say("no-evidence.means"),
    todo: say("no-evidence.todo-not-counted"),
  };
}

function noEvidence(os: OperatingSystem): FindingDraft {
  return {
    code: "no-evidence",
    severity: "info",
    title: say("no-evidence.title"),
    seen: say(`no-evidence.seen-${os}`),
    means: say("no-evidence.means"),
    todo: os === "macos" ? null : say(`no-evidence.todo-${os}`),
  };
}

function tooFast(
  suspicion: Suspicion,
  { iops, mode }: MeasuredMode,
  { report }: Facts,
): FindingDraft {
  const confirmed = { savesPerSecond: iops, mode };
  switch (suspicion.code) {
    case "saves-outpace-writing": {
      const { code, ...rates } = suspicion;
      return {
        code,
        severity: "caution",
        title: say("saves-outpace-writing.title"),
        seen: say("saves-outpace-writing.seen", { ...rates, mode }),
        means: say("saves-outpace-writing.means"),
        // Advises a first plug test only if the drive has had none.
        todo:
          (report.powerCut?.cuts ?? 0) > 0 || !isCutAtOnce(report)
            ? say(
                isMadeGroup(report)
                  ? "saves-outpace-writing.todo-group"
                  : "saves-outpace-writing.todo-cut",
              )
            : say("saves-outpace-writing.todo", {
                canBePulled: isPulledOut(report),
                isSold: isSold(report),
              }),
      };
    }
    case "faster-than-disk-turns":
      return {
        code: suspicion.code,
        severity: "info",
        title: say("faster-than-disk-turns.title"),
        seen: say("faster-than-disk-turns.seen", confirmed),
        means: say("faster-than-disk-turns.means", {
          savesPerSecondAt7200Turns: randomSavesOfDisk(7200),
          savesPerSecondAt15000Turns: randomSavesOfDisk(15_000),
        }),
        todo: say("faster-than-disk-turns.todo"),
      };
    case "too-fast-for-cache":
      return {
        code: suspicion.code,
        severity: "info",
        title: say("too-fast-for-cache.title"),
        seen: say("too-fast-for-cache.seen", {
          ...confirmed,
          limitPerSecond: plausibleFlushesPerSecond,
        }),
        means: say("too-fast-for-cache.means"),
        todo: say("too-fast-for-cache.todo"),
      };
  }
}
