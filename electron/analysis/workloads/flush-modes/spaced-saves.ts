import { isSyncing } from "#contract/flush-mode";
import type { Statement } from "#contract/statement";
import type { SpacedSaves } from "#contract/workloads/flush-modes";
import type { statements } from "#text/workloads/flush-modes";
import { areApart } from "../../confidence";
import { type Facts, type MeasuredMode, modeOf } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { hidesFlushes } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Compares spaced saves (with a pause before each) with saves in a row. */

/**
 * Below this ratio of the durations of saves after a pause and saves in a row, the difference is
 * not worth reporting.
 */
const noticeableRatio = 1.25;
/**
 * From this difference in flushes per save on, saves after a pause and saves in a row differ in
 * whether they send a flush; less may be chance.
 */
const flushesApart = 0.5;

/** How long a save after a pause takes, for the answer about safe saves; `null` if not measured. */
export function spacedWords({ report, safe }: Facts): Statement | null {
  const { spacedSaves } = report;
  return spacedSaves !== null && spacedSaves.mode === safe?.mode
    ? say("spaced-saves.answer", {
        idleNs: spacedSaves.idleNs,
        restedNs: spacedSaves.latencyNs.p50,
      })
    : null;
}

export function spacedFindings({ report, measured }: Facts): FindingDraft[] {
  const { spacedSaves: spaced } = report;
  const inARow = spaced && modeOf(measured, spaced.mode);
  // After a lasting slowdown, saves in a row have two rates and no single time to compare with.
  if (!spaced || !inARow?.latencyNs || inARow.slowdown !== null) {
    return [];
  }
  const [spacedNs, rowNs] = [spaced.latencyNs.p50, inARow.latencyNs.p50];
  const isSlower = spacedNs >= noticeableRatio * rowNs;
  const isFaster = rowNs >= noticeableRatio * spacedNs;
  if (!areApart(mediansOf(spaced), mediansOf(inARow)) || !(isSlower || isFaster)) {
    return [];
  }
  return [
    finding("spaced-saves", "info", {
      title: say("spaced-saves.title", { isSlower }),
      seen: [
        say("spaced-saves.seen", {
          idleNs: spaced.idleNs,
          restedNs: spacedNs,
          inARowNs: rowNs,
          mode: spaced.mode,
        }),
        flushesSeen(spaced, inARow),
      ],
      means: [
        isSlower && sharesFlushes(spaced, inARow, measured) && say("spaced-saves.shared-flushes"),
        say("spaced-saves.means", { isSlower }),
      ],
    }),
  ];
}

function mediansOf({ rounds }: Pick<SpacedSaves | MeasuredMode, "rounds">): number[] {
  return rounds.map(({ p50Ns }) => p50Ns).filter((ns) => ns !== null);
}

function flushesSeen(spaced: SpacedSaves, inARow: MeasuredMode): Statement | null {
  const restedPerSave = spaced.deviceFlushesPerSync;
  const inARowPerSave = inARow.deviceFlushesPerSync;
  return restedPerSave === null || inARowPerSave === null || !areFlushesItsOwn(spaced)
    ? null
    : say("spaced-saves.flushes", { restedPerSave, inARowPerSave });
}

/**
 * Whether saves in a row share flushes, even without those that other programs may have sent in the
 * pauses between spaced saves.
 */
function sharesFlushes(
  spaced: SpacedSaves,
  inARow: MeasuredMode,
  measured: Facts["measured"],
): boolean {
  const [rested, row] = [spaced.deviceFlushesPerSync, inARow.deviceFlushesPerSync];
  const others = othersPerSecond(measured);
  if (rested === null || row === null || others === null || !areFlushesItsOwn(spaced)) {
    return false;
  }
  const seconds = spaced.rounds.reduce((sum, { elapsedNs }) => sum + elapsedNs / 1e9, 0);
  const own = rested - (others * seconds) / spaced.operations;
  return own - row >= flushesApart;
}

/**
 * Whether all counted flushes can come from the saves. If rounds differ by half a flush per save,
 * other programs flushed in the pauses.
 */
function areFlushesItsOwn(spaced: SpacedSaves): boolean {
  const perSave = spaced.rounds.flatMap(({ deviceFlushes, operations }) =>
    deviceFlushes === null || operations === 0 ? [] : deviceFlushes / operations,
  );
  return !hidesFlushes(spaced) && Math.max(...perSave) - Math.min(...perSave) < flushesApart;
}

/** Other programs' flushes a second, counted in the modes that send none. */
function othersPerSecond(measured: Facts["measured"]): number | null {
  const rates = measured
    .filter(({ mode }) => !isSyncing(mode))
    .flatMap(({ rounds }) => rounds)
    .map(({ deviceFlushes, elapsedNs }) =>
      deviceFlushes === null || elapsedNs === 0 ? null : (deviceFlushes * 1e9) / elapsedNs,
    )
    .filter((rate) => rate !== null);
  return rates.length === 0 ? null : Math.max(...rates);
}
