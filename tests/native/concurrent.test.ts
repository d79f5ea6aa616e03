import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ConcurrentCounts, ConcurrentOptions } from "#native/index";
import { blockBytes, sleep, sum, testFileDescriptors, until } from "../helpers/native-engine";
import { contentOf, mebibyte, refusalOf, withFile, withFileIn } from "../helpers/native-sequential";
import { onTmpfs } from "../helpers/native-volumes";

const onLinux = process.platform === "linux";
const fileBytes = 8 * mebibyte;
const read = onLinux ? "pread" : /pread|ReadFile/;
const write = onLinux ? "pwrite" : /pwrite|WriteFile/;

/** Options for a short run of small random reads, one at a time. */
function load(changes: Partial<ConcurrentOptions> = {}): ConcurrentOptions {
  return {
    pattern: "random",
    blockBytes,
    requests: 1,
    readPercent: 100,
    warmupNs: 10e6,
    durationNs: 150e6,
    maxWrittenBytes: 1e15,
    ...changes,
  };
}

/** Checks that hold for every run that did not end with an error. */
function expectConsistent(
  counts: ConcurrentCounts,
  { requests, blockBytes: bytes }: ConcurrentOptions,
) {
  const operations = counts.reads + counts.writes;
  expect(counts.fault).toBeNull();
  expect(sum(counts.latency.counts)).toBe(operations);
  expect(sum(counts.timeline.operations)).toBe(operations);
  expect(sum(counts.timeline.bytes)).toBe(operations * bytes);
  // A thread makes its requests without a pause, so their latencies add up to the thread's time.
  expect(counts.latency.sumNs).toBe(counts.threadsNs);
  expect(counts.threadsNs).toBeLessThanOrEqual(requests * counts.elapsedNs);
  expect(counts.latency.maxNs).toBeLessThanOrEqual(counts.elapsedNs);
}

/** Number of threads of this process. */
function threadCount(): number {
  return readdirSync("/proc/self/task").length;
}

describe("concurrent requests that bypass the cache", () => {
  const loads: Partial<ConcurrentOptions>[] = [
    {},
    { requests: 32 },
    { requests: 8, pattern: "sequential", blockBytes: mebibyte },
    { pattern: "sequential", blockBytes: mebibyte },
    { readPercent: 0 },
    { readPercent: 0, requests: 8, pattern: "sequential", blockBytes: mebibyte },
    { readPercent: 70, requests: 32 },
  ];

  it.each(loads)(
    "are each counted once, with their latency and their system call: %o",
    async (changes) => {
      // The warm-up of 250 ms is long enough for a request even if the computer is busy.
      const options = load({ warmupNs: 250e6, ...changes });
      await withFile(fileBytes, async (session) => {
        const counts = await session.concurrent(options);
        expectConsistent(counts, options);
        expect(counts).toMatchObject({ endedBy: "time" });
        expect(counts.reads + counts.writes).toBeGreaterThan(0);
        expect(counts.warmupReads + counts.warmupWrites).toBeGreaterThan(0);
        expect(counts.elapsedNs).toBeGreaterThanOrEqual(options.durationNs);
        const { readPercent } = options;
        expect(counts.systemCall.startsWith("open(O_RDWR|O_DIRECT), ")).toBe(onLinux);
        expect(counts.systemCall.includes(`buf, ${options.blockBytes}, `)).toBe(true);
        if (readPercent === 100) {
          expect([counts.writes, counts.warmupWrites]).toEqual([0, 0]);
          expect(counts.systemCall).toMatch(read);
          expect(counts.systemCall).not.toMatch(write);
        }
        if (readPercent === 0) {
          expect([counts.reads, counts.warmupReads]).toEqual([0, 0]);
          expect(counts.systemCall).toMatch(write);
          expect(counts.systemCall).not.toMatch(read);
        }
      });
    },
  );

  it("count in part as warm-up even without a warm-up time if eight threads make them, and never if one thread does", async () => {
    await withFile(fileBytes, async (session) => {
      const alone = await session.concurrent(load({ warmupNs: 0 }));
      expect([alone.warmupReads, alone.warmupWrites]).toEqual([0, 0]);
      const options = load({ requests: 8, blockBytes: mebibyte, warmupNs: 0 });
      const together = await session.concurrent(options);
      expectConsistent(together, options);
      expect(together.warmupReads).toBeGreaterThan(0);
    });
  });

  it("mix reads and writes in the requested ratio", async () => {
    await withFile(fileBytes, async (session) => {
      const counts = await session.concurrent(load({ readPercent: 70, durationNs: 400e6 }));
      const operations = counts.reads + counts.writes;
      // The tolerance is six standard deviations of the binomial distribution.
      const tolerance = 6 * Math.sqrt(0.7 * 0.3 * operations);
      expect(Math.abs(counts.reads - 0.7 * operations)).toBeLessThan(tolerance);
    });
  });

  it("write whole aligned blocks of different content all over the file and never beyond it", async () => {
    await withFile(fileBytes, async (session) => {
      const before = contentOf();
      await session.concurrent(load({ readPercent: 0, requests: 4, durationNs: 300e6 }));
      await session.drain();
      const after = contentOf();
      expect(after.length).toBe(fileBytes);
      const changed = blocksThatDiffer(before, after, blockBytes);
      expect(changed.length).toBeGreaterThan(100);
      expect(changed[0]).toBeLessThan(fileBytes / blockBytes / 10);
      expect(changed.at(-1)).toBeGreaterThan((fileBytes / blockBytes) * 0.9);
      // Every part of a written block is new, and no two written blocks are equal.
      for (const block of changed.slice(0, 50)) {
        const at = block * blockBytes;
        for (const piece of [0, 1024, 2048, 3584]) {
          const [from, to] = [at + piece, at + piece + 512];
          expect(after.subarray(from, to).equals(before.subarray(from, to))).toBe(false);
        }
      }
      const starts = changed.map((block) => after.readBigUInt64LE(block * blockBytes));
      expect(new Set(starts).size).toBe(starts.length);
    });
  });

  it("together write blocks from the first one on without a gap, up to the limit, if sequential", async () => {
    await withFile(fileBytes, async (session) => {
      const before = contentOf();
      const bytes = 65_536;
      const counts = await session.concurrent(
        load({
          pattern: "sequential",
          blockBytes: bytes,
          requests: 4,
          readPercent: 0,
          warmupNs: 0,
          maxWrittenBytes: 16 * bytes,
        }),
      );
      expect(counts.endedBy).toBe("bytes");
      expect(counts.writes).toBeLessThanOrEqual(16);
      const changed = blocksThatDiffer(before, contentOf(), bytes);
      expect(changed).toEqual(Array.from({ length: counts.writes }, (_, index) => index));
    });
  });

  it("leave no thread, handle or file name behind", async ({ skip }) => {
    onLinux || skip("counts threads and descriptors in /proc");
    await withFile(fileBytes, async (session, directory) => {
      await session.concurrent(load());
      const [threads, handles] = [threadCount(), testFileDescriptors().length];
      const running = session.concurrent(load({ requests: 32, durationNs: 300e6 }));
      await until("all threads run", () => threadCount() >= threads + 32);
      expect(testFileDescriptors().length).toBe(handles + 32);
      await running;
      expect(threadCount()).toBe(threads);
      expect(testFileDescriptors().length).toBe(handles);
      expect(readdirSync(directory)).toEqual([]);
    });
  });

  it("appear in snapshot() with the bytes written so far, and end on stop() with the counts so far", async () => {
    await withFile(fileBytes, async (session) => {
      const options = load({ requests: 16, durationNs: 3600e9, readPercent: 70 });
      const running = session.concurrent(options);
      // Before the thread has begun the task, a snapshot shows the bytes of the previous task.
      await until("bytes are written", () => {
        const { task, bytes } = session.snapshot();
        return task === "measuring" && bytes > 0;
      });
      const { operations, bytes } = session.snapshot();
      session.stop();
      expect(bytes % blockBytes).toBe(0);
      expect(operations).toBeGreaterThan(bytes / blockBytes);
      const counts = await running;
      expectConsistent(counts, options);
      expect(counts.endedBy).toBe("stopped");
      expect(counts.reads + counts.writes).toBeGreaterThan(0);
    });
  });

  it("are not counted if stop() comes during the warm-up", async () => {
    await withFile(fileBytes, async (session) => {
      const running = session.concurrent(load({ warmupNs: 3600e9 }));
      await sleep(30);
      session.stop();
      expect(await running).toMatchObject({
        reads: 0,
        writes: 0,
        elapsedNs: 0,
        endedBy: "stopped",
      });
    });
  });

  it("make verify() skip all blocks if they write, and none if they only read", async () => {
    await withFile(fileBytes, async (session) => {
      await session.concurrent(load({ requests: 4 }));
      expect(await session.verify()).toMatchObject({ blocksChecked: fileBytes / blockBytes });
      await session.concurrent(load({ readPercent: 0 }));
      expect(await session.verify()).toMatchObject({ blocksChecked: 0, mismatchCount: 0 });
    });
  });

  it("are refused on a file system in memory, after which the session still works", async (context) => {
    await onTmpfs(context.skip, 32, (mountPoint) =>
      withFileIn(mountPoint, fileBytes, async (session) => {
        for (const readPercent of [100, 0]) {
          expect(await refusalOf(session.concurrent(load({ readPercent })))).toMatchObject({
            code: "EOPNOTSUPP",
            syscall: "open",
          });
        }
        // The session is still usable after the refusals.
        await session.drain();
      }),
    );
  });
});

function blocksThatDiffer(one: Buffer, other: Buffer, bytes: number): number[] {
  return Array.from({ length: one.length / bytes }, (_, block) => block).filter((block) => {
    const [from, to] = [block * bytes, (block + 1) * bytes];
    return !one.subarray(from, to).equals(other.subarray(from, to));
  });
}
