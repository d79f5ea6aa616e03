import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import type { NativeSession } from "#native/index";
import {
  blockBytes,
  prepareOptions,
  withOpenTestFile,
  withSession,
} from "../helpers/native-engine";
import { withFile, withFileIn } from "../helpers/native-sequential";
import { onLoopVolume, onTmpfs } from "../helpers/native-volumes";

const blocks = 256;

const rewrite = (session: NativeSession, blocksWritten: number) =>
  session.measure({ mode: "none", durationNs: 60e9, maxBytes: blocksWritten * blockBytes });

function readBlock(block: number): Buffer {
  return withOpenTestFile((fd) => {
    const content = Buffer.alloc(blockBytes);
    readSync(fd, content, 0, blockBytes, block * blockBytes);
    return content;
  });
}

function overwrite(offset: number, bytes: Uint8Array): void {
  withOpenTestFile((fd) => {
    writeSync(fd, bytes, 0, bytes.length, offset);
    fsyncSync(fd);
  });
}

describe("verify()", () => {
  it("finds no mismatch in a fresh file", async () => {
    await withFile(blocks * blockBytes, async (session) => {
      expect(await session.verify()).toEqual({
        blocksChecked: blocks,
        aroundCache: true,
        mismatchCount: 0,
        mismatches: [],
        unreadable: [],
        endedBy: "complete",
        fault: null,
      });
    });
  });

  it("finds no mismatch after rounds in every available mode", async () => {
    await withFile(blocks * blockBytes, async (session, _directory, prepared) => {
      for (const { mode, refusal } of prepared.modes) {
        if (!refusal) {
          const round = { mode, durationNs: 60e9, maxBytes: 300 * blockBytes };
          expect(await session.measure(round)).toMatchObject({ operations: 300, fault: null });
        }
      }
      const checked = await session.verify();
      expect(checked).toMatchObject({ blocksChecked: blocks, mismatchCount: 0, fault: null });
    });
  });

  it.each([512, 8192, 65_536, 1_048_576])(
    "finds a damaged byte in the last of 17 blocks of %d bytes",
    async (bytes) => {
      await withSession(async (session, directory) => {
        // An odd number of blocks, so that the file ends in the middle of a read of several blocks.
        const fileBytes = 17 * bytes;
        await session.prepare(prepareOptions(directory, { fileBytes, blockBytes: bytes }));
        await session.measure({ mode: "none", durationNs: 60e9, maxBytes: 40 * bytes });
        expect(await session.verify()).toMatchObject({ blocksChecked: 17, mismatchCount: 0 });
        overwrite(fileBytes - 1, Buffer.from([readLast(fileBytes) ^ 1]));
        const checked = await session.verify();
        expect(checked.mismatches).toMatchObject([
          { offset: 16 * bytes, found: `bytes differ from byte ${bytes - 1} on` },
        ]);
      });
    },
  );

  describe("of a damaged file", () => {
    it("finds a block with older data, as after a lost write", async () => {
      await withFile(blocks * blockBytes, async (session) => {
        await rewrite(session, 5000);
        const older = readBlock(40);
        const sequence = older.readBigUInt64LE(24);
        await rewrite(session, 5000);
        overwrite(40 * blockBytes, older);
        const checked = await session.verify();
        expect(checked.mismatches).toMatchObject([
          { offset: 40 * blockBytes, found: `sequence ${sequence} of block 40` },
        ]);
        expect(checked.mismatches[0]?.expected).toMatch(/^sequence \d+ of block 40$/);
        expect(checked.mismatches[0]?.expected).not.toBe(checked.mismatches[0]?.found);
      });
    });

    it("counts all mismatches and lists the first hundred", async () => {
      await withFile(blocks * blockBytes, async (session) => {
        overwrite(0, Buffer.alloc(150 * blockBytes));
        const checked = await session.verify();
        expect(checked).toMatchObject({ blocksChecked: blocks, mismatchCount: 150 });
        expect(checked.mismatches).toHaveLength(100);
        expect(checked.mismatches.map(({ offset }) => offset / blockBytes)).toEqual(
          Array.from({ length: 100 }, (_, index) => index),
        );
      });
    });

    it("reports that the file has become shorter", async () => {
      await withFile(blocks * blockBytes, async (session) => {
        withOpenTestFile((fd) => ftruncateSync(fd, 100 * blockBytes));
        const checked = await session.verify();
        expect(checked).toMatchObject({ endedBy: "error", fault: { code: "UNEXPECTED_END" } });
        expect(checked.fault?.offset).toBe(100 * blockBytes);
      });
    });
  });

  it("reads the drive and not the cache", async (context) => {
    await onLoopVolume(context.skip, "ext4", 64, async ({ mountPoint, image }) => {
      await withFileIn(mountPoint, blocks * blockBytes, async (session) => {
        expect(await session.verify()).toMatchObject({ aroundCache: true, mismatchCount: 0 });
        const good = readBlock(123);
        // Damages the block in the image, without the knowledge of the file system that caches it.
        const place = readFileSync(image).indexOf(good);
        expect(place).toBeGreaterThan(0);
        const drive = openSync(image, "r+");
        writeSync(drive, Buffer.alloc(8), 0, 8, place + 2048);
        closeSync(drive);
        // the file system still returns the cached block
        expect(readBlock(123).equals(good)).toBe(true);
        const checked = await session.verify();
        expect(checked.mismatches).toMatchObject([
          { offset: 123 * blockBytes, found: "bytes differ from byte 2048 on" },
        ]);
      });
    });
  });

  it("does not claim to bypass the cache on tmpfs", async (context) => {
    await onTmpfs(context.skip, 16, async (mountPoint) => {
      await withFileIn(mountPoint, blocks * blockBytes, async (session) => {
        expect(await session.verify()).toMatchObject({ aroundCache: false, mismatchCount: 0 });
      });
    });
  });
});

describe("drain()", () => {
  it("names its system call", async () => {
    await withFile(blocks * blockBytes, async (session) => {
      await rewrite(session, 100);
      const drained = await session.drain();
      expect(drained.elapsedNs).toBeGreaterThan(0);
      expect(drained.systemCall).toMatch(/fsync|F_FULLFSYNC|FlushFileBuffers/);
    });
  });
});

function readLast(fileBytes: number): number {
  return withOpenTestFile((fd) => {
    const byte = Buffer.alloc(1);
    readSync(fd, byte, 0, 1, fileBytes - 1);
    return byte[0] ?? 0;
  });
}
