import { isSyncing } from "../../../contract/flush-mode";
import type { Chunked, ChunkedMode } from "../../../contract/workloads/chunked-writes";
import { passesAgree } from "../../confidence";
import { formatBlockBytes, formatCount, formatDuration, formatRatio } from "../../format";
import { referenceCurves } from "../../reference-curves";
import { steadierFigures } from "../../verdict/advice";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import { termOfArt } from "../../verdict/words";
import { passRatios } from "./results";

/** What the choice of a way of saving costs when large pieces are written (the chunked test). */

type Timed = ChunkedMode & { readonly elapsedNs: number };

/** Below this the ways of saving count as about equally fast. */
const noticeableRatio = 2;

/**
 * On macOS the full flush beside the ordinary one, because they promise different things; elsewhere
 * the slowest beside the fastest. Modes that never wait for the drive are no ways of saving. Nothing
 * is concluded from a single pass, nor where passes in opposite orders disagree.
 */
export function chunkedFindings({ report }: Facts): FindingDraft[] {
  const { chunked } = report;
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
  return [pair.isFullFlush ? macFinding(chunked, pair) : finding(chunked, pair)];
}

interface Pair {
  readonly slow: Timed;
  readonly fast: Timed;
  /** The full flush of a Mac beside the ordinary one. */
  readonly isFullFlush: boolean;
}

function pairOf(chunked: Chunked): Pair | null {
  const saving = chunked.modes.filter(isTimed).filter(({ mode }) => isSyncing(mode));
  const ordinary = saving.find(({ mode }) => mode === "fsync");
  const full = saving.find(({ mode }) => mode === "f_fullfsync");
  // Only a Mac has the full flush.
  if (ordinary && full) {
    return { slow: full, fast: ordinary, isFullFlush: true };
  }
  const [fast, ...others] = [...saving].sort((a, b) => a.elapsedNs - b.elapsedNs);
  const slow = others[others.length - 1];
  return fast && slow ? { slow, fast, isFullFlush: false } : null;
}

function isTimed(mode: ChunkedMode): mode is Timed {
  return mode.status === "measured" && (mode.elapsedNs ?? 0) > 0;
}

function disagreement(
  test: Chunked,
  { slow, fast }: Pair,
  ratios: readonly number[],
): FindingDraft {
  return {
    code: "chunked-disagree",
    severity: "info",
    title: "Large pieces: the passes disagree",
    seen: `${written(test)}, was measured in ${formatCount(ratios.length)} passes in opposite orders. ${termOfArt[slow.mode]} took ${formatRatio(Math.min(...ratios))} as long as ${termOfArt[fast.mode]} in one of them, ${formatRatio(Math.max(...ratios))} in another.`,
    means:
      "Something other than the way of saving had a large part in these times, such as what the drive had written just before. Nothing is said about which way is faster.",
    todo: steadierFigures,
  };
}

function finding(test: Chunked, { slow: slowest, fast: fastest }: Pair): FindingDraft {
  const ratio = slowest.elapsedNs / fastest.elapsedNs;
  const differs = ratio >= noticeableRatio;
  return {
    code: "chunked-ratio",
    severity: "info",
    title: differs
      ? `Large pieces: the way of saving makes a difference of ${formatRatio(ratio)}`
      : "Large pieces: all ways of saving are about equally fast",
    seen: seen(test, slowest, fastest),
    means: differs
      ? "How a program asks for confirmation matters even when it writes much at once."
      : "When much is written at once, the writing itself takes most of the time.",
    todo: null,
  };
}

function macFinding(test: Chunked, { slow: full, fast: ordinary }: Pair): FindingDraft {
  const reference = referenceCurves.chunked[0];
  const time = (mode: ChunkedMode["mode"]) =>
    reference?.points.find((point) => point.mode === mode)?.elapsedNs;
  const fullNs = time("f_fullfsync");
  const ordinaryNs = time("fsync");
  const published =
    reference && fullNs && ordinaryNs
      ? ` Published for another Mac: ${formatDuration(ordinaryNs)} and ${formatDuration(fullNs)} for ${formatBlockBytes(reference.totalBytes)} (${reference.sourceName}).`
      : "";
  return {
    code: "chunked-ratio",
    severity: "info",
    title: `Large pieces: the full flush takes ${formatRatio(full.elapsedNs / ordinary.elapsedNs)} as long as the ordinary one`,
    seen: `${seen(test, full, ordinary)}${published}`,
    means:
      "The ordinary flush is no cheaper way to the same safety: it leaves the data in the drive's own memory (cache), and only the full one asks the drive to store it.",
    todo: null,
  };
}

function seen(test: Chunked, slow: Timed, fast: Timed): string {
  return `${written(test)}, took ${duration(slow)} with ${termOfArt[slow.mode]} and ${duration(fast)} with ${termOfArt[fast.mode]}: ${formatRatio(slow.elapsedNs / fast.elapsedNs)} as long.`;
}

function written(test: Chunked): string {
  return `Writing ${formatBlockBytes(test.totalBytes)}, ${formatBlockBytes(test.chunkBytes)} at a time and asking for confirmation each time`;
}

function duration({ elapsedNs, extrapolated }: Timed): string {
  return `${formatDuration(elapsedNs)}${extrapolated ? " (extrapolated)" : ""}`;
}
