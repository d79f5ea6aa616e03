import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blockBytes, prepareOptions, withSession } from "../helpers/native-engine";
import { append, fileBytes, mebibyte, withFile, withFileIn } from "../helpers/native-sequential";
import { skipFor } from "../helpers/skipped";
import { smallVolume, spoil, spoilNothing, underWine } from "./windows-setting";

const mode = "flush_file_buffers";
const round = { mode, durationNs: 2e8, maxBytes: 1e9 } as const;

describe.skipIf(!underWine)("a session on Windows", () => {
  beforeEach(spoilNothing);
  afterEach(spoilNothing);

  it("ends the round on an error from a flush and refuses another round", async () => {
    await withFile(fileBytes, async (session) => {
      spoil("fsync", "EIO", 3, 3);
      const counts = await session.measure(round);
      expect(counts).toMatchObject({
        endedBy: "error",
        operations: 2,
        fault: { syscall: "FlushFileBuffers", code: expect.stringMatching(/^ERROR/) },
      });
      spoilNothing();
      expect(() => session.measure(round)).toThrow(
        expect.objectContaining({ code: "ERR_SESSION_FAULTED" }),
      );
    });
  });

  it("ends the round on an error from a write and reports the offset of that write", async () => {
    await withFile(fileBytes, async (session) => {
      spoil("pwrite", "EIO", 5, 5);
      const { endedBy, operations, fault } = await session.measure({ ...round, mode: "none" });
      expect([endedBy, operations, fault?.syscall]).toEqual(["error", 4, "WriteFile"]);
      expect((fault?.offset ?? Number.NaN) % blockBytes).toBe(0);
    });
  });

  it("writes the rest of a block after a short write, so that every block verifies", async () => {
    await withFile(fileBytes, async (session) => {
      spoil("pwrite", "SHORT", 2, 6);
      expect(await session.measure(round)).toMatchObject({ endedBy: "time", fault: null });
      spoilNothing();
      expect(await session.verify()).toMatchObject({ mismatchCount: 0, blocksChecked: 1024 });
    });
  });

  it("ends verify() on a read error and names the system call and the offset", async () => {
    await withFile(fileBytes, async (session) => {
      spoil("pread", "EIO", 2, 2);
      expect(await session.verify()).toMatchObject({
        endedBy: "error",
        fault: { syscall: "ReadFile", offset: 2 ** 20 },
      });
    });
  });

  it("reports ERROR_DISK_FULL if the drive becomes full during a round", async () => {
    await withFile(fileBytes, async (session) => {
      spoil("pwrite", "ENOSPC", 3, 3);
      expect(await session.measure({ ...round, mode: "write_through" })).toMatchObject({
        endedBy: "error",
        operations: 2,
        fault: { code: "ERROR_DISK_FULL", syscall: "WriteFile", osCode: 112 },
      });
    });
  });
});

describe("a volume without room for the test file", () => {
  const volume = smallVolume ?? "";
  const noVolume = "there is no small volume: making one needs Linux and root";

  it("makes prepare() reject with ERROR_DISK_FULL and leave no file", async (context) => {
    skipFor(context.skip, smallVolume === null && noVolume);
    await withSession(async (session) => {
      const options = prepareOptions(volume, { fileBytes: 16 * mebibyte });
      await expect(session.prepare(options)).rejects.toMatchObject({
        code: "ERROR_DISK_FULL",
        osCode: 112,
      });
      await session.close();
      expect(readdirSync(volume)).toEqual([]);
    });
  });

  it("ends an append, which reports the bytes written so far", async (context) => {
    skipFor(context.skip, smallVolume === null && noVolume);
    await withFileIn(volume, 0, async (session) => {
      const counts = await session.sequential(
        append({ totalBytes: 16 * mebibyte, maxNs: 3e10, syncAtEnd: true }),
      );
      expect(counts).toMatchObject({ endedBy: "error", fault: { code: "ERROR_DISK_FULL" } });
      expect(counts.bytes).toBeGreaterThan(mebibyte);
      expect(counts.bytes).toBeLessThanOrEqual(4 * mebibyte);
    });
    expect(readdirSync(volume)).toEqual([]);
  });
});
