import { existsSync } from "node:fs";
import { release } from "node:os";
import { describe, expect, it } from "vitest";
import type { NativeSession } from "#native/index";
import { blockBytes, prepareOptions, withSession } from "../helpers/native-engine";
import { withFile } from "../helpers/native-sequential";
import { loopVolumeProblem, withLoopVolume, withTmpfs } from "../helpers/native-volumes";
import { pairedRatio } from "../helpers/paired-speed";
import { skipFor } from "../helpers/skipped";

const mebibyte = 1024 * 1024;
const fileBytes = 32 * mebibyte;
const noLinux = "only Linux says which pages have left its cache";
const onLinux = process.platform === "linux";

/** Processor time in ns that the kernel takes per write without a flush. */
async function kernelTime(session: NativeSession): Promise<number> {
  const counts = await session.measure({ mode: "none", durationNs: 5e9, maxBytes: fileBytes });
  return (counts.cpuSystemNs ?? Number.NaN) / counts.operations;
}

async function refillAndMeasure(session: NativeSession, pieceBytes: number): Promise<number> {
  expect(await session.refill({ pieceBytes })).toMatchObject({
    dropped: true,
    bytesWritten: fileBytes,
    endedBy: "complete",
    fault: null,
  });
  return kernelTime(session);
}

describe("refill()", () => {
  it("between two rounds writes the whole file, and verify() then finds no mismatch", async (context) => {
    skipFor(context.skip, !onLinux && noLinux);
    await withFile(fileBytes, async (session) => {
      await session.measure({ mode: "none", durationNs: 5e9, maxBytes: 1000 * blockBytes });
      const { dropped, bytesWritten } = await session.refill({ pieceBytes: mebibyte });
      expect({ dropped, bytesWritten }).toEqual({ dropped: true, bytesWritten: fileBytes });
      await session.measure({ mode: "none", durationNs: 5e9, maxBytes: 1000 * blockBytes });
      expect(await session.verify()).toMatchObject({
        blocksChecked: fileBytes / blockBytes,
        mismatchCount: 0,
      });
    });
  });

  it("writes nothing on tmpfs, which cannot drop the pages of the file from the cache", async (context) => {
    skipFor(context.skip, (loopVolumeProblem("ext4") !== null && loopVolumeProblem("ext4")) ?? "");
    await withTmpfs(64, async (mountPoint) => {
      await withSession(async (session) => {
        await session.prepare(prepareOptions(mountPoint, { fileBytes }));
        expect(await session.refill({ pieceBytes: mebibyte })).toMatchObject({
          dropped: false,
          bytesWritten: 0,
          endedBy: "complete",
        });
        expect((await session.verify()).mismatchCount).toBe(0);
      });
    });
  });

  it("in pieces of 1 MiB on ext4 makes later unflushed writes use more kernel time than refill() block by block", async (context) => {
    // ext4 has large folios since Linux 6.16; before, both files are cached page by page.
    skipFor(
      context.skip,
      loopVolumeProblem("ext4") ?? (hasLargeFolios() ? null : "ext4 keeps single pages here"),
    );
    // Puts the image into memory, so that no drive has to store each fill.
    const memory = existsSync("/dev/shm") ? { imageFolder: "/dev/shm" } : {};
    const measure = async ({ mountPoint }: { mountPoint: string }) => {
      await withSession(async (session) => {
        await session.prepare(prepareOptions(mountPoint, { fileBytes }));
        const measurePair = async () => {
          const large = await refillAndMeasure(session, mebibyte);
          return large / (await refillAndMeasure(session, blockBytes));
        };
        const { above, pairs } = await pairedRatio(measurePair, 1.2, 60);
        expect(above).toBeGreaterThan(pairs / 2);
      });
    };
    await withLoopVolume("ext4", 128, measure, memory);
  });
});

function hasLargeFolios(): boolean {
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return major > 6 || (major === 6 && minor >= 16);
}
