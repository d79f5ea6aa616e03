import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { commitOptions, folderName } from "../helpers/native-commits";
import { engine, prepareOptions } from "../helpers/native-engine";
import { append, fileBytes, mebibyte, pass } from "../helpers/native-sequential";
import { plainModes, quickLayout } from "../helpers/power-cut-run";

/**
 * What is wrong, the changed options, and the name in the error if it is not the first changed
 * option.
 */
type Row = readonly [what: string, changes: object, named?: string];

interface Suite {
  readonly name: string;
  readonly method: string;
  /** A session in a state in which the method may be called, and options that it accepts. */
  readonly ready: (
    directory: string,
  ) => Promise<readonly [session: { close(): Promise<void> }, options: object]>;
  readonly wrong: readonly Row[];
}

const blockBytes = 4096;
const capacity = { folderName, fileBytes: mebibyte, seed: 1 };
const documents = { folderName, mostBytes: 65_536, seed: 1 };
const writing = { mode: "none", durationNs: 1e9, maxBytes: blockBytes } as const;
const onWindows = process.platform === "win32";

async function prepared(directory: string) {
  const session = engine.openSession();
  await session.prepare(prepareOptions(directory, { fileBytes }));
  return session;
}

async function preparedCapacity(directory: string) {
  const session = engine.openCapacitySession();
  await session.prepare({ directory, ...capacity });
  return session;
}

const wrongModes: readonly Row[] = [
  ["an unknown mode", { mode: "hope" }],
  ["a mode of another system", { mode: onWindows ? "fsync" : "write_through" }],
];

const suites: readonly Suite[] = [
  {
    name: "prepare() of a test file",
    method: "prepare",
    ready: async (directory) => [engine.openSession(), prepareOptions(directory)],
    wrong: [
      ["an empty directory", { directory: "" }],
      ["a directory that is no string", { directory: 5 }],
      ["a directory with a null character", { directory: "/tmp\0x" }],
      ["a name with a slash", { fileName: "a/b" }],
      ["a name with a backslash", { fileName: "a\\b" }],
      ["a name with a colon", { fileName: "a:b" }],
      ["the name .", { fileName: "." }],
      ["the name ..", { fileName: ".." }],
      ["no name", { fileName: undefined }],
      ["no size", { fileBytes: undefined }],
      ["a negative size", { fileBytes: -4096 }],
      ["a size of half a byte", { fileBytes: 0.5 }],
      ["a size that is no multiple of the block", { fileBytes: 4096 * 3 + 512 }],
      ["a size of NaN", { fileBytes: Number.NaN }],
      ["an endless size", { fileBytes: Number.POSITIVE_INFINITY }],
      ["a size beyond safe integers", { fileBytes: 2 ** 60 }],
      ["more blocks than the engine counts", { fileBytes: 2 ** 45 }],
      ["a size as text", { fileBytes: "4096" }],
      ["a size as a BigInt", { fileBytes: 4096n }],
      ["a block of 256 bytes", { blockBytes: 256 }],
      ["a block that is no power of two", { blockBytes: 4096 + 512 }],
      ["a block of 2 MiB", { blockBytes: 2 ** 21, fileBytes: 2 ** 22 }],
      ["no seed", { seed: undefined }],
    ],
  },
  {
    name: "measure() of a test file",
    method: "measure",
    ready: async (directory) => [await prepared(directory), writing],
    wrong: [
      ...wrongModes,
      ["no mode", { mode: undefined }],
      ["no time", { durationNs: 0 }],
      ["no bytes", { maxBytes: 0 }],
      ["a pace of 0", { paceNs: 0 }],
      ["a rest of 0", { idleNs: 0 }],
      ["a warm-up of 0", { warmupNs: 0 }],
      ["a pace together with a rest", { paceNs: 1e6, idleNs: 1e6 }],
    ],
  },
  {
    name: "sequential() of a test file",
    method: "sequential",
    ready: async (directory) => [await prepared(directory), pass()],
    wrong: [
      ...wrongModes,
      ["a write of less than 512 bytes", append({ writeBytes: 511 }), "writeBytes"],
      ["a write of more than 16 MiB", append({ writeBytes: 2 ** 24 + 512 }), "writeBytes"],
      ["nothing to write", { totalBytes: 0 }],
      ["more bytes than the file has", { totalBytes: fileBytes + 65_536 }],
      ["a total that ends within a block", { totalBytes: blockBytes + 512 }],
      ["a write that ends within a block", { writeBytes: blockBytes + 512 }],
      ["a write smaller than a block", { writeBytes: 512 }],
      ["no time", { maxNs: 0 }],
      ["an unknown layout", { layout: "both" }],
      ["a sync every 0 bytes", { syncEveryBytes: 0 }],
      ["a missing syncEveryBytes", { syncEveryBytes: undefined }],
      ["a number in place of a boolean", { syncAtEnd: 1 }],
      ["a background interval of 0", { backgroundSyncNs: 0 }],
      ["a missing unbuffered", { unbuffered: undefined }],
      [
        "writes that bypass the cache in a mode with open flags",
        { unbuffered: true, mode: onWindows ? "write_through" : "o_dsync" },
      ],
      [
        "a total that is not a whole number of writes that bypass the cache",
        append({ unbuffered: true, totalBytes: fileBytes + 4096 }),
        "totalBytes",
      ],
    ],
  },
  {
    name: "concurrent() of a test file",
    method: "concurrent",
    ready: async (directory) => [
      await prepared(directory),
      {
        pattern: "random",
        blockBytes,
        requests: 1,
        readPercent: 100,
        warmupNs: 0,
        durationNs: 1e6,
        maxWrittenBytes: 1e15,
      },
    ],
    wrong: [
      ["an unknown pattern", { pattern: "zigzag" }],
      ["no requests", { requests: 0 }],
      ["too many requests", { requests: 65 }],
      ["more than 100 percent of reads", { readPercent: 101 }],
      ["no time", { durationNs: 0 }],
      ["a block that is no power of two", { blockBytes: 12_288 }],
      ["a block smaller than the file's", { blockBytes: 2048 }],
      ["a block that does not divide the file's size", { blockBytes: 8 * mebibyte }],
      ["a block of 32 MiB", { blockBytes: 32 * mebibyte }],
      ["nothing to write", { maxWrittenBytes: 0 }],
    ],
  },
  {
    name: "refill() of a test file",
    method: "refill",
    ready: async (directory) => [await prepared(directory), { pieceBytes: blockBytes }],
    wrong: [
      ["a piece smaller than a block", { pieceBytes: blockBytes / 2 }],
      ["a piece that is no power of two", { pieceBytes: 3 * blockBytes }],
      ["a piece of 2 MiB", { pieceBytes: 2 * mebibyte }],
    ],
  },
  {
    name: "run() of a database",
    method: "run",
    ready: async (directory) => [
      engine.openCommitSession(),
      commitOptions(directory, { database: "append-log", variant: "log" }),
    ],
    wrong: [
      ["an unknown database", { database: "leveldb" }, "leveldb"],
      ["the variant of another database", { variant: "wal" }],
      ["an unknown durability", { durability: "hopeful" }],
      ["a folder's name with a slash", { folderName: "a/b" }],
      ["no records", { recordsPerTransaction: 0 }],
      ["more records than are held in memory", { recordsPerTransaction: 1_000_001 }],
      ["no transactions", { transactions: 0 }],
      ["more than a tebibyte of records", { transactions: 2 ** 50 }, "1 TiB"],
      [
        "a transaction of more than a gibibyte",
        { recordsPerTransaction: 2e5, valueBytes: 65_536 },
        "1 GiB",
      ],
      ["keys that cannot all be different", { keyBytes: 7 }],
      ["keys that are too long", { keyBytes: 257 }],
      ["no value", { valueBytes: 0 }],
      ["values that are too long", { valueBytes: 65_537 }],
      ["no time", { maxNs: 0 }],
    ],
  },
  {
    name: "prepare() of several files",
    method: "prepare",
    ready: async (directory) => [
      engine.openParallelSession(),
      { ...prepareOptions(directory), files: 2 },
    ],
    wrong: [
      ["no files", { files: 0 }],
      ["empty files", { fileBytes: 0 }],
    ],
  },
  {
    name: "measure() of several files",
    method: "measure",
    ready: async (directory) => {
      const session = engine.openParallelSession();
      await session.prepare({ ...prepareOptions(directory), files: 2 });
      return [session, { ...writing, writers: 2 }];
    },
    wrong: [
      ["more writers than files", { writers: 3 }],
      ["no writers", { writers: 0 }],
    ],
  },
  {
    name: "save() of a document",
    method: "save",
    ready: async (directory) => {
      const session = engine.openDocumentSession();
      await session.prepare({ directory, ...documents });
      return [session, { way: "none", documentBytes: 4096, durationNs: 1, maxBytes: 1e6 }];
    },
    wrong: [
      ["an unknown way", { way: "hope" }],
      ["a size that is no multiple of 4096", { documentBytes: 1000 }],
      ["more bytes than prepared for", { documentBytes: 2 * 65_536 }],
      ["no time", { durationNs: 0 }],
    ],
  },
  {
    name: "prepare() of files that fill a volume",
    method: "prepare",
    ready: async (directory) => [engine.openCapacitySession(), { directory, ...capacity }],
    wrong: [["a size of files that is no multiple of 1 MiB", { fileBytes: 5 }]],
  },
  {
    name: "read() of files that fill a volume",
    method: "read",
    ready: async (directory) => [
      await preparedCapacity(directory),
      { fromBytes: 0, bytes: mebibyte },
    ],
    wrong: [["an offset that is no multiple of 1 MiB", { fromBytes: 1 }]],
  },
  {
    name: "hashOf() of files that fill a volume",
    method: "hashOf",
    ready: async (directory) => [
      await preparedCapacity(directory),
      { path: join(directory, "missing"), fromBytes: 0, bytes: 4096 },
    ],
    wrong: [["a piece that is no multiple of 4096", { bytes: 100 }]],
  },
  {
    name: "prepare() of a plug test",
    method: "prepare",
    ready: async (directory) => [
      engine.openPowerCutSession(),
      { folder: directory, modes: plainModes, ...quickLayout },
    ],
    wrong: [
      ["no modes", { modes: [] }],
      ["an unknown mode", { modes: ["fsink"] }],
      ["a mode twice", { modes: [plainModes[0], plainModes[0]] }],
      ["a run number of 0", { run: 0 }],
      ["a stride that shares a divisor with the slots", { slotStride: 61 }],
      ["an odd number between two appends", { appendEvery: 3 }],
      [
        "a distance between names that is no multiple of twice the distance between appends",
        { namesEvery: 24 },
      ],
      ["slots that are too long", { slotBlocks: 17 }],
      ["a pace that is too long", { paceNs: 1e15 }],
      ["a turn that is too long", { mainTurnNs: 1e15 }],
      ["a control after every operation", { controlEvery: 1 }],
    ],
  },
];

const directory = folderOfEach(makeTestDirectory);

describe.each(suites.map((suite) => [suite.name, suite] as const))("%s", (_name, suite) => {
  const { method, ready, wrong } = suite;
  const call = (session: object, options: object): unknown =>
    Reflect.apply(Reflect.get(session, method), session, [options]);

  it("accepts valid options", async () => {
    const [session, options] = await ready(directory());
    await call(session, options);
    await session.close();
  });

  const rows = wrong.map(
    ([what, changes, named = Object.keys(changes)[0] ?? ""]) => [what, changes, named] as const,
  );
  it.each(rows)("throws a TypeError for %s", async (_what, changes, named) => {
    const [session, options] = await ready(directory());
    const before = readdirSync(directory());
    const message: unknown = expect.stringContaining(named);
    expect(() => call(session, { ...options, ...changes })).toThrow(
      expect.objectContaining({ name: "TypeError", code: "ERR_INVALID_ARG", message }),
    );
    expect(readdirSync(directory())).toEqual(before);
    await session.close();
  });
});
