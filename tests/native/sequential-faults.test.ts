import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SequentialCounts, SequentialOptions } from "#native/index";
import { failingCalls } from "../helpers/native-child";
import { blockBytes, sum } from "../helpers/native-engine";
import {
  append,
  codeOf,
  fileBytes,
  mebibyte,
  pass,
  withFileIn,
} from "../helpers/native-sequential";
import { onTmpfs } from "../helpers/native-volumes";

const onLinux = process.platform === "linux";
const blocks = fileBytes / blockBytes;

describe("sequential() on a volume that becomes full", () => {
  it("ends an append with ENOSPC and the bytes written so far, and then refuses another", async (context) => {
    await onTmpfs(context.skip, 16, async (mountPoint) => {
      await withFileIn(mountPoint, 0, async (session) => {
        const counts = await session.sequential(append({ totalBytes: 64 * mebibyte }));
        expect(counts).toMatchObject({
          endedBy: "error",
          fault: { code: "ENOSPC", syscall: "pwrite", osCode: 28 },
          settleNs: null,
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

/**
 * Imitates failing drives by a library that is loaded before the system's own; see
 * cpp/failing-calls.c.
 */
describe.skipIf(!onLinux)("sequential()", () => {
  const { directory, saidUnder } = failingCalls();

  interface Story {
    counts: SequentialCounts;
    again: string;
    checked: { blocksChecked: number; mismatchCount: number; fault: unknown } | null;
  }

  /**
   * Runs a pass over a file of 1024 blocks while the rules make calls fail. Returns the pass's
   * counts, the outcome of the next pass and that of verify().
   */
  async function tell(rules: string, changes: Partial<SequentialOptions>): Promise<Story> {
    const options = JSON.stringify(pass(changes));
    const verifying = changes.layout === "append" ? "null" : "await session.verify()";
    const said = await saidUnder<Story>(
      rules,
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
    );
    expect(readdirSync(directory())).toEqual([]);
    return said;
  }

  // prepare() makes 1032 calls of pwrite here: 1024 to fill, 7 to try the modes, one for block 0.
  it("ends on EIO from a write, reports the offset of that write, and verify() leaves out its blocks", async () => {
    const { counts, again, checked } = await tell("pwrite:EIO:1035:1035", {});
    expect(counts).toMatchObject({
      endedBy: "error",
      bytes: 2 * 65_536,
      writeCalls: 2,
      settleNs: null,
      fault: { code: "EIO", syscall: "pwrite", offset: 2 * 65_536 },
    });
    expect(again).toBe("ERR_SESSION_FAULTED");
    // A failed write may leave anything in its 16 blocks, so verify() leaves them out.
    expect(checked).toMatchObject({ blocksChecked: blocks - 16, mismatchCount: 0 });
  });

  it("ends on EIO from a sync with the bytes written so far, and then refuses a round", async () => {
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

  it("ends with EIO if its final sync fails", async () => {
    const changes = { mode: "fdatasync", syncAtEnd: true, layout: "append" } as const;
    const { counts } = await tell("fdatasync:EIO:2:2", changes);
    expect(counts).toMatchObject({
      endedBy: "error",
      bytes: fileBytes,
      syncCalls: 0,
      settleNs: null,
    });
    expect(counts.fault).toMatchObject({ code: "EIO", syscall: "fdatasync" });
  });

  it("ends the writer if a background sync fails", async () => {
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

  it("names the failed background sync as the cause even if the writer then gets EROFS", async () => {
    const { counts } = await tell("fdatasync:BREAKS:4:4", {
      mode: "fdatasync",
      layout: "append",
      totalBytes: 2 ** 33,
      backgroundSyncNs: 1e6,
    });
    expect(counts.fault).toMatchObject({ code: "EIO", syscall: "fdatasync" });
  });

  it("reports the offset of the write whose sync failed", async () => {
    const changes = { mode: "fdatasync", layout: "append", syncEveryBytes: 65536 } as const;
    const { counts } = await tell("fdatasync:EIO:5:5", changes);
    expect(counts.fault).toMatchObject({ code: "EIO", syscall: "fdatasync" });
    expect(counts.fault?.offset).toBe(counts.bytes - 65536);
  });
});
