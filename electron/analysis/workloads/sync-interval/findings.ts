import type { Guarantee } from "#contract/flush-mode";
import type { Paragraph, Statement } from "#contract/statement";
import type { IntervalStrategy, SyncInterval } from "#contract/workloads/sync-interval";
import type { statements } from "#text/workloads/sync-interval";
import { aboutHigh, isAbout } from "../../confidence";
import type { Facts } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { isInnerNvme } from "../../facts/thing";
import {
  whyConfirmedSoFast,
  whyNoFlushIsAsked,
  whyOthersAnswerAtOnce,
  whyVolumeAnswersAtOnce,
} from "../../facts/unwaited";
import { isConfirmed, type Worth, worthOf, worthWords } from "../../facts/worth";
import { guaranteeOn } from "../../guarantee";
import { type Part, sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { referenceIntervals } from "./published";
import { isMeasured } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings on the cost of syncing more or less often (the sync-interval workload). */

type Timed = IntervalStrategy & { readonly p50Ns: number };

/**
 * If a second thread makes the longest waits at least this many times shorter, it spares the
 * program most of them.
 */
const noticeableRatio = 2;
/**
 * Waits up to this multiple of the median write are not reported: without any sync one write in a
 * thousand takes that long.
 */
const unnoticedWait = 10;
/** From a tenth of a second on, a person notices a wait. */
const noticedNs = 100_000_000;
/** The interval that stands for frequent syncs. */
const frequentBytes = 16 * 1024;
/** The interval whose waits are compared with those beside a second thread that syncs. */
const megabyteInterval = 1024 * 1024;

/** The findings are about the first sync call that was measured; others are compared with it. */
export function syncCostFindings(facts: Facts): FindingDraft[] {
  const ladders = facts.report.syncIntervals;
  const first = ladders.find(isMeasured);
  return first === undefined
    ? []
    : [...costOfOften(first, facts), ...compared(ladders, facts), ...background(first)];
}

/** Compares the slowest sync call with the fastest, with equally frequent syncs. */
function compared(ladders: readonly SyncInterval[], facts: Facts): FindingDraft[] {
  const bySpeed = ladders
    .flatMap((result) => {
      const often = timed(result, "every", frequentBytes);
      return often === null ? [] : [{ result, often }];
    })
    .sort((a, b) => a.often.p50Ns - b.often.p50Ns);
  const fast = bySpeed[0];
  const slow = bySpeed[bySpeed.length - 1];
  if (fast === undefined || slow === undefined || fast === slow) {
    return [];
  }
  const ratio = slow.often.p50Ns / fast.often.p50Ns;
  const modes = { slow: slow.result.flushMode, fast: fast.result.flushMode };
  return [
    finding("sync-interval-modes", "info", {
      title:
        ratio <= aboutHigh
          ? say("sync-interval-modes.title-alike")
          : say("sync-interval-modes.title", { ...modes, ratio }),
      seen: [
        say("sync-interval-modes.seen", {
          ...writing(fast.result),
          ...modes,
          slowNs: slow.often.p50Ns,
          isSlowExtrapolated: slow.often.extrapolated,
          fastNs: fast.often.p50Ns,
          isFastExtrapolated: fast.often.extrapolated,
        }),
        howSure(slow.often, fast.often),
      ],
      means: whatTheyPromise(slow.result, fast.result, fast.often, facts),
    }),
  ];
}

/** Explains the two calls' promises; if neither promises anything, it recommends neither. */
function whatTheyPromise(
  slow: SyncInterval,
  result: SyncInterval,
  often: Timed,
  facts: Facts,
): Statement {
  const { flushMode: fast } = result;
  const promise = promiseOf(result, facts);
  if (promiseOf(slow, facts) !== promise) {
    return promise === "power-loss"
      ? say("sync-interval-modes.only-one-asks", { fast })
      : say("sync-interval-modes.no-substitute", { fast });
  }
  return (
    worthWords(worthOfFlush(result, often, facts), facts) ?? say("sync-interval-modes.same-promise")
  );
}

/**
 * Whether what this call saved survives a power cut. This workload counts no flushes, so the
 * evidence from ordinary saves applies.
 */
function worthOfFlush(result: SyncInterval, often: Timed, facts: Facts): Worth {
  const perSecond = savesPerSecond(result, often);
  return worthOf({ mode: result.flushMode, perSecond, flushesPerSave: null }, facts);
}

function savesPerSecond({ totalBytes }: SyncInterval, often: Timed): number {
  return ((totalBytes / frequentBytes) * 1e9) / often.p50Ns;
}

function promiseOf({ flushMode }: SyncInterval, { report }: Facts): Guarantee {
  return guaranteeOn(flushMode, report.host.os, report.volume);
}

function timed(
  { strategies }: Pick<SyncInterval, "strategies">,
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

/** The remark for a comparison that rests on a single trial, or on trials of which some disagree. */
function howSure(slow: Timed, fast: Timed): Part {
  const single = [slow, fast].filter(({ trialsNs }) => trialsNs.length === 1);
  if (single.length > 0) {
    return say(
      single.length === 2 ? "sync-interval-cost.timed-once" : "sync-interval-cost.one-timed-once",
    );
  }
  const isTold = slow.p50Ns > aboutHigh * fast.p50Ns;
  const areMixed = Math.max(...fast.trialsNs) >= Math.min(...slow.trialsNs);
  return isTold && areMixed && say("sync-interval-cost.trials-overlap");
}

function costOfOften(result: SyncInterval, facts: Facts): FindingDraft[] {
  const often = timed(result, "every", frequentBytes);
  const never = timed(result, "never");
  const end = timed(result, "end");
  if (often === null) {
    return [];
  }
  // Writing cannot take longer without a flush than with frequent ones: a delay has other causes.
  const isDearerThan = (beside: Timed) => often.p50Ns > aboutHigh * beside.p50Ns;
  if (never !== null && !isDearerThan(never) && (end === null || !isDearerThan(end))) {
    return [cheap(result, often, never, facts)];
  }
  const once = end ?? never;
  return once === null ? [] : [cost(result, often, once, facts)];
}

function cost(result: SyncInterval, often: Timed, beside: Timed, facts: Facts): FindingDraft {
  const ratio = often.p50Ns / beside.p50Ns;
  const strategy = beside.strategy === "end" ? "end" : "never";
  const worth = worthOfFlush(result, often, facts);
  const isAlike = isAbout({ low: ratio, high: ratio }, 1);
  return finding("sync-interval-cost", "info", {
    title: isAlike
      ? say("sync-interval-cost.title-alike", { intervalBytes: frequentBytes, beside: strategy })
      : say("sync-interval-cost.title", {
          intervalBytes: frequentBytes,
          ratio,
          beside: strategy,
        }),
    seen: [
      say("sync-interval-cost.seen", {
        ...writing(result),
        ...timeOf(result, often),
        beside: strategy,
        besideNs: beside.p50Ns,
        isBesideExtrapolated: beside.extrapolated,
      }),
      howSure(often, beside),
      isInnerNvme(facts.report) && published(result),
    ],
    means: [
      ratio > aboutHigh && [
        say("sync-interval-cost.waits", { asksDrive: isConfirmed(worth) }),
        // The sentence that a power cut loses what was written since the last save would be untrue
        // on a volume on which no save lasts.
        whyVolumeAnswersAtOnce(facts) === null && say("sync-interval-cost.means"),
      ],
      isAlike && say("sync-interval-cost.means-alike"),
      worthWords(worth, facts),
    ],
  });
}

function cheap(result: SyncInterval, often: Timed, never: Timed, facts: Facts): FindingDraft {
  return finding("sync-interval-cheap", "info", {
    seen: [
      say("sync-interval-cheap.seen", {
        ...writing(result),
        ...timeOf(result, often),
        neverNs: never.p50Ns,
        isNeverExtrapolated: never.extrapolated,
      }),
      howSure(often, never),
    ],
    means: whyCheap(result, often, facts),
  });
}

/** Why frequent syncs are cheap; known reasons come before doubts. */
function whyCheap(result: SyncInterval, often: Timed, facts: Facts): Statement {
  return (
    whyVolumeAnswersAtOnce(facts) ??
    (promiseOf(result, facts) === "os-crash" ? say("sync-interval-cheap.stops-at-drive") : null) ??
    whyOthersAnswerAtOnce(facts) ??
    (facts.evidence === "flushes-missing"
      ? say("sync-interval-cheap.no-flush")
      : (whyNoFlushIsAsked(facts) ?? whyConfirmedSoFast(savesPerSecond(result, often))))
  );
}

/**
 * Compares the slowest write in a thousand (p999): with a flush every 1 MiB one write in 256 waits
 * for it, which p99 would not show.
 */
function background(result: SyncInterval): FindingDraft[] {
  const beside = timed(result, "background");
  const every = timed(result, "every", megabyteInterval);
  const besideNs = beside?.latencyNs?.p999 ?? null;
  const everyNs = every?.latencyNs?.p999 ?? null;
  // Each trial flushes once at the end; without further flushes the second thread did nothing.
  const hadTurns = beside !== null && beside.syncs > beside.trialsNs.length;
  if (!beside || !every || !besideNs || !everyNs || !hadTurns) {
    return [];
  }
  // If no write waits for a sync, a second thread has nothing to shorten.
  if (everyNs <= unnoticedWait * (every.latencyNs?.p50 ?? 0)) {
    return [];
  }
  const helps = helpOf(everyNs / besideNs, besideNs);
  return [
    finding("background-sync", "info", {
      title: say("background-sync.title", { helps }),
      seen: say("background-sync.seen", {
        intervalBytes: megabyteInterval,
        besideWaitNs: besideNs,
        everyWaitNs: everyNs,
        besideNs: beside.p50Ns,
        isBesideExtrapolated: beside.extrapolated,
        everyNs: every.p50Ns,
        isEveryExtrapolated: every.extrapolated,
      }),
      means: say("background-sync.means", { helps }),
    }),
  ];
}

/**
 * How much a second thread helps. `ratio`: the longest waits without a second thread over those
 * with it, `besideNs`.
 */
function helpOf(ratio: number, besideNs: number): "much" | "some" | "none" {
  if (ratio >= noticeableRatio && besideNs < noticedNs) {
    return "much";
  }
  return ratio > aboutHigh ? "some" : "none";
}

function writing({ totalBytes, blockBytes }: SyncInterval) {
  return { totalBytes, blockBytes, intervalBytes: frequentBytes };
}

function timeOf({ flushMode }: SyncInterval, often: Timed) {
  return { mode: flushMode, oftenNs: often.p50Ns, isOftenExtrapolated: often.extrapolated };
}

/** Compares with published measurements that used the same flush call. */
function published({ flushMode }: SyncInterval): Paragraph {
  return referenceIntervals
    .filter(({ mode }) => mode === flushMode)
    .flatMap(({ name, sourceName: source, points }) => {
      const often = points.filter(({ intervalBytes }) => intervalBytes === frequentBytes);
      const end = points.filter(({ strategy }) => strategy === "end");
      return often.flatMap(({ p50Ns }) =>
        end.map((once) =>
          say("sync-interval-cost.published", { name, ratio: p50Ns / once.p50Ns, source }),
        ),
      );
    });
}
