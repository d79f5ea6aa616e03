import type { FlushModeId } from "../../contract/flush-mode";
import type { PlugFound, PlugPlaces } from "../../contract/power-cut-found";
import type { Checked } from "./check";
import type { Knowing } from "./known";

/**
 * The blind window. A drive that ignores flushes but writes out by itself after a time T loses only
 * what is younger than T when its power goes. So the age of the newest save that was checked bounds
 * what the test can see, and it needs the latest moment at which the power can have gone.
 */

/** How long before the newest record the lag of the witness is looked at. */
const lagSpanNs = 5_000_000_000;

/**
 * The latest moment of the cut on the clock of the writing; `null` where nothing bounds it.
 *
 * Where the computer stayed on: the failed operation was under way or about to begin when the power
 * went, and none had taken longer than the longest. Elsewhere the power went before the next numbers
 * could reach the witness: at most its lag after those it holds. Each record on the disk carries
 * how far the witness had confirmed the writing by then, the way back included.
 */
export function latestCutNs({ acknowledged, ending, found }: Knowing): number | null {
  if (ending !== null) {
    return ending.failedAtNs + ending.longestNs;
  }
  const heardNs = acknowledged.elapsedNs ?? newestHeldNs(acknowledged.numbers, found);
  const lagNs = witnessLagNs(found);
  return heardNs === null || lagNs === null ? null : heardNs + lagNs;
}

/** At most so old was the newest of these at the cut; `null` where that is not known. */
export function windowNs(survivors: readonly Checked[], cutAtNs: number | null): number | null {
  const newestNs = survivors.reduce(
    (most, { record }) => Math.max(most, record?.elapsedNs ?? -1),
    -1,
  );
  return cutAtNs === null || newestNs < 0 ? null : Math.max(cutAtNs - newestNs, 0);
}

/** A number that was typed has no time of its own; its record on the disk has. */
function newestHeldNs(
  numbers: readonly { readonly mode: FlushModeId; readonly number: number }[],
  found: readonly PlugFound[],
): number | null {
  const times = numbers.flatMap((held) => {
    const left = found.find(({ mode }) => mode === held.mode);
    return left === undefined ? [] : [left.slots, left.log].flatMap(timesOf(held.number));
  });
  return times.length === 0 ? null : Math.max(...times);
}

const timesOf =
  (number: number) =>
  ({ numbers, elapsedNs }: PlugPlaces): number[] =>
    numbers.flatMap((one, place) => (one === number ? (elapsedNs[place] ?? []) : []));

/** The longest lag of the last seconds; `null` where the witness confirmed nothing. */
function witnessLagNs(found: readonly PlugFound[]): number | null {
  const records = found
    .flatMap(({ slots, log }) => [slots, log])
    .flatMap(({ numbers, elapsedNs, witnessedNs }) =>
      numbers.flatMap((number, place) =>
        number > 0
          ? [{ elapsedNs: elapsedNs[place] ?? 0, witnessedNs: witnessedNs[place] ?? 0 }]
          : [],
      ),
    );
  const newestNs = records.reduce((most, record) => Math.max(most, record.elapsedNs), 0);
  const recent = records.filter(({ elapsedNs }) => elapsedNs >= newestNs - lagSpanNs);
  if (recent.every(({ witnessedNs }) => witnessedNs === 0)) {
    return null;
  }
  return recent.reduce((most, one) => Math.max(most, one.elapsedNs - one.witnessedNs), 0);
}
