import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SequentialOptions } from "#native/index";
import { blockBytes } from "../helpers/native-engine";
import {
  append,
  expectConsistent,
  fileBytes,
  mebibyte,
  pass,
  withFile,
  withFileIn,
} from "../helpers/native-sequential";
import { flushesOf, onLoopVolume } from "../helpers/native-volumes";

const blocks = fileBytes / blockBytes;
const saving = process.platform === "win32" ? "flush_file_buffers" : "fsync";

describe("the syncs of a sequential pass", () => {
  // A pass makes total / interval syncs, and one more at the end only if unsynced data is left.
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
  ])("happen as often as requested: %s", async (_when, changes, syncCalls) => {
    await withFile(fileBytes, async (session) => {
      for (const layout of ["rewrite", "append"] as const) {
        const counts = await session.sequential(pass({ mode: saving, layout, ...changes }));
        expectConsistent(counts);
        expect(counts).toMatchObject({ endedBy: "complete", bytes: fileBytes, syncCalls });
      }
    });
  });

  it("do not happen in modes without a flush call", async () => {
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

  it("come from a second thread if backgroundSyncNs is set, except for the final sync from the writer", async () => {
    await withFile(fileBytes, async (session) => {
      const changes = { mode: saving, writeBytes: 4096, backgroundSyncNs: 1e6 } as const;
      // The total is too large to be reached, so the pass appends until its time is over.
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

  it("from a second thread do not delay a finished writer", async () => {
    await withFile(fileBytes, async (session) => {
      const counts = await session.sequential(pass({ mode: saving, backgroundSyncNs: 3600e9 }));
      expectConsistent(counts);
      expect(counts).toMatchObject({ endedBy: "complete", backgroundSyncCalls: 0 });
    });
  });

  it("flush the drive at least once each if the pass rewrites a file", async (context) => {
    await onLoopVolume(context.skip, "ext4", 64, ({ mountPoint, device }) =>
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
        // The commits of the file system's journal and the flush of settling add a few flushes.
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
