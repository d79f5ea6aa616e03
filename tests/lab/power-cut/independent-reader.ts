import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A second reader of the plug test's files, written from their description in
 * electron/main/power-cut/README.md; it shares no code with the program. It checks for every slot,
 * log record and file name whether the last acknowledged operation is there.
 */

export interface Layout {
  readonly run: number;
  readonly slotCount: number;
  readonly slotBlocks: number;
  readonly slotStride: number;
  readonly appendEvery: number;
  readonly logRecords: number;
  readonly namesEvery: number;
  readonly nameLimit: number;
}

export interface Tally {
  /** Slots, log records and file names that must hold their last acknowledged operation. */
  readonly places: number;
  readonly survived: number;
  /** How many of them hold a later, half-written operation in place of the acknowledged one. */
  readonly underWay: number;
  readonly failed: number;
  /** Records whose first sector was checked against its checksum; `wrongHashes`: mismatches. */
  readonly hashed: number;
  readonly wrongHashes: number;
}

interface Place {
  readonly file: "slots" | "log" | "name";
  readonly index: number;
  /** Number of the operation that wrote the record. */
  readonly number: number;
  readonly sectors: number;
  readonly renamed: boolean;
}

const sectorBytes = 512;
const blockSectors = 8;

export function tallyMode(folder: string, writer: number, layout: Layout, last: number): Tally {
  const files = new Map<string, Buffer>();
  if (existsSync(folder)) {
    for (const name of readdirSync(folder)) {
      files.set(name, readFileSync(join(folder, name)));
    }
  }
  const places = playThrough(layout, last);
  const tally = { places: places.length, survived: 0, underWay: 0, failed: 0 };
  let hashed = 0;
  let wrongHashes = 0;
  for (const place of places) {
    const { content, offset } = whereIs(place, layout, files);
    const room = place.file === "log" ? blockSectors : layout.slotBlocks * blockSectors;
    const numbers = Array.from({ length: room }, (_, index) =>
      numberAt(content, offset + index * sectorBytes, index, writer, place, layout),
    );
    if (isThere(numbers, place, content, offset)) {
      tally.survived += 1;
      // xxHash is slow in JavaScript, so only every 16th record is checked.
      if (tally.survived % 16 === 0 && content) {
        hashed += 1;
        wrongHashes += isHashRight(content.subarray(offset, offset + sectorBytes)) ? 0 : 1;
      }
    } else if (
      numbers.some((number) => number !== null && number > last) &&
      numbers.slice(0, place.sectors).every((number) => number !== null && number >= place.number)
    ) {
      tally.underWay += 1;
    } else {
      tally.failed += 1;
    }
  }
  return { ...tally, hashed, wrongHashes };
}

/** For each slot, log record and file name the last of the operations 1 to `last`. */
function playThrough(layout: Layout, last: number): Place[] {
  const places = new Map<string, Place>();
  for (let number = 1; number <= last; number += 1) {
    const place = placeOf(layout, number);
    places.set(`${place.file} ${place.index}`, place);
  }
  return [...places.values()];
}

function placeOf(layout: Layout, number: number): Place {
  const lengthOf = (of: number) => {
    const product = (BigInt(of) * 2654435761n) & 0xffffffffn;
    return (1 + (Number(product >> 16n) % layout.slotBlocks)) * blockSectors;
  };
  const name = Math.floor(number / layout.namesEvery);
  const phase = number % layout.namesEvery;
  if (name >= 1 && name <= layout.nameLimit && (phase === 0 || phase * 2 === layout.namesEvery)) {
    const created = name * layout.namesEvery;
    return {
      file: "name",
      index: name,
      number: created,
      sectors: lengthOf(created),
      renamed: phase !== 0,
    };
  }
  const position = Math.floor(number / layout.appendEvery);
  if ((number % layout.appendEvery) * 2 === layout.appendEvery && position < layout.logRecords) {
    return { file: "log", index: position, number, sectors: blockSectors, renamed: false };
  }
  const slot = (number * layout.slotStride) % layout.slotCount;
  return { file: "slots", index: slot, number, sectors: lengthOf(number), renamed: false };
}

function whereIs(place: Place, layout: Layout, files: ReadonlyMap<string, Buffer>) {
  switch (place.file) {
    case "slots": {
      const bytes = layout.slotBlocks * blockSectors * sectorBytes;
      return { content: files.get("slots"), offset: place.index * bytes };
    }
    case "log":
      return { content: files.get("log"), offset: place.index * blockSectors * sectorBytes };
    case "name": {
      const created = files.get(`${place.index}.created`);
      const renamed = files.get(`${place.index}.renamed`);
      if (place.renamed) {
        return { content: created ? undefined : renamed, offset: 0 };
      }
      return { content: renamed ?? created, offset: 0 };
    }
  }
}

/**
 * The operation number in a sector; null if the sector belongs to another test, file or position.
 */
function numberAt(
  content: Buffer | undefined,
  offset: number,
  index: number,
  writer: number,
  place: Place,
  layout: Layout,
): number | null {
  if (!content || content.length < offset + sectorBytes) {
    return null;
  }
  const sector = content.subarray(offset, offset + sectorBytes);
  const kind = { slots: 0, log: 1, name: 2 }[place.file];
  const isOwn =
    sector.toString("latin1", 0, 8) === "DrPfPlg2" &&
    Number(sector.readBigUInt64LE(8)) === layout.run &&
    sector.readUInt32LE(40) === place.index &&
    sector.readUInt16LE(44) === index &&
    sector.readUInt8(48) === writer &&
    sector.readUInt8(49) === kind;
  return isOwn ? Number(sector.readBigUInt64LE(16)) : null;
}

/** Whether the slot, log record or file name holds the whole operation or a whole later one. */
function isThere(
  numbers: readonly (number | null)[],
  place: Place,
  content: Buffer | undefined,
  offset: number,
): boolean {
  if (numbers.slice(0, place.sectors).every((number) => number === place.number)) {
    return true;
  }
  const [first = null] = numbers;
  if (!content || first === null || first <= place.number) {
    return false;
  }
  const count = content.readUInt16LE(offset + 46);
  return (
    numbers.slice(0, count).every((number) => number === first) &&
    numbers.slice(count).every((number) => number === null || number <= first)
  );
}

function isHashRight(sector: Buffer): boolean {
  return xxHash64(sector.subarray(0, 504)) === sector.readBigUInt64LE(504);
}

/**
 * xxHash64 of data whose length is a multiple of 8 and at least 32, after the specification of
 * xxHash.
 */
function xxHash64(data: Buffer): bigint {
  const primes = [
    0x9e3779b185ebca87n,
    0xc2b2ae3d27d4eb4fn,
    0x165667b19e3779f9n,
    0x85ebca77c2b2ae63n,
  ] as const;
  const [p1, p2, p3, p4] = primes;
  const wrap = (value: bigint) => BigInt.asUintN(64, value);
  const turn = (value: bigint, bits: bigint) => wrap((value << bits) | (value >> (64n - bits)));
  const round = (lane: bigint, word: bigint) => wrap(turn(wrap(lane + word * p2), 31n) * p1);
  const lanes = [wrap(p1 + p2), p2, 0n, wrap(-p1)];
  const stripes = Math.floor(data.length / 32);
  for (let stripe = 0; stripe < stripes; stripe += 1) {
    lanes.forEach((lane, index) => {
      lanes[index] = round(lane, data.readBigUInt64LE(stripe * 32 + index * 8));
    });
  }
  const turns = [1n, 7n, 12n, 18n];
  let hash = wrap(lanes.reduce((sum, lane, index) => sum + turn(lane, turns[index] ?? 0n), 0n));
  for (const lane of lanes) {
    hash = wrap((hash ^ round(0n, lane)) * p1 + p4);
  }
  hash = wrap(hash + BigInt(data.length));
  for (let offset = stripes * 32; offset < data.length; offset += 8) {
    hash = wrap(turn(hash ^ round(0n, data.readBigUInt64LE(offset)), 27n) * p1 + p4);
  }
  hash = wrap((hash ^ (hash >> 33n)) * p2);
  hash = wrap((hash ^ (hash >> 29n)) * p3);
  return hash ^ (hash >> 32n);
}
