import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { SequentialOptions } from "#native/index";
import { blockBytes, prepareOptions, until, withSession } from "../helpers/native-engine";
import {
  append,
  contentOf,
  expectConsistent,
  fileBytes,
  mebibyte,
  pass,
  withFile,
} from "../helpers/native-sequential";

const onLinux = process.platform === "linux";
const blocks = fileBytes / blockBytes;
const saving = process.platform === "win32" ? "flush_file_buffers" : "fsync";

describe("a complete sequential pass", () => {
  const sizes: [SequentialOptions["layout"], number, number, number][] = [
    ["append", 512, mebibyte, 2048],
    ["append", 65_536, fileBytes, 64],
    ["append", 16 * mebibyte, 40 * mebibyte, 3], // the last write is shorter
    ["append", 1000, 10_500, 11],
    ["rewrite", blockBytes, fileBytes, blocks],
    ["rewrite", 3 * blockBytes, fileBytes, 342],
    ["rewrite", mebibyte, 3 * mebibyte, 3], // writes only a part of the file
    ["rewrite", 16 * mebibyte, fileBytes, 1],
  ];

  it.each(sizes)(
    "with the layout %s and %d bytes at a time writes %d bytes in %d calls",
    async (...row) => {
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
    },
  );

  it("that appends leaves exactly its bytes in the file, and these bytes are incompressible", async () => {
    await withFile(fileBytes, async (session) => {
      await session.sequential(append({ writeBytes: 512, totalBytes: mebibyte }));
      const content = contentOf();
      expect(content.length).toBe(mebibyte);
      expect(deflateRawSync(content).length).toBeGreaterThan(mebibyte * 0.99);
      await session.sequential(append({ writeBytes: 4096, totalBytes: 8192 }));
      expect(contentOf().length).toBe(8192);
    });
  });

  // Data comes from a window of 1 MiB, or of one write if that is longer; no 4 KiB of it may
  // repeat.
  it.each([512, 1000, 4096, mebibyte, 3 * mebibyte])(
    "that appends %d bytes at a time writes no two equal blocks of 4 KiB",
    async (writeBytes) => {
      await withFile(0, async (session) => {
        await session.sequential(append({ writeBytes, totalBytes: 12 * mebibyte }));
        const content = contentOf();
        const pieces = new Set<string>();
        for (let offset = 0; offset + 4096 <= content.length; offset += 4096) {
          pieces.add(content.toString("latin1", offset, offset + 4096));
        }
        expect(pieces.size).toBe((12 * mebibyte) / 4096);
        expect(deflateRawSync(content).length).toBeGreaterThan(content.length * 0.99);
      });
    },
  );

  it("that rewrites the file writes new, incompressible bytes", async () => {
    await withFile(fileBytes, async (session) => {
      const bodies = [];
      for (const writeBytes of [blockBytes, blockBytes, mebibyte]) {
        await session.sequential(pass({ writeBytes }));
        const content = contentOf();
        expect(content.length).toBe(fileBytes);
        expect(deflateRawSync(content).length).toBeGreaterThan(fileBytes * 0.98);
        bodies.push(content.subarray(17 * blockBytes + 40, 18 * blockBytes));
      }
      expect(new Set(bodies.map((body) => body.toString("hex"))).size).toBe(3);
    });
  });
});

describe("settleNs", () => {
  it("is positive if a pass leaves bytes to flush, and null if the pass has already synced every byte", async () => {
    await withFile(fileBytes, async (session) => {
      const settleNs = async (changes: Partial<SequentialOptions>) =>
        (await session.sequential(append(changes))).settleNs;
      expect(await settleNs({})).toBeGreaterThan(0);
      expect(await settleNs({ mode: saving, syncEveryBytes: 1.5 * mebibyte })).toBeGreaterThan(0);
      expect(await settleNs({ mode: saving, syncEveryBytes: mebibyte })).toBeNull();
      expect(await settleNs({ mode: saving, syncAtEnd: true })).toBeNull();
      const through = process.platform === "win32" ? "write_through" : "o_dsync";
      expect(await settleNs({ mode: through })).toBeNull();
    });
  });
});

describe.skipIf(!onLinux)("sequential()", () => {
  it.each<[string, Partial<SequentialOptions>]>([
    ["pwrite(fd, buf, 65536, offset)", {}],
    ["pwrite(fd, buf, 4096, end)", { layout: "append", writeBytes: 4096 }],
    ["pwrite(fd, buf, 65536, offset)", { mode: "fdatasync" }],
    [
      "pwrite(fd, buf, 65536, end) + fsync(fd)",
      { mode: "fsync", layout: "append", syncAtEnd: true },
    ],
    ["pwrite(fd, buf, 65536, offset) + fdatasync(fd)", { mode: "fdatasync", syncEveryBytes: 1 }],
    ["pwrite(fd, buf, 65536, offset) + fsync(fd)", { mode: "fsync", backgroundSyncNs: 1e9 }],
    ["open(O_RDWR|O_DSYNC), pwrite(fd, buf, 65536, offset)", { mode: "o_dsync", syncAtEnd: true }],
  ])("names its system calls: %s", async (systemCall, changes) => {
    await withFile(fileBytes, async (session) => {
      expect((await session.sequential(pass(changes))).systemCall).toBe(systemCall);
    });
  });
});

describe("a sequential pass ends early", () => {
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

  it("on stop(), without the final sync, if two threads sync", async () => {
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
      // A stopped pass makes no final sync, because it has not made its last write.
      expect(counts.syncCalls).toBe(Math.floor(counts.bytes / mebibyte));
    });
  });

  it("when its time is over, after the final sync", async () => {
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

  it("after one write if its time limit is 1 ns", async () => {
    await withFile(fileBytes, async (session) => {
      const counts = await session.sequential(pass({ maxNs: 1 }));
      expect(counts).toMatchObject({ endedBy: "time", writeCalls: 1, bytes: 65_536 });
    });
  });
});

describe("verify()", () => {
  it.each([512, 4096, 65_536])(
    "finds no mismatch in blocks of %d bytes after sequential passes and a round",
    async (bytes) => {
      await withSession(async (session, directory) => {
        const options = prepareOptions(directory, { fileBytes, blockBytes: bytes });
        await session.prepare(options);
        // Mixes passes of small and of large writes, random writes between them, and a pass over a
        // part.
        await session.sequential(pass({ writeBytes: bytes }));
        await session.measure({ mode: "none", durationNs: 60e9, maxBytes: 20 * bytes });
        await session.sequential(pass({ writeBytes: mebibyte, totalBytes: 2 * mebibyte }));
        const whole = { blocksChecked: fileBytes / bytes, mismatchCount: 0, fault: null };
        expect(await session.verify()).toMatchObject(whole);
        await session.sequential(pass({ writeBytes: 3 * bytes }));
        expect(await session.verify()).toMatchObject(whole);
      });
    },
  );
});
