import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { MeasureOptions, RoundCounts } from "#native/index";
import { failingCalls } from "../helpers/native-child";

/**
 * Imitates failing drives by a library that is loaded before the system's own and makes chosen
 * calls on the test file fail; see cpp/failing-calls.c.
 */
describe.skipIf(process.platform !== "linux")("a session", () => {
  const { directory, saidUnder } = failingCalls();

  /** Results of a session's tasks while the rules make calls fail; null for a task that failed. */
  interface Story {
    prepared: {
      bytesWritten: number;
      modes: { mode: string; refusal: { code: string; syscall: string } | null }[];
    } | null;
    counts: RoundCounts | null;
    again: string | null;
    drained: Record<string, unknown> | null;
    checked: Record<string, unknown> | null;
    failure: Record<string, unknown> | null;
    closed: string;
  }

  async function tell(
    rules: string,
    mode = "fdatasync",
    changes: Partial<MeasureOptions> = {},
  ): Promise<Story> {
    return saidUnder(
      rules,
      `const describe = ({ name, code, syscall, osCode, offset, message }) =>
         ({ name, code, syscall, osCode, offset, message });
       (async () => {
         const story = { prepared: null, counts: null, again: null, drained: null,
                         checked: null, failure: null, closed: "" };
         const session = engine.openSession();
         const round = { mode: ${JSON.stringify(mode)}, durationNs: 60e9, maxBytes: 50 * 4096,
                         ...${JSON.stringify(changes)} };
         try {
           story.prepared = await session.prepare(options());
           story.counts = await session.measure(round);
           try { story.again = (await session.measure(round)).endedBy; }
           catch (error) { story.again = error.code; }
           story.drained = await session.drain();
           story.checked = await session.verify();
         } catch (error) {
           story.failure = describe(error);
         }
         story.closed = await session.close().then(() => "ok", (error) => error.code);
         say(JSON.stringify(story));
       })();`,
    );
  }

  const slowerThan = ({ latency }: RoundCounts, limitNs: number) =>
    latency.counts.reduce(
      (sum, count, index) => sum + ((latency.valuesNs[index] ?? 0) > limitNs ? count : 0),
      0,
    );

  const refusals = ({ prepared }: Story) =>
    prepared?.modes.filter(({ refusal }) => refusal).map(({ mode }) => mode);

  // The first fdatasync is the trial in prepare(); the later ones are measured.
  it("ends the round on EIO from a flush and refuses another round", async () => {
    const story = await tell("fdatasync:EIO:11:11");
    expect(story.counts).toMatchObject({
      endedBy: "error",
      operations: 9,
      bytes: 10 * 4096,
      fault: { code: "EIO", syscall: "fdatasync", osCode: 5, message: "Input/output error" },
    });
    expect(story.counts?.fault?.offset).toSatisfy((offset: number) => offset % 4096 === 0);
    expect(story.again).toBe("ERR_SESSION_FAULTED");
  });

  it("reports the drive's EIO even if all later writes and flushes return EROFS", async () => {
    const story = await tell("fdatasync:BREAKS:11:11");
    expect(story.counts).toMatchObject({
      endedBy: "error",
      fault: { code: "EIO", syscall: "fdatasync", osCode: 5 },
    });
    expect(story.failure).toMatchObject({ code: "EROFS" });
  });

  it("ends the round on EIO from a write and refuses another round, and verify() leaves out the block of that write", async () => {
    // The first 1024 writes fill the file, and the next ones try each mode once.
    const story = await tell("pwrite:EIO:1050:1050", "none");
    expect(story.counts).toMatchObject({
      endedBy: "error",
      fault: { code: "EIO", syscall: "pwrite", osCode: 5 },
    });
    expect(story.counts?.operations).toBeLessThan(26);
    expect(story.counts?.bytes).toBe((story.counts?.operations ?? -1) * 4096);
    expect(story.again).toBe("ERR_SESSION_FAULTED");
    // A failed write may leave anything in its block, so verify() leaves that block out.
    expect(story.checked).toMatchObject({ blocksChecked: 1023, mismatchCount: 0 });
  });

  it("counts no measured operation if a write of the warm-up fails with EIO, refuses another round, and verify() leaves out one block", async () => {
    const story = await tell("pwrite:EIO:1050:1050", "none", { warmupNs: 60e9 });
    expect(story.counts).toMatchObject({
      endedBy: "error",
      operations: 0,
      bytes: 0,
      elapsedNs: 0,
      fault: { code: "EIO", syscall: "pwrite", osCode: 5 },
    });
    expect(story.counts?.warmupBytes).toBeGreaterThan(0);
    expect(story.counts?.warmupBytes).toBeLessThan(26 * 4096);
    expect(story.again).toBe("ERR_SESSION_FAULTED");
    // verify() leaves out only the block of the failed write.
    expect(story.checked).toMatchObject({ blocksChecked: 1023, mismatchCount: 0 });
  });

  it("counts the bytes of the warm-up apart from the measured bytes if a later write fails", async () => {
    const story = await tell("pwrite:EIO:1100:1100", "none", { warmupNs: 60e9 });
    expect(story.counts).toMatchObject({ endedBy: "error", warmupBytes: 50 * 4096 });
    expect(story.counts?.bytes).toBe((story.counts?.operations ?? -1) * 4096);
    expect(story.checked).toMatchObject({ blocksChecked: 1023, mismatchCount: 0 });
  });

  it("shows in the timeline when a slow flush ran and for how long", async () => {
    const story = await tell("fdatasync:LATE:31:31");
    const { timeline, latency } = story.counts as RoundCounts;
    expect(latency.maxNs).toBeGreaterThan(500e6);
    const worst = timeline.slowestNs.indexOf(latency.maxNs);
    // While the slow flush ran, the timeline has only windows without an operation.
    const windows = Math.floor(500e6 / timeline.windowNs) - 1;
    expect(windows).toBeGreaterThan(5);
    const waited = timeline.operations.slice(worst - windows, worst);
    expect(waited).toEqual(new Array(windows).fill(0));
    const from = timeline.slowestAtNs[worst] as number;
    expect(Math.floor((from + latency.maxNs) / timeline.windowNs)).toBe(worst);
    // 29 operations ended before flush 31 began, because prepare() used the first flush as a trial.
    const before = timeline.operations.slice(0, Math.floor(from / timeline.windowNs) + 1);
    expect(before.reduce((sum, count) => sum + count, 0)).toBe(29);
  });

  it("measures a long latency for every operation due during a slow flush if the round is paced, and for few if not", async () => {
    const paced = await tell("fdatasync:LATE:11:11", "fdatasync", { paceNs: 10e6 });
    const late = slowerThan(paced.counts as RoundCounts, 90e6);
    // All 40 later operations were due during the slow flush, the last 100 ms before its end.
    expect(late).toBeGreaterThanOrEqual(41);
    const unpaced = await tell("fdatasync:LATE:11:11", "fdatasync");
    const alone = slowerThan(unpaced.counts as RoundCounts, 90e6);
    expect(alone).toBeGreaterThanOrEqual(1);
    // A busy computer may delay a few more operations.
    expect(alone).toBeLessThan(10);
  });

  it("measures a long latency for the slow flush and few other operations if the round pauses before each operation", async () => {
    const resting = await tell("fdatasync:LATE:11:11", "fdatasync", { idleNs: 10e6 });
    const late = slowerThan(resting.counts as RoundCounts, 90e6);
    expect(late).toBeGreaterThanOrEqual(1);
    expect(late).toBeLessThan(10);
  });

  it("writes the unwritten part of a block after a short write", async () => {
    const story = await tell("pwrite:SHORT:1:1000000", "none");
    expect(story).toMatchObject({
      counts: { endedBy: "bytes", operations: 50, bytes: 50 * 4096, fault: null },
      checked: { blocksChecked: 1024, mismatchCount: 0 },
      failure: null,
    });
  });

  it.each(["pwrite", "fdatasync", "fsync", "pread", "fallocate", "openat"])(
    "repeats %s after EINTR",
    async (call) => {
      const story = await tell(`${call}:EINTR:1:7`);
      expect(refusals(story)).toEqual([]);
      expect(story).toMatchObject({
        counts: { endedBy: "bytes", operations: 50 },
        checked: { blocksChecked: 1024, mismatchCount: 0 },
        failure: null,
      });
    },
  );

  it.each(["EINVAL", "ENOTSUP"])(
    "makes a mode unavailable if its flush fails with %s, and leaves all other modes available",
    async (code) => {
      const story = await tell(`fdatasync:${code}:1:1000000`, "fsync");
      expect(refusals(story)).toEqual(["fdatasync"]);
      const refusal = story.prepared?.modes.find(({ mode }) => mode === "fdatasync")?.refusal;
      expect(refusal).toMatchObject({
        code: code === "EINVAL" ? "EINVAL" : "EOPNOTSUPP",
        syscall: "fdatasync",
      });
      expect(story.counts).toMatchObject({ endedBy: "bytes", operations: 50 });
      expect(story.checked).toMatchObject({ mismatchCount: 0 });
    },
  );

  it("makes modes unavailable if the file cannot be opened with their flags, and then verifies through the cache", async () => {
    // The first openat makes the file, the second tries whether it can be opened again, the next
    // four open it for o_dsync, o_sync and O_DIRECT.
    const story = await tell("openat:EINVAL:5:7", "fsync");
    expect(refusals(story)).toEqual(["o_direct", "o_direct_dsync"]);
    expect(story.checked).toMatchObject({ aroundCache: false, mismatchCount: 0 });
  });

  it("rejects prepare() and leaves no file behind if the flush that tries a mode fails with EIO", async () => {
    const story = await tell("fdatasync:EIO:1:1");
    expect(story).toMatchObject({
      prepared: null,
      failure: { name: "Error", code: "EIO", syscall: "fdatasync", osCode: 5 },
      closed: "ok",
    });
    expect(readdirSync(directory())).toEqual([]);
  });

  it("rejects prepare() and reports the offset if the volume becomes full while prepare() fills the file", async () => {
    const story = await tell("fallocate:ENOTSUP:1:1,pwrite:ENOSPC:769:769");
    expect(story).toMatchObject({
      prepared: null,
      failure: { code: "ENOSPC", syscall: "pwrite", offset: 768 * 4096 },
    });
  });

  it("prepares the test file and measures even if fallocate() fails with ENOTSUP", async () => {
    const story = await tell("fallocate:ENOTSUP:1:1");
    expect(story).toMatchObject({ counts: { operations: 50 }, failure: null });
  });

  it("rejects drain() if the final flush fails", async () => {
    const calm = await tell("", "none");
    expect(calm.drained).toMatchObject({ systemCall: "fsync(fd)" });
    // Tries one number after the other, because fsync runs a few times in prepare() and then once
    // in drain().
    for (let count = 1; count < 20; count += 1) {
      const story = await tell(`fsync:EIO:${count}:1000000`, "none");
      if (story.counts !== null && story.failure !== null) {
        expect(story).toMatchObject({
          counts: { endedBy: "bytes" },
          drained: null,
          failure: { code: "EIO", syscall: "fsync", osCode: 5, offset: null },
          closed: "ok",
        });
        return;
      }
    }
    expect.fail("no flush failed in drain() alone");
  });

  // verify() reads 4 MiB in pieces of 1 MiB; if a piece fails, it reads the piece block by block.
  it("reports a failed read from verify(), lists blocks that fail again as unreadable, and checks the blocks after them", async () => {
    const third = 2 * 2 ** 20;
    const again = await tell("pread:EIO:3:3");
    expect(again.checked).toMatchObject({
      endedBy: "error",
      blocksChecked: 1024,
      unreadable: [],
      fault: { code: "EIO", syscall: "pread", offset: third },
    });
    const blocks = await tell("pread:EIO:3:6");
    expect(blocks.checked).toMatchObject({
      endedBy: "error",
      blocksChecked: 1021,
      mismatchCount: 0,
      unreadable: [third, third + 4096, third + 8192],
      fault: { code: "EIO", syscall: "pread", offset: third },
    });
  });

  it("stops verify() after sixteen unreadable blocks", async () => {
    const story = await tell("pread:EIO:2:1000000");
    const second = 2 ** 20;
    expect(story.checked).toMatchObject({
      endedBy: "error",
      blocksChecked: 256,
      unreadable: Array.from({ length: 16 }, (_, block) => second + 4096 * block),
      fault: { code: "EIO", syscall: "pread", offset: second },
    });
  });

  it("stops verify() at a read error that does not come from an unreadable block", async () => {
    const story = await tell("pread:EINVAL:3:3");
    expect(story.checked).toMatchObject({
      endedBy: "error",
      blocksChecked: 512,
      unreadable: [],
      fault: { code: "EINVAL", syscall: "pread", offset: 2 * 2 ** 20 },
    });
  });

  it("reads the unread part of a block after a short read", async () => {
    const story = await tell("pread:SHORT:1:4");
    expect(story.checked).toMatchObject({ blocksChecked: 1024, mismatchCount: 0, fault: null });
  });

  it.each([
    ["there are no nameless files", "openat:ENOTSUP:1:1"],
    ["a nameless file cannot be opened again", "openat:EINVAL:2:2"],
  ])("keeps the name of the test file until close() if %s", async (_what, fail) => {
    const story = await tell(fail);
    expect(story).toMatchObject({ prepared: { named: true }, failure: null, closed: "ok" });
    expect(story.checked).toMatchObject({ blocksChecked: 1024, mismatchCount: 0, fault: null });
    expect(readdirSync(directory())).toEqual([]);
  });

  it.each([
    ["EIO", 1],
    ["EIO", 2],
    ["EUCLEAN", 2],
  ])(
    "rejects prepare() with %s if call %d of openat() for a nameless file fails with that error",
    async (code, open) => {
      const story = await tell(`openat:${code}:${open}:${open}`);
      expect(story).toMatchObject({ prepared: null, failure: { code, syscall: "openat" } });
      expect(readdirSync(directory())).toEqual([]);
    },
  );

  it("reports EIO from fstat() as a failed call and not as a replaced test file", async () => {
    const seen: unknown[] = [];
    for (let nth = 1; nth <= 6; nth += 1) {
      const { failure } = await tell(`fstat:EIO:${nth}:${nth}`);
      seen.push(...(failure === null ? [] : [`${failure.syscall} ${failure.code}`]));
    }
    expect([...new Set(seen)]).toEqual(["fstat EIO"]);
  });

  it("rejects close() if the first removal of the name of the test file fails, but then removes the name", async () => {
    const story = await tell("openat:ENOTSUP:1:1,unlinkat:EIO:1:1");
    expect(story).toMatchObject({ prepared: { named: true }, closed: "EIO" });
    expect(readdirSync(directory())).toEqual([]);
  });
});
