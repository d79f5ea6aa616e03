import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type {
  NativeDocumentCounts,
  NativeDocumentSession,
  SaveDocumentsOptions,
} from "#native/index";
import { libraryOfAll } from "../helpers/c-libraries";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { failingCalls, runChild } from "../helpers/native-child";
import { folderName } from "../helpers/native-commits";
import { engine, sum, until } from "../helpers/native-engine";
import { recordCalls } from "../helpers/recorded-calls";

const mebibyte = 1_048_576;
const prepared = { folderName, mostBytes: mebibyte, seed: 20_260_101 };
const ways = engine.documentWays.map(({ way }) => way);
const safeWays = ways.filter((way) => way !== "none");

const saving = (changes: Partial<SaveDocumentsOptions> = {}): SaveDocumentsOptions => ({
  way: "none",
  documentBytes: 4096,
  durationNs: 50e6,
  maxBytes: 64 * mebibyte,
  ...changes,
});

describe("a document session on a real file system", () => {
  const directory = folderOfEach(makeTestDirectory);
  let session: NativeDocumentSession;
  let document: string;

  beforeEach(async () => {
    document = join(directory(), folderName, "document");
    session = engine.openDocumentSession();
    await session.prepare({ ...prepared, directory: directory() });
  });
  afterEach(async () => {
    await session.close();
    expect(readdirSync(directory())).toEqual([]);
  });

  it("offers one way to save without a flush and at least one way with a flush, each with its system calls", () => {
    expect(ways[0]).toBe("none");
    expect(safeWays.length).toBeGreaterThan(0);
    for (const { way, systemCall } of engine.documentWays) {
      expect(systemCall).toMatch(/temporary.*document/);
      expect(/sync|FlushFileBuffers|FSYNC/.test(systemCall)).toBe(way !== "none");
    }
  });

  it.each(ways.flatMap((way) => [4096, 65_536, mebibyte].map((bytes) => [way, bytes] as const)))(
    "saves documents in the way “%s” with %d bytes each, and leaves the last version and no temporary file",
    async (way, documentBytes) => {
      const first = readFileSync(document);
      const counts = await session.save(saving({ way, documentBytes }));
      expect(counts).toMatchObject({ endedBy: "time", fault: null });
      expect(counts.documents).toBeGreaterThan(0);
      expect(counts.bytes).toBe(counts.documents * documentBytes);
      expect(sum(counts.latency.counts)).toBe(counts.documents);
      expect(counts.latency.sumNs).toBeLessThanOrEqual(counts.elapsedNs);
      expect(await session.check()).toBe(true);
      expect(readdirSync(join(directory(), folderName))).toEqual(["document"]);
      expect(statSync(document).size).toBe(documentBytes);
      expect(readFileSync(document).equals(first)).toBe(false);
    },
  );

  it("saves a different, incompressible version each time", async () => {
    const versions = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await session.save(saving({ documentBytes: 65_536, durationNs: 1 }));
      versions.push(readFileSync(document));
    }
    expect(new Set(versions.map((version) => version.toString("base64"))).size).toBe(3);
    for (const version of versions) {
      expect(gzipSync(version).length).toBeGreaterThan(0.99 * version.length);
    }
  });

  it("ends save() after the planned bytes", async () => {
    const counts = await session.save(saving({ durationNs: 60e9, maxBytes: 10 * 4096 }));
    expect(counts).toMatchObject({ endedBy: "bytes", documents: 10, bytes: 10 * 4096 });
  });

  it("fails check() if the document is not the last saved version", async () => {
    await session.save(saving());
    const bytes = readFileSync(document);
    bytes[100] = 255 - (bytes[100] ?? 0);
    writeFileSync(document, bytes);
    expect(await session.check()).toBe(false);
  });

  it("fails check() if a temporary file remains", async () => {
    await session.save(saving());
    writeFileSync(join(directory(), folderName, "document.new"), "");
    expect(await session.check()).toBe(false);
  });

  it("passes check() although the document's folder contains a temporary file of ReplaceFileW", async () => {
    await session.save(saving());
    const theirs = join(directory(), folderName, "document~RF1a2b3c.TMP");
    writeFileSync(theirs, "");
    expect(await session.check()).toBe(true);
    rmSync(theirs);
  });

  it("ends save() between two documents on stop() and leaves a whole document", async () => {
    const running = session.save(saving({ way: safeWays[0] ?? "none", durationNs: 3600e9 }));
    await until("some documents are saved", () => session.snapshot().operations >= 3);
    const saved = session.snapshot().operations;
    session.stop();
    const counts = await running;
    expect(counts).toMatchObject({ endedBy: "stopped", fault: null });
    expect(counts.documents).toBeGreaterThanOrEqual(saved);
    expect(await session.check()).toBe(true);
  });

  it("refuses a second prepare()", () => {
    expect(() => session.prepare({ ...prepared, directory: directory() })).toThrow(
      /prepared already/,
    );
  });
});

describe("a document session", () => {
  it("refuses save() and check() before prepare() and after close()", async () => {
    const session = engine.openDocumentSession();
    expect(() => session.save(saving())).toThrow(/prepare/);
    expect(() => session.check()).toThrow(/prepare/);
    await session.close();
    expect(() => session.save(saving())).toThrow(/closed/);
    expect(() => session.check()).toThrow(/closed/);
  });

  it("refuses a folder that exists already", async () => {
    const directory = makeTestDirectory();
    mkdirSync(join(directory, folderName));
    const session = engine.openDocumentSession();
    await expect(session.prepare({ ...prepared, directory })).rejects.toMatchObject({
      code: process.platform === "win32" ? "ERROR_ALREADY_EXISTS" : "EEXIST",
    });
    await session.close();
    expect(readdirSync(directory)).toEqual([folderName]);
    rmSync(directory, { recursive: true, force: true });
  });
});

it.skipIf(process.platform !== "linux")(
  "a document session counts the bytes that the kernel counts as written, to within 4 KiB",
  async () => {
    const directory = makeTestDirectory();
    const { code, stdout } = await runChild(
      `const written = () => Number(
         /^wchar: (\\d+)$/m.exec(require("node:fs").readFileSync("/proc/self/io", "utf8"))[1]);
       (async () => {
         const session = engine.openDocumentSession();
         const before = written();
         const { bytesWritten } = await session.prepare({ ...${JSON.stringify(prepared)}, directory });
         const { bytes } = await session.save(${JSON.stringify(saving({ durationNs: 60e9, maxBytes: 40 * 4096 }))});
         say(JSON.stringify({ counted: bytesWritten + bytes, byKernel: written() - before }));
         await session.close();
       })();`,
      { directory },
    );
    rmSync(directory, { recursive: true, force: true });
    expect(code).toBe(0);
    const { counted, byKernel } = JSON.parse(stdout);
    expect(counted).toBe(41 * 4096);
    // The kernel also counts the few bytes with which threads wake each other.
    expect(byKernel - counted).toBeGreaterThanOrEqual(0);
    expect(byKernel - counted).toBeLessThan(4096);
  },
);

describe.skipIf(process.platform !== "linux")("a save that fails only at close()", () => {
  const { directory, saidUnder } = failingCalls();

  it("ends with the error of close(), and leaves no file behind once the session is closed", async () => {
    // The 30th close() belongs to a save: preparing makes fewer than 30 calls of close(), and the
    // planned saves make more.
    const counts = await saidUnder<NativeDocumentCounts>(
      "close:EDQUOT:30:30",
      `(async () => {
         const session = engine.openDocumentSession();
         await session.prepare({ ...${JSON.stringify(prepared)}, directory });
         const counts = await session.save(${JSON.stringify(saving({ durationNs: 60e9, maxBytes: 60 * 4096 }))});
         await session.close();
         say(JSON.stringify(counts));
       })();`,
    );
    expect(counts).toMatchObject({
      endedBy: "error",
      fault: { code: "EDQUOT", syscall: "close" },
    });
    expect(counts.documents).toBeGreaterThan(0);
    expect(counts.documents).toBeLessThan(30);
    expect(readdirSync(directory())).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("the system calls of a save", () => {
  const recorder = libraryOfAll("recorded-calls");

  /** The calls of each save but the first and the last. */
  async function callsOf(way: string): Promise<string[][]> {
    const directory = makeTestDirectory();
    const options = { ...prepared, directory, mostBytes: 4096 };
    const { calls, story } = await recordCalls<
      { task: string; operations: number },
      { counts: NativeDocumentCounts }
    >(
      `const session = engine.openDocumentSession();
       look = () => session.snapshot();
       await session.prepare(${JSON.stringify(options)});
       story.counts = await session.save(${JSON.stringify({ ...saving(), way, maxBytes: 12 * 4096, durationNs: 3600e9 })});
       await session.close();`,
      { directory, libraries: [recorder()] },
    );
    rmSync(directory, { recursive: true, force: true });
    expect(story.counts).toMatchObject({ endedBy: "bytes", documents: 12, fault: null });
    return Array.from({ length: 10 }, (_, index) =>
      calls
        .filter(({ seen }) => seen.task === "measuring" && seen.operations === index + 1)
        .map(({ call }) => call),
    );
  }

  it.each([
    ["with", "fsync"],
    ["without", "none"],
  ])("write and rename a new file, %s syncs of the file and its folder: %s", async (_, way) => {
    const synced = (call: string) => (way === "fsync" ? [call] : []);
    for (const calls of await callsOf(way)) {
      expect(calls).toEqual([
        "create document.new",
        "write document.new",
        ...synced("fsync document.new"),
        "rename document.new document",
        ...synced("fsync ."),
      ]);
    }
  });
});
