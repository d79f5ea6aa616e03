import { describe, expect, it } from "vitest";
import type { CapacityRead, CapacityWritten } from "#native/index";
import { failingCalls } from "../helpers/native-child";
import { engine } from "../helpers/native-engine";
import { mebibyte } from "../helpers/native-sequential";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";

const folderName = "driveproof-capacity-test-0b6f0e3e-5d0c-4a53-8f5b-7e9f0a1b2c3d";
const fileBytes = 64 * mebibyte;

interface Ran {
  readonly filled: CapacityWritten;
  readonly rewritten: CapacityWritten;
  readonly read: CapacityRead;
}

const { saidUnder } = failingCalls();

/**
 * Fills 48 MiB with a flush after each 16 MiB, rewrites 32 MiB, and reads all 48 MiB back while the
 * rules make calls fail.
 */
function ran(rules: string): Promise<Ran> {
  const place = JSON.stringify({ folderName, fileBytes, seed: 1 });
  return saidUnder(
    rules,
    `(async () => {
       const session = engine.openCapacitySession();
       await session.prepare({ directory, ...${place} });
       const filled = await session.fill({ bytes: 48 * 1048576 });
       const rewritten = await session.rewrite({ bytes: 32 * 1048576 });
       const read = await session.read({ fromBytes: 0, bytes: 48 * 1048576 });
       say(JSON.stringify({ filled, rewritten, read }));
       await session.close();
     })();`,
  );
}

describe.skipIf(process.platform !== "linux")(
  "bytes that a capacity session wrote before a flush",
  () => {
    it.each([
      ["ENOSPC", "no-room-at-flush"],
      ["EDQUOT", "quota"],
    ])(
      "do not count as stored if that flush fails with %s and ends the fill as full, even if a later flush would succeed",
      async (code, reason) => {
        const { filled, read } = await ran(`fsync:${code}:2:2`);
        expect(filled).toMatchObject({
          bytes: 16 * mebibyte,
          endedBy: "full",
          fullBecause: reason,
          fault: null,
        });
        expect(filled.leftBytes).toBeGreaterThan(0);
        expect(read).toMatchObject({ bytes: 16 * mebibyte, badBlocks: 0 });
      },
    );

    it("do not count as stored if a write hits ENOSPC and the next flush fails: ENOSPC ends the fill as full, EIO as an error", async () => {
      const { filled } = await ran("pwrite:ENOSPC:20:20,fsync:ENOSPC:2:2");
      expect(filled).toMatchObject({ bytes: 16 * mebibyte, fullBecause: "no-room-at-flush" });
      const broken = await ran("pwrite:ENOSPC:20:20,fsync:EIO:2:2");
      expect(broken.filled).toMatchObject({
        bytes: 16 * mebibyte,
        endedBy: "error",
        fullBecause: null,
        fault: { code: "EIO", syscall: "fsync" },
      });
    });

    it.each([
      ["ENOSPC", "no-room"],
      ["EDQUOT", "quota"],
      ["EFBIG", "quota"],
    ])(
      "count as stored if a write fails with %s, which ends the fill as full, and the flush of the earlier writes succeeds",
      async (code, reason) => {
        const { filled, read } = await ran(`pwrite:${code}:20:20`);
        expect(filled).toMatchObject({
          bytes: 19 * mebibyte,
          endedBy: "full",
          fullBecause: reason,
          fault: null,
        });
        expect(read).toMatchObject({ bytes: 19 * mebibyte, badBlocks: 0 });
      },
    );

    it("count as stored if a rewrite ends with ENOSPC, which is not reported as a drive error", async () => {
      const { rewritten, read } = await ran("pwrite:ENOSPC:69:69");
      expect(rewritten).toMatchObject({
        bytes: 20 * mebibyte,
        endedBy: "full",
        fullBecause: "no-room",
        fault: null,
      });
      expect(read).toMatchObject({ bytes: 48 * mebibyte, badBlocks: 0 });
    });

    it("do not count as bad if the flush of a rewrite fails with ENOSPC", async () => {
      const { rewritten, read } = await ran("fsync:ENOSPC:5:5");
      expect(rewritten).toMatchObject({
        bytes: 0,
        endedBy: "full",
        fullBecause: "no-room-at-flush",
        fault: null,
      });
      expect(read).toMatchObject({ bytes: 48 * mebibyte, badBlocks: 0 });
    });
  },
);

describe.skipIf(process.platform !== "linux")("read() of a capacity session", () => {
  it.each(["EIO", "EUCLEAN", "EMFILE"])(
    "reports an error if opening a file for direct reads fails with %s",
    async (code) => {
      const { read } = await ran(`dopen:${code}:1:1`);
      expect(read).toMatchObject({
        endedBy: "error",
        bytes: 0,
        fault: { code, syscall: "openat" },
      });
    },
  );

  it("reports an error if fstat() of the opened file fails with EIO", async () => {
    const codes: unknown[] = [];
    for (let nth = 1; nth <= 12; nth += 1) {
      const fault = await ran(`fstat:EIO:${nth}:${nth}`).then(
        ({ read }) => read.fault,
        () => null,
      );
      codes.push(...(fault === null ? [] : [`${fault.syscall} ${fault.code}`]));
    }
    expect([...new Set(codes)]).toEqual(["fstat EIO"]);
  });

  it.each(["EINVAL", "ENOTSUP"])(
    "reads through the cache if opening a file for direct reads fails with %s",
    async (code) => {
      const { read } = await ran(`dopen:${code}:1:1`);
      expect(read).toMatchObject({ endedBy: "complete", aroundCache: false, badBlocks: 0 });
    },
  );
});

describe.skipIf(loopVolumeProblem("btrfs") !== null)("a rewrite on a copy-on-write volume", () => {
  it("reports no drive error, even if the volume has no room for the new copies", async () => {
    await withLoopVolume("btrfs", 300, async ({ mountPoint }) => {
      const session = engine.openCapacitySession();
      await session.prepare({ directory: mountPoint, folderName, fileBytes, seed: 1 });
      const filled = await session.fill({ bytes: 300 * mebibyte });
      expect(filled).toMatchObject({ endedBy: "full", fault: null });
      const rewritten = await session.rewrite({ bytes: 64 * mebibyte });
      expect(rewritten.fault).toBeNull();
      expect(["complete", "full"]).toContain(rewritten.endedBy);
      const read = await session.read({ fromBytes: 0, bytes: filled.bytes });
      expect(read).toMatchObject({ bytes: filled.bytes, badBlocks: 0 });
      await session.close();
    });
  });
});
