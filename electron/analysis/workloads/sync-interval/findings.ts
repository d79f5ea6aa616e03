import type { Guarantee } from "../../../contract/flush-mode";
import type { IntervalStrategy, SyncInterval } from "../../../contract/workloads/sync-interval";
import { formatBlockBytes, formatDuration, formatRatio } from "../../format";
import { guaranteeOn } from "../../guarantee";
import { referenceCurves } from "../../reference-curves";
import type { Part } from "../../say";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import {
  protectedOrDishonest,
  whyNoFlushIsAsked,
  whyOthersAnswerAtOnce,
  whyVolumeAnswersAtOnce,
} from "../../verdict/unwaited";
import { termOfArt } from "../../verdict/words";

/** What saving more or less often costs (the sync-interval test). */

type Timed = IntervalStrategy & { readonly p50Ns: number };

/** Below this the difference is not worth a change in any program. */
const noticeableRatio = 2;
const frequentBytes = 16 * 1024;
const megabyteInterval = 1024 * 1024;

/** The first ladder that was measured is the one that is told of; the others are set beside it. */
export function syncCostFindings(facts: Facts): FindingDraft[] {
  const { syncInterval, syncIntervalOtherModes } = facts.report;
  const ladders = [...(syncInterval === null ? [] : [syncInterval]), ...syncIntervalOtherModes];
  const first = ladders.find(({ reason }) => reason === null);
  return first === undefined
    ? []
    : [...costOfOften(first, facts), ...compared(ladders, facts), ...background(first)];
}

/** The slowest primitive beside the fastest, each saving as often. */
function compared(ladders: readonly SyncInterval[], facts: Facts): FindingDraft[] {
  const bySpeed = ladders
    .flatMap((test) => {
      const often = timed(test, "every", frequentBytes);
      return often === null ? [] : [{ test, often, name: termOfArt[test.flushMode] }];
    })
    .sort((a, b) => a.often.p50Ns - b.often.p50Ns);
  const fast = bySpeed[0];
  const slow = bySpeed[bySpeed.length - 1];
  if (fast === undefined || slow === undefined || fast === slow) {
    return [];
  }
  const ratio = slow.often.p50Ns / fast.often.p50Ns;
  const every = `every ${formatBlockBytes(frequentBytes)}`;
  return [
    {
      code: "sync-interval-modes",
      severity: "info",
      title:
        ratio < noticeableRatio
          ? "Saving often: the ways of saving are about equally fast"
          : `Saving often: ${slow.name} took ${formatRatio(ratio)} as long as ${fast.name}`,
      seen: `${writing(fast.test)} with a flush ${every} took ${time(slow.often)} with ${slow.name} and ${time(fast.often)} with ${fast.name}.`,
      means:
        promiseOf(slow.test, facts) === promiseOf(fast.test, facts)
          ? "Both promise the same here, so that nothing speaks against the faster one."
          : asksDriveToStore(fast.test, facts)
            ? `Only ${fast.name} asks the drive to store the data; the other hands it to the drive and no further.`
            : `${fast.name} hands the data to the drive and no further; it is no cheaper way to the same safety.`,
      todo: null,
    },
  ];
}

function promiseOf({ flushMode }: SyncInterval, { report }: Facts): Guarantee {
  return guaranteeOn(flushMode, report.host.os, report.volume);
}

function asksDriveToStore(test: SyncInterval, facts: Facts): boolean {
  return promiseOf(test, facts) === "power-loss";
}

function timed(
  { strategies }: SyncInterval,
  strategy: IntervalStrategy["strategy"],
  intervalBytes: number | null = null,
): Timed | null {
  const found = strategies.find(
    (each) => each.strategy === strategy && each.intervalBytes === intervalBytes,
  );
  return found && isTimed(found) ? found : null;
}

function isTimed(strategy: IntervalStrategy): strategy is Timed {
  return (strategy.p50Ns ?? 0) > 0;
}

function costOfOften(test: SyncInterval, facts: Facts): FindingDraft[] {
  const often = timed(test, "every", frequentBytes);
  const never = timed(test, "never");
  const end = timed(test, "end");
  if (often === null) {
    return [];
  }
  if (never !== null && often.p50Ns < noticeableRatio * never.p50Ns) {
    return [cheap(test, often, never, facts)];
  }
  const once = end ?? never;
  return once === null ? [] : [cost(test, often, once, facts)];
}

function cost(test: SyncInterval, often: Timed, beside: Timed, facts: Facts): FindingDraft {
  const ratio = formatRatio(often.p50Ns / beside.p50Ns);
  const once = beside.strategy === "end" ? "once at the end" : "never";
  const wait = asksDriveToStore(test, facts) ? "waits for the drive" : "takes its time";
  return {
    code: "sync-interval-cost",
    severity: "info",
    title: `Saving every ${formatBlockBytes(frequentBytes)} takes ${ratio} as long as saving ${once}`,
    seen: `${writing(test)} took ${time(often)} with a flush (${termOfArt[test.flushMode]}) every ${formatBlockBytes(frequentBytes)}, and ${time(beside)} with one ${once}.${published()}`,
    means: `Each flush ${wait}, however little there is to store. Programs that write much are far faster when they save every 10 to 30 seconds or every 100 MiB; what was written since the last save can then be lost in a power cut.`,
    todo: null,
  };
}

function cheap(test: SyncInterval, often: Timed, never: Timed, facts: Facts): FindingDraft {
  return {
    code: "sync-interval-cheap",
    severity: "info",
    title: "Saving often costs next to nothing here",
    seen: `${writing(test)} took ${time(never)} without any flush, and ${time(often)} with one (${termOfArt[test.flushMode]}) every ${formatBlockBytes(frequentBytes)}.`,
    means: whyCheap(test, facts),
    todo: null,
  };
}

const stopsAtDrive =
  "This flush hands the data to the drive and does not ask it to store anything, so that there is little to wait for.";

/** The first that applies; from what is known to what is not. */
function whyCheap(test: SyncInterval, facts: Facts): Part {
  return (
    whyVolumeAnswersAtOnce(facts) ??
    (promiseOf(test, facts) === "os-crash" ? stopsAtDrive : null) ??
    whyOthersAnswerAtOnce(facts) ??
    (facts.evidence === "flushes-missing"
      ? "The system sends no flush to this drive, so that none is waited for."
      : (whyNoFlushIsAsked(facts) ?? protectedOrDishonest))
  );
}

/**
 * The writer's slowest of a thousand writes: with a flush every 1 MiB one write of 256 waits for it,
 * so that one in a hundred would not show it at all.
 */
function background(test: SyncInterval): FindingDraft[] {
  const beside = timed(test, "background");
  const every = timed(test, "every", megabyteInterval);
  const besideNs = beside?.latencyNs?.p999 ?? null;
  const everyNs = every?.latencyNs?.p999 ?? null;
  // Each trial flushes once at the end; without more the second thread never had its turn.
  const hadTurns = beside !== null && beside.syncs > beside.trialsNs.length;
  if (!beside || !every || !besideNs || !everyNs || !hadTurns) {
    return [];
  }
  const helps = everyNs >= noticeableRatio * besideNs;
  return [
    {
      code: "background-sync",
      severity: "info",
      title: helps
        ? "Saving in the background keeps programs from waiting"
        : "Saving in the background does not keep programs from waiting",
      seen: `With a second thread that saves while the program writes, the slowest of a thousand writes took ${formatDuration(besideNs)}; with a save every ${formatBlockBytes(megabyteInterval)} ${formatDuration(everyNs)}. All of it took ${time(beside)} and ${time(every)}.`,
      means: helps
        ? "A program that need not know when its data is safe can go on writing here while it is being saved."
        : "The system makes the program wait while the other thread saves, so that little is gained by it here.",
      todo: null,
    },
  ];
}

function writing({ totalBytes, blockBytes }: SyncInterval): string {
  return `Writing ${formatBlockBytes(totalBytes)} in pieces of ${formatBlockBytes(blockBytes)}`;
}

function time({ p50Ns, extrapolated }: Timed): string {
  return `${formatDuration(p50Ns)}${extrapolated ? " (extrapolated)" : ""}`;
}

function published(): string {
  const reference = referenceCurves.syncIntervals[0];
  const often = reference?.points.find(({ intervalBytes }) => intervalBytes === frequentBytes);
  const end = reference?.points.find(({ strategy }) => strategy === "end");
  if (!reference || !often || !end) {
    return "";
  }
  return ` Published for ${reference.name}: ${formatRatio(often.p50Ns / end.p50Ns)} as long as once at the end (${reference.sourceName}).`;
}
