import { execFileSync } from "node:child_process";
import {
  fstatSync,
  fsyncSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NativeSession, SequentialCounts, SequentialOptions } from "../../native/index";
import { runChild } from "../helpers/native-child";
import {
  blockBytes,
  engine,
  makeTestDirectory,
  prepareOptions,
  projectDirectory,
  skipped,
  sum,
  testFileName,
  until,
  withOpenTestFile,
  withSession,
} from "../helpers/native-engine";
import { flushesOf, loopVolumeProblem, withLoopVolume, withTmpfs } from "../helpers/native-volumes";

const onLinux = process.platform === "linux";
const mebibyte = 2 ** 20;
const fileBytes = 4 * mebibyte;
const blocks = fileBytes / blockBytes;
const saving = process.platform === "win32" ? "flush_file_buffers" : "fsync";

/** One unhurried pass over the whole file; no syncs. */
function pass(changes: Partial<SequentialOptions> = {}): SequentialOptions {
  return {
    mode: "none",
    writeBytes: 65_536,
    totalBytes: fileBytes,
    maxNs: 3600e9,
    layout: "rewrite",
    syncEveryBytes: null,
    syncAtEnd: false,
    backgroundSyncNs: null,
    ...changes,
  };
}

const append = (changes: Partial<SequentialOptions> = {}) => pass({ layout: "append", ...changes });

async function withFile<Result>(
  bytes: number,
  body: (session: NativeSession, directory: string) => Promise<Result>,
): Promise<Result> {
  return withSession(async (session, directory) => {
    await session.prepare(prepareOptions(directory, { fileBytes: bytes }));
    return body(session, directory);
  });
}

/** As withFile, in a folder that someone else makes and removes. */
async function withFileIn(
  directory: string,
  bytes: number,
  body: (session: NativeSession) => Promise<void>,
): Promise<void> {
  const session = engine.openSession();
  try {
    await session.prepare(prepareOptions(directory, { fileBytes: bytes }));
    await body(session);
  } finally {
    await session.close();
  }
}

/** What must hold of every pass that no error ended. */
function expectConsistent(counts: SequentialCounts): void {
  expect(counts.fault).toBeNull();
  expect(sum(counts.latency.counts)).toBe(counts.writeCalls);
  // Writes follow each other without a gap, so together they are the elapsed time.
  expect(counts.latency.sumNs).toBe(counts.elapsedNs);
  expect(counts.settleNs).toBeGreaterThan(0);
  expect(counts.settleSystemCall).toMatch(/fsync|F_FULLFSYNC|FlushFileBuffers/);
  expect(counts.cpuUserNs + counts.cpuSystemNs).toBeGreaterThanOrEqual(0);
}

function codeOf(call: () => unknown): string {
  try {
    call();
    return "ok";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

function contentOf(fileName: string): Buffer {
  return withOpenTestFile(fileName, (fd) => {
    const content = Buffer.alloc(fstatSync(fd).size);
    expect(readSync(fd, content, 0, content.length, 0)).toBe(content.length);
    return content;
  });
}

describe("a complete pass", () => {
  const sizes: [SequentialOptions["layout"], number, number, number][] = [
    ["append", 512, mebibyte, 2048],
    ["append", 65_536, fileBytes, 64],
    ["append", 16 * mebibyte, 40 * mebibyte, 3], // the last write is shorter
    ["append", 1000, 10_500, 11],
    ["rewrite", blockBytes, fileBytes, blocks],
    ["rewrite", 3 * blockBytes, fileBytes, 342],
    ["rewrite", mebibyte, 3 * mebibyte, 3], // not the whole file
    ["rewrite", 16 * mebibyte, fileBytes, 1],
  ];

  it.each(sizes)("%s, %d bytes at a time, writes %d bytes in %d calls", async (...row) => {
    const [layout, writeBytes, totalBytes, writeCalls] = row;
    await withFile(fileBytes, async (session) => {
      const counts = await session.sequential(pass({ layout, writeBytes, totalBytes }));
      expectConsistent(counts);
      expect(counts).toMatchObject({
        endedBy: "complete",
        bytes: totalBytes,
        writeCalls,
        syncCalls: 0,
        backgroundSyncCalls: 0,
      });
      const { task, bytes, operations, totalBytes: announced } = session.snapshot();
      expect({ task, bytes, operations, announced }).toEqual({
        task: "idle",
        bytes: totalBytes,
        operations: writeCalls,
        announced: totalBytes,
      });
    });
  });

  it.skipIf(!onLinux)(
    "of an append leaves exactly its bytes, and they are no pattern",
    async () => {
      await withFile(fileBytes, async (session, directory) => {
        await session.sequential(append({ writeBytes: 512, totalBytes: mebibyte }));
        const content = contentOf(testFileName);
        expect(content.length).toBe(mebibyte);
        expect(deflateRawSync(content).length).toBeGreaterThan(mebibyte * 0.99);
        await session.sequential(append({ writeBytes: 4096, totalBytes: 8192 }));
        expect(contentOf(testFileName).length).toBe(8192);
        expect(readdirSync(directory)).toEqual([]);
      });
    },
  );

  it.skipIf(!onLinux)("of a rewrite puts other incompressible bytes into each block", async () => {
    await withFile(fileBytes, async (session) => {
      const bodies = [];
      for (const writeBytes of [blockBytes, blockBytes, mebibyte]) {
        await session.sequential(pass({ writeBytes }));
        const content = contentOf(testFileName);
        expect(content.length).toBe(fileBytes);
        expect(deflateRawSync(content).length).toBeGreaterThan(fileBytes * 0.98);
        bodies.push(content.subarray(17 * blockBytes + 40, 18 * blockBytes));
      }
      expect(new Set(bodies.map((body) => body.toString("hex"))).size).toBe(3);
    });
  });
});

describe("syncs", () => {
  // total / interval on the way; one more at the end only where something is left over.
  it.each([
    ["never", { syncEveryBytes: null, syncAtEnd: false }, 0],
    ["at the end", { syncEveryBytes: null, syncAtEnd: true }, 1],
    ["every 256 KiB", { syncEveryBytes: 262_144, syncAtEnd: false }, 16],
    [
      "every 256 KiB, with nothing left for the end",
      { syncEveryBytes: 262_144, syncAtEnd: true },
      16,
    ],
    ["every 1.5 MiB", { syncEveryBytes: 1.5 * mebibyte, syncAtEnd: false }, 2],
    [
      "every 1.5 MiB and the rest at the end",
      { syncEveryBytes: 1.5 * mebibyte, syncAtEnd: true },
      3,
    ],
    [
      "after each write that is larger than the interval",
      { syncEveryBytes: 1, syncAtEnd: true },
      64,
    ],
  ])("%s", async (_when, changes, syncCalls) => {
    await withFile(fileBytes, async (session) => {
      for (const layout of ["rewrite", "append"] as const) {
        const counts = await session.sequential(pass({ mode: saving, layout, ...changes }));
        expectConsistent(counts);
        expect(counts).toMatchObject({ endedBy: "complete", bytes: fileBytes, syncCalls });
      }
    });
  });

  it("are not made by modes without a flush call", async () => {
    const withoutFlush = process.platform === "win32" ? "write_through" : "o_dsync";
    await withFile(fileBytes, async (session) => {
      for (const mode of ["none", withoutFlush] as const) {
        const counts = await session.sequential(
          pass({ mode, syncEveryBytes: 65_536, syncAtEnd: true, backgroundSyncNs: 1000 }),
        );
        expectConsistent(counts);
        expect(counts).toMatchObject({ bytes: fileBytes, syncCalls: 0, backgroundSyncCalls: 0 });
      }
    });
  });

  it("come from a second thread at an interval, and the last from the writer", async () => {
    await withFile(fileBytes, async (session) => {
      const changes = { mode: saving, writeBytes: 4096, backgroundSyncNs: 1e6 } as const;
      // Paced by nothing, so appended until the time is over.
      const endless = append({ ...changes, totalBytes: 256 * mebibyte, maxNs: 300e6 });
      const counts = await session.sequential(endless);
      expectConsistent(counts);
      expect(counts.backgroundSyncCalls).toBeGreaterThan(1);
      expect(counts.syncCalls).toBe(0);
      const final = await session.sequential({ ...endless, syncAtEnd: true });
      expectConsistent(final);
      expect(final.backgroundSyncCalls).toBeGreaterThan(1);
      expect(final.syncCalls).toBe(1);
    });
  });

  it("from a second thread do not keep a finished writer waiting", async () => {
    await withFile(fileBytes, async (session) => {
      const counts = await session.sequential(pass({ mode: saving, backgroundSyncNs: 3600e9 }));
      expectConsistent(counts);
      expect(counts).toMatchObject({ endedBy: "complete", backgroundSyncCalls: 0 });
    });
  });

  it("reach the drive: once per sync on a rewrite", async (context) => {
    const problem = loopVolumeProblem("ext4");
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    await withLoopVolume("ext4", 64, ({ mountPoint, device }) =>
      withFileIn(mountPoint, fileBytes, async (session) => {
        expect(readFileSync(`/sys/block/${device}/queue/write_cache`, "utf8")).toBe("write back\n");
        const flushesDuring = async (changes: Partial<SequentialOptions>) => {
          await session.drain();
          const before = flushesOf(device);
          const counts = await session.sequential(pass({ writeBytes: 4096, ...changes }));
          expectConsistent(counts);
          expect(counts.endedBy).toBe("complete");
          return { flushes: flushesOf(device) - before, counts };
        };
        const never = await flushesDuring({});
        const atEnd = await flushesDuring({ mode: "fdatasync", syncAtEnd: true });
        const every = await flushesDuring({ mode: "fdatasync", syncEveryBytes: 16_384 });
        const opened = await flushesDuring({ mode: "o_dsync" });
        // The journal's own commits and the flush of settling are a few more.
        expect(never.flushes).toBeLessThan(20);
        expect(atEnd.counts.syncCalls).toBe(1);
        expect(atEnd.flushes).toBeGreaterThanOrEqual(1);
        expect(atEnd.flushes).toBeLessThan(20);
        expect(every.counts.syncCalls).toBe(256);
        expect(every.flushes).toBeGreaterThanOrEqual(256);
        expect(every.flushes).toBeLessThan(256 * 1.2);
        expect(opened.flushes).toBeGreaterThanOrEqual(blocks);
        const both = { mode: "fdatasync", syncEveryBytes: 16_384, backgroundSyncNs: 1e6 } as const;
        const background = await flushesDuring(both);
        expect(background.counts.syncCalls).toBe(256);
        expect(background.counts.backgroundSyncCalls).toBeGreaterThan(0);
        // Flushes of two threads at once may be merged, those of one thread never.
        expect(background.flushes).toBeGreaterThanOrEqual(256);
      }),
    );
  });
});

describe("a pass ends early", () => {
  it("on stop(), between two writes, with the counts so far", async () => {
    await withFile(fileBytes, async (session) => {
      const appending = session.sequential(append({ totalBytes: 64 * 2 ** 30, writeBytes: 512 }));
      await until("some writes are done", () => session.snapshot().operations > 1000);
      expect(session.snapshot()).toMatchObject({ task: "measuring", totalBytes: 64 * 2 ** 30 });
      session.stop();
      const counts = await appending;
      expectConsistent(counts);
      expect(counts).toMatchObject({ endedBy: "stopped", syncCalls: 0 });
      expect(counts.writeCalls).toBeGreaterThan(1000);
      expect(counts.bytes).toBe(counts.writeCalls * 512);
    });
  });

  it("on stop(), also with syncs from two threads", async () => {
    await withFile(fileBytes, async (session) => {
      const writing = session.sequential(
        append({
          mode: saving,
          totalBytes: 64 * 2 ** 30,
          syncEveryBytes: mebibyte,
          backgroundSyncNs: 1e6,
          syncAtEnd: true,
        }),
      );
      await until("some writes are done", () => session.snapshot().operations > 100);
      session.stop();
      const counts = await writing;
      expectConsistent(counts);
      expect(counts.endedBy).toBe("stopped");
      // What was asked for after the last write is not made up for: there was no last write.
      expect(counts.syncCalls).toBe(Math.floor(counts.bytes / mebibyte));
    });
  });

  it("when its time is over, with the sync at the end", async () => {
    await withFile(fileBytes, async (session) => {
      const limits = { mode: saving, maxNs: 30e6, totalBytes: 64 * 2 ** 30 } as const;
      const counts = await session.sequential(append({ ...limits, syncAtEnd: true }));
      expectConsistent(counts);
      expect(counts).toMatchObject({ endedBy: "time", syncCalls: 1 });
      expect(counts.elapsedNs).toBeGreaterThanOrEqual(30e6);
      expect(counts.bytes).toBe(counts.writeCalls * 65_536);
      expect(counts.bytes).toBeLessThan(64 * 2 ** 30);
    });
  });

  it("at least after one write, however short the time", async () => {
    await withFile(fileBytes, async (session) => {
      const counts = await session.sequential(pass({ maxNs: 1 }));
      expect(counts).toMatchObject({ endedBy: "time", writeCalls: 1, bytes: 65_536 });
    });
  });

  it("on close(), and nothing stays in the folder", async () => {
    await withFile(fileBytes, async (session, directory) => {
      const writing = session.sequential(append({ totalBytes: 64 * 2 ** 30 }));
      await session.close();
      expect(await writing).toMatchObject({ endedBy: "stopped" });
      expect(readdirSync(directory)).toEqual([]);
    });
  });
});

describe("verify()", () => {
  it.each([512, 4096, 65_536])("knows every block of %d bytes after passes", async (bytes) => {
    await withSession(async (session, directory) => {
      const options = prepareOptions(directory, { fileBytes, blockBytes: bytes });
      await session.prepare(options);
      // Small and large writes, random ones between them, and a pass over a part.
      await session.sequential(pass({ writeBytes: bytes }));
      await session.measure({ mode: "none", durationNs: 60e9, maxBytes: 20 * bytes });
      await session.sequential(pass({ writeBytes: mebibyte, totalBytes: 2 * mebibyte }));
      const whole = { blocksChecked: fileBytes / bytes, mismatchCount: 0, fault: null };
      expect(await session.verify()).toMatchObject(whole);
      await session.sequential(pass({ writeBytes: 3 * bytes }));
      expect(await session.verify()).toMatchObject(whole);
    });
  });

  it.skipIf(!onLinux)("finds the one block that was damaged, and no other", async () => {
    await withFile(fileBytes, async (session) => {
      await session.sequential(pass({ mode: saving, syncAtEnd: true }));
      damage(77 * blockBytes + 1000);
      const checked = await session.verify();
      expect(checked).toMatchObject({ blocksChecked: blocks, mismatchCount: 1, fault: null });
      expect(checked.mismatches).toEqual([
        {
          offset: 77 * blockBytes,
          // Probing wrote once per mode and once more, from then on each block counts one.
          expected: `sequence ${engine.modes.length + 1 + 78} of block 77`,
          found: "bytes differ from byte 1000 on",
        },
      ]);
    });
  });

  it.skipIf(!onLinux)("finds a block that a pass did not reach", async () => {
    await withFile(fileBytes, async (session) => {
      await session.sequential(pass());
      const older = contentOf(testFileName).subarray(5 * blockBytes, 6 * blockBytes);
      await session.sequential(pass());
      withOpenTestFile(testFileName, (fd) => writeSync(fd, older, 0, blockBytes, 5 * blockBytes));
      const checked = await session.verify();
      const first = engine.modes.length + 1;
      expect(checked.mismatches).toEqual([
        {
          offset: 5 * blockBytes,
          expected: `sequence ${first + blocks + 6} of block 5`,
          found: `sequence ${first + 6} of block 5`,
        },
      ]);
    });
  });

  function damage(offset: number): void {
    withOpenTestFile(testFileName, (fd) => {
      const byte = Buffer.alloc(1);
      readSync(fd, byte, 0, 1, offset);
      writeSync(fd, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, offset);
      fsyncSync(fd);
    });
  }
});

describe("a file prepared with 0 bytes", () => {
  it("is empty, knows its modes, and can be appended to", async () => {
    await withSession(async (session, directory) => {
      const prepared = await session.prepare(prepareOptions(directory, { fileBytes: 0 }));
      expect(prepared.modes.map(({ mode }) => mode)).toEqual(engine.modes.map(({ mode }) => mode));
      const tried = prepared.modes.filter(({ refusal }) => refusal === null);
      expect(prepared.bytesWritten).toBe(tried.length * blockBytes);
      if (onLinux) {
        expect(contentOf(testFileName).length).toBe(0);
      }
      expect(readdirSync(directory)).toEqual(prepared.named ? [testFileName] : []);
      for (const { mode } of tried) {
        const counts = await session.sequential(append({ mode, totalBytes: mebibyte }));
        expectConsistent(counts);
        expect(counts).toMatchObject({ endedBy: "complete", bytes: mebibyte, writeCalls: 16 });
      }
      expect((await session.drain()).elapsedNs).toBeGreaterThan(0);
    });
  });

  it("has nothing to measure, rewrite or verify", async () => {
    await withFile(0, async (session) => {
      const round = { mode: "none", durationNs: 1, maxBytes: 1 } as const;
      expect(codeOf(() => session.measure(round))).toBe("ERR_SESSION_NO_CONTENT");
      expect(codeOf(() => session.verify())).toBe("ERR_SESSION_NO_CONTENT");
      expect(codeOf(() => session.sequential(pass()))).toBe("ERR_SESSION_NO_CONTENT");
    });
  });

  it("is what a filled file becomes by an append", async () => {
    await withFile(fileBytes, async (session) => {
      expect((await session.verify()).mismatchCount).toBe(0);
      await session.sequential(append());
      const round = { mode: "none", durationNs: 1, maxBytes: 1 } as const;
      expect(codeOf(() => session.measure(round))).toBe("ERR_SESSION_NO_CONTENT");
      expect(codeOf(() => session.verify())).toBe("ERR_SESSION_NO_CONTENT");
      expect(codeOf(() => session.sequential(pass()))).toBe("ERR_SESSION_NO_CONTENT");
      expect(await session.sequential(append())).toMatchObject({ bytes: fileBytes });
    });
  });
});

describe.skipIf(!onLinux)("a mode that goes around the cache", () => {
  it.each(["o_direct", "o_direct_dsync"] as const)("writes aligned sizes: %s", async (mode) => {
    await withFile(fileBytes, async (session) => {
      for (const layout of ["rewrite", "append"] as const) {
        for (const writeBytes of [blockBytes, mebibyte]) {
          const counts = await session.sequential(
            pass({ mode, layout, writeBytes, totalBytes: mebibyte }),
          );
          expectConsistent(counts);
          expect(counts).toMatchObject({ endedBy: "complete", bytes: mebibyte, syncCalls: 0 });
        }
        if (layout === "rewrite") {
          expect(await session.verify()).toMatchObject({ mismatchCount: 0, fault: null });
        }
      }
    });
  });

  it("refuses sizes that are no multiple of the alignment", async () => {
    await withSession(async (session, directory) => {
      const prepared = await session.prepare(prepareOptions(directory, { fileBytes: 0 }));
      const unit = prepared.alignmentBytes;
      const tryWith = (changes: Partial<SequentialOptions>) =>
        codeOf(() => session.sequential(append({ mode: "o_direct", ...changes })));
      expect(tryWith({ writeBytes: unit + 8, totalBytes: mebibyte })).toBe("ERR_INVALID_ARG");
      expect(tryWith({ writeBytes: unit, totalBytes: 10 * unit + 8 })).toBe("ERR_INVALID_ARG");
      // The same sizes are fine where the cache takes them.
      const buffered = append({ writeBytes: 512 + 8, totalBytes: 10 * 512 + 8 });
      expect(await session.sequential(buffered)).toMatchObject({ endedBy: "complete" });
    });
  });
});

describe("misuse of sequential()", () => {
  it("is answered with a code in every state", async () => {
    await withSession(async (session, directory) => {
      expect(codeOf(() => session.sequential(pass()))).toBe("ERR_SESSION_NOT_PREPARED");
      await session.prepare(prepareOptions(directory, { fileBytes }));
      const running = session.sequential(append({ totalBytes: 64 * 2 ** 30 }));
      expect(codeOf(() => session.sequential(pass()))).toBe("ERR_SESSION_BUSY");
      expect(codeOf(() => session.drain())).toBe("ERR_SESSION_BUSY");
      session.stop();
      await running;
      await session.close();
      expect(codeOf(() => session.sequential(pass()))).toBe("ERR_SESSION_CLOSED");
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ["an unknown mode", { mode: "hope" }],
    ["a write of less than 512 bytes", { layout: "append", writeBytes: 511 }],
    ["a write of more than 16 MiB", { layout: "append", writeBytes: 16 * mebibyte + 512 }],
    ["half a byte", { layout: "append", writeBytes: 512.5 }],
    ["nothing to write", { totalBytes: 0 }],
    ["more than the file has", { totalBytes: fileBytes + 65_536 }],
    ["a total that ends within a block", { totalBytes: blockBytes + 512 }],
    ["a write that ends within a block", { writeBytes: blockBytes + 512 }],
    ["a write smaller than a block", { writeBytes: 512 }],
    ["no time", { maxNs: 0 }],
    ["an endless time", { maxNs: Number.POSITIVE_INFINITY }],
    ["an unknown layout", { layout: "both" }],
    ["a sync every 0 bytes", { syncEveryBytes: 0 }],
    ["no word on syncs", { syncEveryBytes: undefined }],
    ["a number for a flag", { syncAtEnd: 1 }],
    ["a background interval of 0", { backgroundSyncNs: 0 }],
    ["a background interval as text", { backgroundSyncNs: "1000" }],
  ])("%s is a TypeError", async (_what, changes) => {
    await withFile(fileBytes, async (session) => {
      expect(() => Reflect.apply(session.sequential, session, [{ ...pass(), ...changes }])).toThrow(
        expect.objectContaining({ name: "TypeError", code: "ERR_INVALID_ARG" }),
      );
      // Nothing was begun: the content is still what it was.
      expect(await session.verify()).toMatchObject({ mismatchCount: 0 });
    });
  });
});

describe("a volume that becomes full", () => {
  it("ends an append with the error and the bytes so far", async (context) => {
    if (!onLinux || process.getuid?.() !== 0) {
      context.skip(skipped("mounting a tmpfs needs Linux and root"));
      return;
    }
    await withTmpfs(16, async (mountPoint) => {
      await withFileIn(mountPoint, 0, async (session) => {
        const counts = await session.sequential(append({ totalBytes: 64 * mebibyte }));
        expect(counts).toMatchObject({
          endedBy: "error",
          fault: { code: "ENOSPC", syscall: "pwrite", osCode: 28 },
          settleNs: 0,
        });
        expect(counts.bytes).toBeGreaterThan(8 * mebibyte);
        expect(counts.bytes).toBeLessThanOrEqual(16 * mebibyte);
        expect(counts.fault?.offset).toBe(counts.bytes);
        expect(counts.writeCalls).toBe(Math.floor(counts.bytes / 65_536));
        expect(sum(counts.latency.counts)).toBe(counts.writeCalls);
        expect(codeOf(() => session.sequential(append()))).toBe("ERR_SESSION_FAULTED");
      });
      expect(readdirSync(mountPoint)).toEqual([]);
    });
  });
});

/** Played by a library in front of the system's own; see cpp/failing-calls.c. */
describe.skipIf(!onLinux)("when the system reports", () => {
  let folder: string;
  let library: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "driveproof-failing-"));
    library = join(folder, "failing-calls.so");
    const source = join(projectDirectory, "tests/native/cpp/failing-calls.c");
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  interface Story {
    counts: SequentialCounts;
    again: string;
    checked: { blocksChecked: number; mismatchCount: number; fault: unknown } | null;
  }

  /** A pass over a file of 1024 blocks in which the rules spoil calls, and what came after it. */
  async function tell(rules: string, changes: Partial<SequentialOptions>): Promise<Story> {
    const directory = makeTestDirectory();
    const options = JSON.stringify(pass(changes));
    const verifying = changes.layout === "append" ? "null" : "await session.verify()";
    try {
      const end = await runChild(
        `(async () => {
           const session = engine.openSession();
           await session.prepare(options());
           const counts = await session.sequential(${options});
           let again = "ok";
           try { session.measure({ mode: "none", durationNs: 1, maxBytes: 1 }); session.stop(); }
           catch (error) { again = error.code; }
           const checked = again === "ok" ? null : ${verifying};
           say(JSON.stringify({ counts, again, checked }));
           await session.close();
         })();`,
        { directory, environment: { LD_PRELOAD: library, DRIVEPROOF_FAIL: rules } },
      );
      expect(end).toMatchObject({ code: 0, stderr: "" });
      expect(readdirSync(directory)).toEqual([]);
      return JSON.parse(end.stdout) as Story;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  // prepare() makes 1032 calls of pwrite here: 1024 to fill, 7 to try the modes, one for block 0.
  it("an error from a write, the pass ends there", async () => {
    const { counts, again, checked } = await tell("pwrite:EIO:1035:1035", {});
    expect(counts).toMatchObject({
      endedBy: "error",
      bytes: 2 * 65_536,
      writeCalls: 2,
      settleNs: 0,
      fault: { code: "EIO", syscall: "pwrite", offset: 2 * 65_536 },
    });
    expect(again).toBe("ERR_SESSION_FAULTED");
    // What the failed write left in its 16 blocks is open.
    expect(checked).toMatchObject({ blocksChecked: blocks - 16, mismatchCount: 0 });
  });

  it("half a write and an interrupted one, the rest is written", async () => {
    for (const effect of ["SHORT", "EINTR"]) {
      const { counts, again } = await tell(`pwrite:${effect}:1033:1040`, { writeBytes: 16_384 });
      expectConsistent(counts);
      expect(counts).toMatchObject({ endedBy: "complete", bytes: fileBytes, writeCalls: 256 });
      expect(again).toBe("ok");
    }
  });

  it("an error from a sync, the pass ends with it", async () => {
    // The first fdatasync is the trial in prepare().
    const changes = { mode: "fdatasync", syncEveryBytes: mebibyte } as const;
    const { counts, again } = await tell("fdatasync:EIO:3:3", changes);
    expect(counts).toMatchObject({
      endedBy: "error",
      bytes: 2 * mebibyte,
      writeCalls: 32,
      syncCalls: 1,
      fault: { code: "EIO", syscall: "fdatasync", offset: null },
    });
    expect(sum(counts.latency.counts)).toBe(31);
    expect(again).toBe("ERR_SESSION_FAULTED");
  });

  it("an error from the sync at the end, the pass is not complete", async () => {
    const changes = { mode: "fdatasync", syncAtEnd: true, layout: "append" } as const;
    const { counts } = await tell("fdatasync:EIO:2:2", changes);
    expect(counts).toMatchObject({ endedBy: "error", bytes: fileBytes, syncCalls: 0, settleNs: 0 });
    expect(counts.fault).toMatchObject({ code: "EIO", syscall: "fdatasync" });
  });

  it("an error from a sync of the second thread, the writer ends with it", async () => {
    const { counts, again } = await tell("fdatasync:EIO:4:4", {
      mode: "fdatasync",
      layout: "append",
      totalBytes: 2 ** 33,
      backgroundSyncNs: 1e6,
    });
    expect(counts).toMatchObject({
      endedBy: "error",
      backgroundSyncCalls: 2,
      fault: { code: "EIO", syscall: "fdatasync", offset: null },
    });
    expect(counts.bytes).toBeLessThan(2 ** 33);
    expect(again).toBe("ERR_SESSION_FAULTED");
  });
});
