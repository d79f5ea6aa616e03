import type { PowerCutLayout } from "#contract/power-cut/test";

/** An operation of the plug test; `place` numbers the overwritten slot, log position or file. */
export interface Operation {
  readonly kind: "overwrite" | "append" | "create" | "rename";
  readonly place: number;
  /** Length of the operation's record in blocks; 0 for a rename, which writes no record. */
  readonly blocks: number;
}

/**
 * The `number`-th operation (from 1) of a mode. It depends on the number alone, so the last
 * acknowledged number says what must exist. native/src/power-cut/schedule.h has the same function.
 */
export function operationOf(
  layout: PowerCutLayout,
  testsNames: boolean,
  number: number,
): Operation {
  // Knuth's multiplicative hash of the low 32 bits varies the records' lengths without a pattern.
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

export function appendNumber(layout: PowerCutLayout, position: number): number {
  return position * layout.appendEvery + layout.appendEvery / 2;
}

export function createNumber(layout: PowerCutLayout, name: number): number {
  return name * layout.namesEvery;
}

export function renameNumber(layout: PowerCutLayout, name: number): number {
  return createNumber(layout, name) + layout.namesEvery / 2;
}

/** The first operation after `last`, up to `end`, that rewrites the slot; `null` if none does. */
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

/** The last acknowledged operation for each slot, log position and file of a mode. */
export interface Expected {
  /** Maps each slot to the number of its last acknowledged operation. */
  readonly slots: ReadonlyMap<number, number>;
  /** Number of acknowledged appends to the log; they fill its positions from 0 on. */
  readonly logRecords: number;
  /** Number of files whose creation was acknowledged; the files are numbered from 1. */
  readonly names: number;
}

/** What must exist if all operations up to `last` are acknowledged. */
export function expectedUpTo(layout: PowerCutLayout, testsNames: boolean, last: number): Expected {
  const slots = new Map<number, number>();
  // Newest first: the first operation found for a slot is the last one written there.
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
