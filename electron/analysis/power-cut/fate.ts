import { type PowerCutNamed, type PowerCutPlaces, sectorCodes } from "#contract/power-cut/state";
import {
  type PowerCutCounts,
  powerCutBlockBytes,
  powerCutSectorBytes,
} from "#contract/power-cut/test";

/** The fate of one acknowledged operation, named after its count in `PowerCutCounts`. */
export type Fate = Exclude<keyof PowerCutCounts, "acknowledged" | "replaced">;

/**
 * What the part of a test file that belongs to one operation contains: an intact record, or a code
 * for each sector.
 */
export type Found =
  | { readonly number: number; readonly order: number; readonly elapsedNs: number }
  | { readonly sectors: readonly number[] };

/**
 * What the part of a test file that belongs to one operation must contain: the last operation
 * acknowledged for it.
 */
export interface Wanted {
  readonly number: number;
  readonly blocks: number;
  /** Number of the mode's last acknowledged operation. */
  readonly last: number;
}

const nothing: Found = { sectors: [] };

/**
 * Returns a look-up of the contents of each slot or log position of a file; beyond the file's end
 * they are empty.
 */
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
    // A file that exists but cannot be opened or measured counts as unreadable, not as lost.
    const isRefused = places.fault !== null && !places.missing && places.numbers.length === 0;
    return isRefused ? unreadable : nothing;
  };
}

export function foundIn(named: PowerCutNamed): Found {
  const { number, order, elapsedNs, sectors } = named;
  return number === null ? { sectors } : { number, order, elapsedNs };
}

/**
 * The fate of the last acknowledged operation of a place (a slot, a log position or a file).
 *
 * A place without an intact record is judged by the sectors of the wanted record. A sector that is
 * older proves that the record never arrived completely. If none is older, a sector of a later
 * record excuses unreadable and damaged ones: that record, not yet acknowledged, was overwriting
 * the wanted one.
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
 * Whether all sectors of a record's slot are unreadable or damaged, except those of the
 * acknowledged record and of `next`, the record that was to overwrite it. An interrupted write can
 * leave the whole slot like this.
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

/** Whether the sector holds no saved data: the fill from before the test, zeros, or no file. */
function isEmpty(sector: number): boolean {
  return sector === 0 || sector === sectorCodes.zero || sector === sectorCodes.absent;
}
