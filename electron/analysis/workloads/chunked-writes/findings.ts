import { isSyncing } from "#contract/flush-mode";
import type { Statement } from "#contract/statement";
import type { Chunked, ChunkedMode } from "#contract/workloads/chunked-writes";
import type { statements } from "#text/workloads/chunked-writes";
import { isAbout, passesAgree } from "../../confidence";
import { steadierFigures } from "../../facts/advice";
import type { Facts } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { worthOf, worthWords } from "../../facts/worth";
import { guaranteeOn } from "../../guarantee";
import { sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { referenceChunks } from "./published";
import { passRatios } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings on what the flush mode costs when large chunks are written. */

type Timed = ChunkedMode & { readonly elapsedNs: number };

/**
 * On macOS F_FULLFSYNC and fsync are compared, because their promises differ; elsewhere the slowest
 * and the fastest syncing mode. A single pass gives no finding, disagreeing passes no ratio.
 */
export function chunkedFindings(facts: Facts): FindingDraft[] {
  const { chunked } = facts.report;
  if (chunked === null) {
    return [];
  }
  const pair = pairOf(chunked);
  if (pair === null) {
    return [];
  }
  const ratios = passRatios(pair.slow, pair.fast);
  if (ratios.length < 2) {
    return [];
  }
  if (!passesAgree(ratios)) {
    return [disagreement(chunked, pair, ratios)];
  }
  if (pair.isFullFlush) {
    return [macFinding(chunked, pair, facts)];
  }
  return [
    areAlike(chunked, pair) || Math.min(...ratios) > chanceIn(chunked)
      ? ratioFinding(chunked, pair, facts)
      : notKnown(chunked, pair),
  ];
}

interface Pair {
  readonly slow: Timed;
  readonly fast: Timed;
  /** Whether the comparison is between F_FULLFSYNC (`slow`) and fsync (`fast`), as on macOS. */
  readonly isFullFlush: boolean;
}

function pairOf(chunked: Chunked): Pair | null {
  const saving = savingIn(chunked);
  const ordinary = saving.find(({ mode }) => mode === "fsync");
  const full = saving.find(({ mode }) => mode === "f_fullfsync");
  // F_FULLFSYNC exists only on macOS.
  if (ordinary && full) {
    return { slow: full, fast: ordinary, isFullFlush: true };
  }
  const [fast, ...others] = [...saving].sort((a, b) => a.elapsedNs - b.elapsedNs);
  const slow = others[others.length - 1];
  return fast && slow ? { slow, fast, isFullFlush: false } : null;
}

/**
 * The largest factor by which passes disagree on the ratio of any two modes. The slowest and the
 * fastest mode are chosen after the event, so they count as different only if every pass sets them
 * further apart than this. Of five equal modes in two passes, chance then passes for a difference
 * in about one inspection of twenty; without this rule, in more than half.
 */
function chanceIn(chunked: Chunked): number {
  const saving = savingIn(chunked);
  return saving.reduce(
    (most, one, place) =>
      saving.slice(0, place).reduce((factor, other) => {
        const ratios = passRatios(one, other);
        return Math.max(factor, Math.max(...ratios) / Math.min(...ratios));
      }, most),
    1,
  );
}

function savingIn({ modes }: Chunked): Timed[] {
  return modes.filter(isTimed).filter(({ mode }) => isSyncing(mode));
}

/** Whether every syncing mode took about as long as the fastest in every pass. */
function areAlike(chunked: Chunked, { fast }: Pair): boolean {
  return savingIn(chunked).every((mode) => {
    const ratios = passRatios(mode, fast);
    return isAbout({ low: Math.min(...ratios), high: Math.max(...ratios) }, 1);
  });
}

function isTimed(mode: ChunkedMode): mode is Timed {
  return mode.status === "measured" && (mode.elapsedNs ?? 0) > 0;
}

function disagreement(result: Chunked, pair: Pair, ratios: readonly number[]): FindingDraft {
  return finding("chunked-disagree", "info", {
    seen: say("chunked-disagree.seen", {
      ...written(result, pair),
      passes: ratios.length,
      leastRatio: Math.min(...ratios),
      mostRatio: Math.max(...ratios),
    }),
    todo: steadierFigures,
  });
}

function notKnown(result: Chunked, pair: Pair): FindingDraft {
  return finding("chunked-ratio", "info", {
    title: say("chunked-ratio.title-not-known"),
    seen: seen(result, pair),
    means: say("chunked-ratio.means-not-known"),
    todo: steadierFigures,
  });
}

function ratioFinding(result: Chunked, pair: Pair, facts: Facts): FindingDraft {
  const ratio = ratioOf(pair);
  const differs = !areAlike(result, pair);
  return finding("chunked-ratio", "info", {
    title: differs ? say("chunked-ratio.title", { ratio }) : say("chunked-ratio.title-alike"),
    seen: seen(result, pair),
    means: [
      say("chunked-ratio.means", { differs }),
      differs &&
        promisesLess(pair, facts) &&
        say("chunked-ratio.promises-less", { fast: pair.fast.mode }),
      worthOfSlow(result, pair, facts),
    ],
  });
}

/** Whether the slower of the two modes promises to survive a power cut and the faster does not. */
function promisesLess({ slow, fast }: Pair, { report: { host, volume } }: Facts): boolean {
  const [promised, less] = [slow, fast].map(({ mode }) => guaranteeOn(mode, host.os, volume));
  return promised === "power-loss" && less !== promised;
}

function macFinding(result: Chunked, pair: Pair, facts: Facts): FindingDraft {
  return finding("chunked-ratio", "info", {
    title: say("chunked-ratio.title-full-flush", { ratio: ratioOf(pair) }),
    seen: [seen(result, pair), published()],
    means: [
      promisesLess(pair, facts) && say("chunked-ratio.means-full-flush"),
      worthOfSlow(result, pair, facts),
    ],
  });
}

/**
 * Why a save in the slower mode may not survive a power cut; `null` if it does. This workload counts
 * no flushes, so the evidence from ordinary saves applies.
 */
function worthOfSlow(
  { totalBytes, chunkBytes }: Chunked,
  { slow }: Pair,
  facts: Facts,
): Statement | null {
  const perSecond = ((totalBytes / chunkBytes) * 1e9) / slow.elapsedNs;
  const save = { mode: slow.mode, perSecond, flushesPerSave: null };
  return worthWords(worthOf(save, facts), facts);
}

function published(): Statement | null {
  const reference = referenceChunks[0];
  const time = (mode: ChunkedMode["mode"]) =>
    reference?.points.find((point) => point.mode === mode)?.elapsedNs;
  const fullNs = time("f_fullfsync");
  const ordinaryNs = time("fsync");
  if (!reference || !fullNs || !ordinaryNs) {
    return null;
  }
  const { totalBytes, sourceName: source } = reference;
  return say("chunked-ratio.published", { ordinaryNs, fullNs, totalBytes, source });
}

function seen(result: Chunked, pair: Pair): Statement {
  const { slow, fast } = pair;
  return say("chunked-ratio.seen", {
    ...written(result, pair),
    slowNs: slow.elapsedNs,
    isSlowExtrapolated: slow.extrapolated,
    fastNs: fast.elapsedNs,
    isFastExtrapolated: fast.extrapolated,
    ratio: ratioOf(pair),
  });
}

function written({ totalBytes, chunkBytes }: Chunked, { slow, fast }: Pair) {
  return { totalBytes, chunkBytes, slow: slow.mode, fast: fast.mode };
}

function ratioOf({ slow, fast }: Pair): number {
  return slow.elapsedNs / fast.elapsedNs;
}
