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
import { type FindingDraft, finder } from "../facts/finding";
import { isCutAtOnce, isMadeGroup, isPassedOn, isPulledOut, isSold } from "../facts/thing";
import { randomSavesOfDisk } from "../reference-drives";
import { sayer } from "../say";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/**
 * Evidence for and against the drive's confirmations. Speed is no proof: a figure can be too good
 * to be true, but none is good enough to pass.
 */
export function honestyFindings(facts: Facts): FindingDraft[] {
  const { evidence, suspicion, safe } = facts;
  return [
    ...(suspicion !== null && safe !== null ? [tooFast(suspicion, safe, facts)] : []),
    ...(evidence !== null && safe !== null ? [evidenceFinding(evidence, safe, facts)] : []),
    ...unflushedFindings(facts),
  ];
}

/** Findings on the modes in `unflushed`: they promise to survive a power cut but lack flushes. */
function unflushedFindings(facts: Facts): FindingDraft[] {
  const { unflushed } = facts;
  if (unflushed.length === 0) {
    return [];
  }
  return [
    finding("other-saves-unflushed", othersAreUnsafe(facts) ? "bad" : "caution", {
      seen: say("other-saves-unflushed.seen", {
        modes: unflushed.map(({ mode }) => mode),
        flushesPerSave: unflushed.map((mode) => countedFlushes(mode) ?? 0),
      }),
      todo: say("other-saves-unflushed.todo"),
    }),
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
      return finding("flushes-seen", isVirtual ? "info" : "good", {
        seen: say("flushes-seen.seen", flushes),
        means: isPassedOn(report)
          ? say("flushes-seen.means-passed-on")
          : say("flushes-seen.means", { isVirtual }),
      });
    case "flushes-missing":
      return finding("flushes-missing", "bad", {
        seen: say("flushes-missing.seen", flushes),
        todo: say("flushes-missing.todo"),
      });
    case "flushes-too-few":
      return finding("flushes-too-few", "caution", {
        seen: say("flushes-too-few.seen", flushes),
        todo: say("flushes-too-few.todo"),
      });
    case "flushes-not-seen":
      return finding("flushes-not-seen", "caution", {
        seen: say("flushes-not-seen.seen", flushes),
        todo: say("flushes-not-seen.todo"),
      });
    case "no-volatile-cache":
      return finding("no-volatile-cache", "good", {
        todo: say("no-volatile-cache.todo"),
      });
    case "cache-reported-off":
      return finding("cache-reported-off", "info");
    case "cache-state-assumed":
      return finding("cache-state-assumed", "caution", {
        todo: isVirtual ? null : say("cache-state-assumed.todo"),
      });
    case "flushes-passed-on":
      return finding("flushes-passed-on", "info", {
        todo: say("flushes-passed-on.todo"),
      });
    case "no-evidence":
      return mayStoreWithoutFlush(mode) ? notCounted(mode) : noEvidence(report.host.os);
  }
}

/** The finding that no counter shows the flushes of `mode`, because it writes with FUA. */
function notCounted(mode: FlushModeId): FindingDraft {
  return finding("no-evidence", "info", {
    title: say("no-evidence.title-not-counted"),
    seen: say("no-evidence.seen-not-counted", { mode }),
    todo: say("no-evidence.todo-not-counted"),
  });
}

function noEvidence(os: OperatingSystem): FindingDraft {
  return finding("no-evidence", "info", {
    seen: say(`no-evidence.seen-${os}`),
    todo: os === "macos" ? null : say(`no-evidence.todo-${os}`),
  });
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
      return finding(code, "caution", {
        seen: say("saves-outpace-writing.seen", { ...rates, mode }),
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
      });
    }
    case "faster-than-disk-turns":
      return finding("faster-than-disk-turns", "info", {
        seen: say("faster-than-disk-turns.seen", confirmed),
        means: say("faster-than-disk-turns.means", {
          savesPerSecondAt7200Turns: randomSavesOfDisk(7200),
          savesPerSecondAt15000Turns: randomSavesOfDisk(15_000),
        }),
        todo: say("faster-than-disk-turns.todo"),
      });
    case "too-fast-for-cache":
      return finding("too-fast-for-cache", "info", {
        seen: say("too-fast-for-cache.seen", {
          ...confirmed,
          limitPerSecond: plausibleFlushesPerSecond,
        }),
        todo: say("too-fast-for-cache.todo"),
      });
  }
}
