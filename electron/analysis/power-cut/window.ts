import type { FlushModeId } from "#contract/flush-mode";
import type { PowerCutFound, PowerCutPlaces } from "#contract/power-cut/found";
import type { CutSigns } from "./cut-evidence";
import type { Knowing } from "./known";

/**
 * The blind window. A drive that ignores flushes but writes out by itself after a time T loses only
 * what is younger than T when its power goes. So the age of the newest save that was checked bounds
 * what the test can see, and it needs the latest moment at which the power can have gone.
 */

/** How far back from the newest record the witness's lag is considered. */
const lagSpanNs = 5_000_000_000;

/** What is known about the moment of the cut. */
export interface CutMoment extends Knowing {
  readonly cut: Pick<CutSigns, "deed" | "computerRestarted">;
  /** The writing was ended before the power went, or by something else than the cut. */
  readonly wasStopped: boolean;
}

/**
 * The latest moment of the cut on the clock of the writing; `null` where nothing bounds it.
 *
 * Where the computer stayed on: the failed operation was under way or about to begin when the power
 * went, and none had taken longer than the longest. Elsewhere the power went before the next numbers
 * could reach the witness: at most its lag after those it holds. Each record on the disk carries
 * how far the witness had confirmed the writing by then, the way back included.
 */
export function latestCutNs(known: CutMoment): number | null {
  const { acknowledged, ending, found, cut } = known;
  if (known.wasStopped) {
    return null;
  }
  if (ending !== null) {
    // A drive that disconnected while the computer lost its power at another time was cut off then.
    const isCut = cut.computerRestarted === false || cut.deed === "cable";
    return isCut ? ending.failedAtNs + ending.longestNs : null;
  }
  const records = timesIn(found);
  const newestNs = newestOf(records);
  const heardNs = acknowledged.elapsedNs ?? newestHeldNs(acknowledged.numbers, found);
  const lagNs = witnessLagNs(records, newestNs);
  // Where the disk holds a later record the witness stood still, nobody knows for how long.
  return lagNs === null || heardNs + lagNs < newestNs ? null : heardNs + lagNs;
}

/** Upper bound of the age of the newest of these records at the cut; `null` where not known. */
export function windowNs(
  records: readonly { readonly elapsedNs: number }[],
  cutAtNs: number | null,
): number | null {
  return cutAtNs === null || records.length === 0 ? null : Math.max(cutAtNs - newestOf(records), 0);
}

/**
 * A number that was typed has no time of its own; its record on the disk has. Where no such record
 * is there it is before all times.
 */
function newestHeldNs(
  held: readonly { readonly mode: FlushModeId; readonly number: number }[],
  found: readonly PowerCutFound[],
): number {
  const times = found.flatMap(({ mode, slots, log }) =>
    held
      .filter((one) => one.mode === mode)
      .flatMap(({ number }) => [slots, log].flatMap(timesOf(number))),
  );
  return Math.max(-Infinity, ...times);
}

const timesOf =
  (number: number) =>
  ({ numbers, elapsedNs }: PowerCutPlaces): number[] =>
    elapsedNs.filter((_, place) => numbers[place] === number);

interface RecordTimes {
  readonly elapsedNs: number;
  readonly witnessedNs: number;
}

function timesIn(found: readonly PowerCutFound[]): RecordTimes[] {
  return found
    .flatMap(({ slots, log }) => [slots, log])
    .flatMap(({ numbers, elapsedNs, witnessedNs }) =>
      numbers.flatMap((number, place) =>
        number > 0
          ? [{ elapsedNs: elapsedNs[place] ?? 0, witnessedNs: witnessedNs[place] ?? 0 }]
          : [],
      ),
    );
}

function newestOf(records: readonly Pick<RecordTimes, "elapsedNs">[]): number {
  return records.reduce((most, { elapsedNs }) => Math.max(most, elapsedNs), 0);
}

/**
 * The longest lag of the last seconds up to the last confirmation; how long the next one would have
 * taken is not known. `null` where the witness confirmed nothing, or what was not written yet.
 */
function witnessLagNs(records: readonly RecordTimes[], newestNs: number): number | null {
  const recent = records.filter(({ elapsedNs }) => elapsedNs >= newestNs - lagSpanNs);
  const lastNs = recent.reduce((most, { witnessedNs }) => Math.max(most, witnessedNs), 0);
  const lagsNs = recent
    .filter(({ witnessedNs }) => witnessedNs < lastNs)
    .map(({ elapsedNs, witnessedNs }) => elapsedNs - witnessedNs);
  const isAhead = recent.some(({ elapsedNs, witnessedNs }) => witnessedNs > elapsedNs);
  return isAhead || lagsNs.length === 0 ? null : lagsNs.reduce((most, ns) => Math.max(most, ns), 0);
}
