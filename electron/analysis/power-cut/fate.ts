import { type PowerCutNamed, type PowerCutPlaces, sectorCodes } from "#contract/power-cut/found";
import { powerCutBlockBytes, powerCutSectorBytes } from "#contract/power-cut/plan";
import type { PowerCutCounts } from "#contract/power-cut/report";

/** What became of one acknowledged operation, as `PowerCutCounts` counts it. */
export type Fate = Exclude<keyof PowerCutCounts, "acknowledged" | "replaced">;

/** What stands in a place: the number of a whole record, or its sectors one by one. */
export type Found =
  | { readonly number: number; readonly order: number; readonly elapsedNs: number }
  | { readonly sectors: readonly number[] };

/** The operation that was the last acknowledged one in a place. */
export interface Wanted {
  readonly number: number;
  readonly blocks: number;
  /** The last acknowledged number of the mode; what has a higher one was under way. */
  readonly last: number;
}

const nothing: Found = { sectors: [] };

/** What was found in each place of a file, for quick look-up; places beyond its end are nothing. */
export function finder(places: PowerCutPlaces): (place: number) => Found {
  const broken = new Map(places.broken.map(({ place, sectors }) => [place, sectors]));
  const unreadable: Found = { sectors: [sectorCodes.unreadable] };
  return (place) => {
    const number = places.numbers[place] ?? -1;
    if (number >= 0) {
      return {
        number,
        order: places.orders[place] ?? 0,
        elapsedNs: places.elapsedNs[place] ?? 0,
      };
    }
    const sectors = broken.get(place);
    if (sectors) {
      return { sectors };
    }
    // A file that exists but cannot be opened or measured has not lost its content.
    const isRefused = places.fault !== null && !places.missing && places.numbers.length === 0;
    return isRefused ? unreadable : nothing;
  };
}

export function foundIn(named: PowerCutNamed): Found {
  const { number, order, elapsedNs, sectors } = named;
  return number === null ? { sectors } : { number, order, elapsedNs };
}

/**
 * What became of the operation that was the last acknowledged one in its place.
 *
 * A place whose record is not whole is judged by the sectors the wanted record covered: a sector
 * older than it proves that it never arrived completely, whatever was under way when the power
 * went. Without such a sector, one of a later record excuses the rest: that record was being
 * written over it and nobody was told yet that it is safe.
 */
export function fateOf(found: Found, wanted: Wanted): Fate {
  if ("number" in found) {
    if (found.number >= wanted.number) {
      return "survived";
    }
    return found.number > 0 ? "stale" : "lost";
  }
  const covered = Array.from(
    { length: (wanted.blocks * powerCutBlockBytes) / powerCutSectorBytes },
    (_, index) => found.sectors[index] ?? sectorCodes.absent,
  );
  if (covered.every((sector) => sector === wanted.number)) {
    return "survived";
  }
  if (covered.every(isEmpty)) {
    return "lost";
  }
  if (covered.includes(sectorCodes.foreign)) {
    return "misplaced";
  }
  const isUnderWay = found.sectors.some((sector) => sector > wanted.last);
  const isOld = (sector: number) => isEmpty(sector) || (sector > 0 && sector < wanted.number);
  if (covered.includes(sectorCodes.damaged)) {
    return isUnderWay && !covered.some(isOld) ? "inFlight" : "corrupted";
  }
  if (covered.includes(sectorCodes.unreadable)) {
    return isUnderWay && !covered.some(isOld) ? "inFlight" : "unreadable";
  }
  if (covered.some(isOld)) {
    return covered.some((sector) => sector >= wanted.number) ? "torn" : "stale";
  }
  return "inFlight";
}

/**
 * Whether nothing but what the drive could not make sense of stands beside the two records that
 * meet in a slot: the one that was acknowledged and `next`, the first to be written over it. A write
 * under way when the power goes can leave its whole place illegible, old content included.
 */
export function isIllegible(
  found: Extract<Found, { readonly sectors: readonly number[] }>,
  {
    number,
    blocks,
    next,
  }: { readonly number: number; readonly blocks: number; readonly next: number },
): boolean {
  const covered = found.sectors.slice(0, (blocks * powerCutBlockBytes) / powerCutSectorBytes);
  const isNoise = (sector: number) =>
    sector === sectorCodes.damaged || sector === sectorCodes.unreadable;
  return (
    covered.some(isNoise) &&
    covered.every((sector) => isNoise(sector) || sector === number || sector === next)
  );
}

/** Nothing that was saved: the fill before the test, zeros, or no file at all. */
function isEmpty(sector: number): boolean {
  return sector === 0 || sector === sectorCodes.zero || sector === sectorCodes.absent;
}
