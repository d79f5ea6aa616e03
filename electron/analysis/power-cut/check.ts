import type { PowerCutFound } from "#contract/power-cut/state";
import type { PowerCutLayout, PowerCutMode } from "#contract/power-cut/test";
import { type Fate, type Found, fateOf, finder, foundIn, isIllegible } from "./fate";
import {
  appendNumber,
  createNumber,
  expectedUpTo,
  nextInSlot,
  operationOf,
  renameNumber,
} from "./schedule";

/** An acknowledged operation whose record must exist, and its fate. */
export interface Checked {
  readonly number: number;
  readonly fate: Fate;
  /** The operation's record if it is intact at its position in the test file; otherwise `null`. */
  readonly record: { readonly order: number; readonly elapsedNs: number } | null;
}

/**
 * The fate of each acknowledged operation of a mode that no later operation replaced. `last` is the
 * highest acknowledged number, `left` the data read back, `cutAtNs` the latest time of the cut, if
 * known.
 */
export function checkMode(
  layout: PowerCutLayout,
  mode: PowerCutMode,
  last: number,
  left: PowerCutFound,
  cutAtNs: number | null,
): Checked[] {
  const checked = checkPlaces(layout, mode, last, left, inFlightLimit(layout, last, left, cutAtNs));
  const isUnreadable = left.fault !== null && !left.missing;
  return isUnreadable ? checked.map((one) => ({ ...one, fate: "unreadable" })) : checked;
}

/** Whether the operation's record is gone, changed, misplaced or unreadable. */
export function isFailed({ fate }: Checked): boolean {
  return fate !== "survived" && fate !== "inFlight";
}

/**
 * The highest number that an operation in flight at the cut can have: operations start at least
 * `paceNs` apart. If the time of the cut is not known, `slotCount` more operations may have begun.
 */
function inFlightLimit(
  { paceNs, slotCount }: PowerCutLayout,
  last: number,
  { newest, slots }: PowerCutFound,
  cutAtNs: number | null,
): number {
  const begun = Math.max(last, ...slots.numbers);
  const isBounded = cutAtNs !== null && newest !== null && paceNs > 0;
  const later = isBounded ? Math.ceil((cutAtNs - newest.elapsedNs) / paceNs) + 1 : slotCount;
  return begun + Math.min(Math.max(later, 1), slotCount);
}

function checkPlaces(
  layout: PowerCutLayout,
  mode: PowerCutMode,
  last: number,
  left: PowerCutFound,
  mostInFlight: number,
): Checked[] {
  const testsNames = mode.nameRefusal === null;
  const expected = expectedUpTo(layout, testsNames, last);
  const checked: Checked[] = [];
  const take = (number: number, found: Found) => {
    const { blocks } = operationOf(layout, testsNames, number);
    const fate = fateOf(found, { number, blocks, last });
    checked.push({ number, fate, record: recordOf(found, number) });
  };
  const slot = finder(left.slots);
  // One writer had at most one operation in flight, so only one slot without a legible record is
  // `inFlight`: the slot that was to be overwritten first.
  const inFlight = { next: mostInFlight + 1, number: 0 };
  for (const [place, number] of expected.slots) {
    const found = slot(place);
    take(number, found);
    if ("number" in found) {
      continue;
    }
    const { blocks } = operationOf(layout, testsNames, number);
    const next = nextInSlot(layout, testsNames, place, last, inFlight.next - 1);
    if (next !== null && isIllegible(found, { number, blocks, next })) {
      Object.assign(inFlight, { next, number });
    }
  }
  const position = finder(left.log);
  for (let place = 0; place < expected.logRecords; place += 1) {
    take(appendNumber(layout, place), position(place));
  }
  const named = new Map(left.names.map((file) => [file.name, foundIn(file)]));
  for (let name = 1; name <= expected.names; name += 1) {
    const created = named.get(`${name}.created`);
    const renamed = named.get(`${name}.renamed`);
    checked.push(checkName(layout, name, last, created, renamed));
  }
  return checked.map((one) =>
    one.number === inFlight.number ? { ...one, fate: "inFlight" } : one,
  );
}

/**
 * The fate of a file that one operation creates and another renames. Until the rename is
 * acknowledged, either name is right.
 */
function checkName(
  layout: PowerCutLayout,
  name: number,
  last: number,
  created: Found | undefined,
  renamed: Found | undefined,
): Checked {
  const createdBy = createNumber(layout, name);
  const renamedBy = renameNumber(layout, name);
  const isRenamed = renamedBy <= last;
  const number = isRenamed ? renamedBy : createdBy;
  const content = renamed ?? created;
  if (!content) {
    return { number, fate: "nameMissing", record: null };
  }
  if (isRenamed && created) {
    return { number, fate: renamed ? "nameBoth" : "nameOld", record: null };
  }
  const { blocks } = operationOf(layout, true, createdBy);
  const fate = fateOf(content, { number: createdBy, blocks, last });
  return { number, fate, record: recordOf(content, createdBy) };
}

function recordOf(found: Found, number: number): Checked["record"] {
  return "number" in found && found.number === number ? found : null;
}
