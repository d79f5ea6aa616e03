import type { FlushModeId } from "#contract/flush-mode";
import type { PowerCutFound, PowerCutPlaces } from "#contract/power-cut/state";
import type { CutSigns } from "./cut-evidence";
import type { Knowing } from "./known";

/**
 * The blind window: a drive that ignores flushes but writes its cache out after a time T loses only
 * data younger than T. The test finds only a T above the age that the newest checked save had at
 * the cut, and the latest possible time of the cut bounds this age.
 */

/** The witness's lag is measured over this many nanoseconds before the newest record. */
const lagSpanNs = 5_000_000_000;

/** Everything known about the time of the cut. */
export interface CutMoment extends Knowing {
  readonly cut: Pick<CutSigns, "deed" | "computerRestarted">;
  /** Whether the writing ended before the cut or for another reason: its end is not the cut's. */
  readonly wasStopped: boolean;
}

/**
 * The latest time of the cut, in nanoseconds since the writing began; `null` if nothing bounds it.
 *
 * If the computer stayed on, the cut came at most the longest operation's duration after the failed
 * operation began. If it went off, the cut came at most the witness's lag after its newest number.
 * Each record holds the time up to which the witness had confirmed the writing, so the lag includes
 * the confirmation's way back.
 */
export function latestCutNs(known: CutMoment): number | null {
  const { acknowledged, ending, found, cut } = known;
  if (known.wasStopped) {
    return null;
  }
  if (ending !== null) {
    // The failed operation dates the cut only if the cut caused the failure.
    const isCut = cut.computerRestarted === false || cut.deed === "cable";
    return isCut ? ending.failedAtNs + ending.longestNs : null;
  }
  const records = timesIn(found);
  const newestNs = newestOf(records);
  const heardNs = acknowledged.elapsedNs ?? newestHeldNs(acknowledged.numbers, found);
  const lagNs = witnessLagNs(records, newestNs);
  // If a record on the disk is newer than `heardNs + lagNs`, the witness had stopped earlier, and
  // nothing bounds the cut.
  return lagNs === null || heardNs + lagNs < newestNs ? null : heardNs + lagNs;
}

/** Most nanoseconds between the newest of `records` and the cut; `null` if not known. */
export function windowNs(
  records: readonly { readonly elapsedNs: number }[],
  cutAtNs: number | null,
): number | null {
  return cutAtNs === null || records.length === 0 ? null : Math.max(cutAtNs - newestOf(records), 0);
}

/**
 * When the newest operation that the witness knows was written, in nanoseconds since the writing
 * began. A number that a person typed is dated by its record; without one the result is -Infinity.
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
 * The longest time, in nanoseconds, from a confirmation by the witness to a record that was made
 * before the next one. Records with the very last confirmation are left out: when the next one
 * would have come is not known. `null` if nothing was confirmed or a confirmation is later than its
 * record.
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
