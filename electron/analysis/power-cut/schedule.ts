import type { PowerCutLayout } from "#contract/power-cut/plan";

/** What one operation of the plug test does; `place` is a slot, a position, or a file's number. */
export interface Operation {
  readonly kind: "overwrite" | "append" | "create" | "rename";
  readonly place: number;
  /** Blocks of its record; 0 for a rename, which has none. */
  readonly blocks: number;
}

/**
 * What the `number`-th operation (from 1) of a mode does. Nothing but the number decides, so that
 * the last acknowledged number alone tells what must be there after a power cut. The same in C++:
 * native/src/power-cut/schedule.h.
 */
export function operationOf(
  layout: PowerCutLayout,
  testsNames: boolean,
  number: number,
): Operation {
  // Knuth's multiplicative hash of the low 32 bits: lengths without a pattern.
  const mixed = Math.imul(number, 2654435761) >>> 16;
  const blocks = 1 + (mixed % layout.slotBlocks);
  const name = Math.floor(number / layout.namesEvery);
  if (testsNames && name >= 1 && name <= layout.nameLimit) {
    if (number === createNumber(layout, name)) {
      return { kind: "create", place: name, blocks };
    }
    if (number === renameNumber(layout, name)) {
      return { kind: "rename", place: name, blocks: 0 };
    }
  }
  const position = Math.floor(number / layout.appendEvery);
  if (number === appendNumber(layout, position) && position < layout.logRecords) {
    return { kind: "append", place: position, blocks: 1 };
  }
  const place = ((number % layout.slotCount) * layout.slotStride) % layout.slotCount;
  return { kind: "overwrite", place, blocks };
}

/** The number of the operation that appends to this position of the log. */
export function appendNumber(layout: PowerCutLayout, position: number): number {
  return position * layout.appendEvery + layout.appendEvery / 2;
}

/** The number of the operation that creates this file. */
export function createNumber(layout: PowerCutLayout, name: number): number {
  return name * layout.namesEvery;
}

/** The number of the operation that renames this file. */
export function renameNumber(layout: PowerCutLayout, name: number): number {
  return createNumber(layout, name) + layout.namesEvery / 2;
}

/** The first operation after `last`, up to `end`, that rewrites this slot; `null` for none. */
export function nextInSlot(
  layout: PowerCutLayout,
  testsNames: boolean,
  slot: number,
  last: number,
  end: number,
): number | null {
  for (let number = last + 1; number <= end; number += 1) {
    const { kind, place } = operationOf(layout, testsNames, number);
    if (kind === "overwrite" && place === slot) {
      return number;
    }
  }
  return null;
}

/** The last operation that was acknowledged in each place up to a number. */
export interface Expected {
  /** Slot to number. */
  readonly slots: ReadonlyMap<number, number>;
  /** Positions of the log from 0, as many as are acknowledged. */
  readonly logRecords: number;
  /** Files from 1, as many as are acknowledged as created. */
  readonly names: number;
}

/** What must be there when all operations up to `last` are acknowledged. */
export function expectedUpTo(layout: PowerCutLayout, testsNames: boolean, last: number): Expected {
  const slots = new Map<number, number>();
  // From the newest backwards: the first one met in a slot is the last written there.
  for (let number = last; number >= 1 && slots.size < layout.slotCount; number -= 1) {
    const operation = operationOf(layout, testsNames, number);
    if (operation.kind === "overwrite" && !slots.has(operation.place)) {
      slots.set(operation.place, number);
    }
  }
  const beforeFirst = layout.appendEvery / 2;
  const appended = Math.floor((last - beforeFirst) / layout.appendEvery) + 1;
  return {
    slots,
    logRecords: Math.min(Math.max(appended, 0), layout.logRecords),
    names: testsNames ? Math.min(Math.floor(last / layout.namesEvery), layout.nameLimit) : 0,
  };
}
