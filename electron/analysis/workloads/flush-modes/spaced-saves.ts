import { isSyncing } from "../../../contract/flush-mode";
import type { SpacedSaves } from "../../../contract/workloads/flush-modes";
import { areApart } from "../../confidence";
import { formatDuration, formatFlushes } from "../../format";
import { type Facts, type MeasuredMode, modeOf } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import { termOfArt } from "../../verdict/words";
import { hidesFlushes } from "./results";

/** What a program pays that saves now and then, beside one that saves without a pause. */

/** Below this the difference is not worth a word. */
const noticeableRatio = 1.25;
/** Fewer flushes apart than this are no second one. */
const flushesApart = 0.5;

/** One sentence for the answer about speed; `null` where it was not measured for that save. */
export function spacedWords({ report, safe }: Facts): string | null {
  const { spacedSaves } = report;
  return spacedSaves !== null && spacedSaves.mode === safe?.mode
    ? `After a rest of ${formatDuration(spacedSaves.idleNs)} a single save took ${formatDuration(spacedSaves.latencyNs.p50)}, typically.`
    : null;
}

export function spacedFindings({ report, measured }: Facts): FindingDraft[] {
  const { spacedSaves: spaced } = report;
  const inARow = spaced && modeOf(measured, spaced.mode);
  // After a fall that stays there are two rates in a row, and no one time to set beside.
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
    {
      code: "spaced-saves",
      severity: "info",
      title: isSlower
        ? "A save now and then takes longer than one of many in a row"
        : "A save now and then takes less time than one of many in a row",
      seen: `After a rest of ${formatDuration(spaced.idleNs)} a save took ${formatDuration(spacedNs)}, typically; one right after the other they took ${formatDuration(rowNs)} each (${termOfArt[spaced.mode]}).${flushesSeen(spaced, inARow)}`,
      means: isSlower
        ? `${why(spaced, inARow, measured)}A program that saves now and then, as most do, waits that longer time.`
        : "Saves without a pause keep the drive busy; a program that saves now and then, as most do, waits less.",
      todo: null,
    },
  ];
}

function mediansOf({ rounds }: Pick<SpacedSaves | MeasuredMode, "rounds">): number[] {
  return rounds.map(({ p50Ns }) => p50Ns).filter((ns) => ns !== null);
}

function flushesSeen(spaced: SpacedSaves, inARow: MeasuredMode): string {
  const [rested, row] = [spaced.deviceFlushesPerSync, inARow.deviceFlushesPerSync];
  return rested === null || row === null || hidesFlushes(spaced)
    ? ""
    : ` The system counted ${formatFlushes(rested)} flush commands to the drive for each of the first and ${formatFlushes(row)} for each of the others.`;
}

/** Only where it was counted, without what other programs may have sent during the rests. */
function why(spaced: SpacedSaves, inARow: MeasuredMode, measured: Facts["measured"]): string {
  const [rested, row] = [spaced.deviceFlushesPerSync, inARow.deviceFlushesPerSync];
  const others = othersPerSecond(measured);
  if (rested === null || row === null || others === null || hidesFlushes(spaced)) {
    return "";
  }
  const seconds = spaced.rounds.reduce((sum, { elapsedNs }) => sum + elapsedNs / 1e9, 0);
  const own = rested - (others * seconds) / spaced.operations;
  return own - row >= flushesApart
    ? "Saves in a row share some of the flushes that each single save needs. "
    : "";
}

/** Flushes counted while this program sent none: in the modes that never ask for one. */
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
