import { execFileSync } from "node:child_process";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NativeCapacitySession } from "#native/index";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { inspect, reportOf } from "../helpers/inspect-process";
import { engine, until } from "../helpers/native-engine";
import { codeOf, mebibyte } from "../helpers/native-sequential";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";

const run = "0b6f0e3e-5d0c-4a53-8f5b-7e9f0a1b2c3d";
const folderName = `driveproof-capacity-test-${run}`;
const fileBytes = 4 * mebibyte;
const bytes = 10 * mebibyte;

const directory = folderOfEach(makeTestDirectory);

const file = (name: string) => join(directory(), folderName, name);

async function withFilled(
  body: (session: NativeCapacitySession) => Promise<void>,
  seed = 7,
): Promise<void> {
  const session = engine.openCapacitySession();
  try {
    const { freeBytes } = await session.prepare({
      directory: directory(),
      folderName,
      fileBytes,
      seed,
    });
    expect(freeBytes).toBeGreaterThan(bytes);
    const filled = await session.fill({ bytes });
    expect(filled).toMatchObject({ bytes, endedBy: "complete", fault: null });
    expect(filled.regions.reduce((sum, region) => sum + region.bytes, 0)).toBe(bytes);
    await body(session);
  } finally {
    await session.close();
  }
}

function overwrite(name: string, at: number, data: Uint8Array): void {
  const descriptor = openSync(file(name), "r+");
  writeSync(descriptor, data, 0, data.length, at);
  closeSync(descriptor);
}

describe("a capacity session", () => {
  it("fills three files, reads them back without bad blocks before and after a rewrite, and removes them with their folder", async () => {
    await withFilled(async (session) => {
      expect(readdirSync(join(directory(), folderName)).sort()).toEqual([
        "00001.dat",
        "00002.dat",
        "00003.dat",
      ]);
      const read = await session.read({ fromBytes: 0, bytes });
      expect(read).toMatchObject({ bytes, endedBy: "complete", badBlocks: 0, extents: [] });
      await session.rewrite({ bytes: 2 * mebibyte });
      const again = await session.read({ fromBytes: 0, bytes });
      expect(again).toMatchObject({ bytes, badBlocks: 0 });
      const last = await session.read({ fromBytes: 8 * mebibyte, bytes: 2 * mebibyte });
      expect(last).toMatchObject({ bytes: 2 * mebibyte, badBlocks: 0 });
    });
    expect(readdirSync(directory())).toEqual([]);
  });

  it("reports the content of each bad block, the block that misplaced content belongs to, and a region's first lost block", async () => {
    await withFilled(async (session) => {
      overwrite("00002.dat", 4096, new Uint8Array(8192));
      overwrite("00002.dat", 65_536, readFileSync(file("00003.dat")).subarray(0, 16_384));
      overwrite("00002.dat", 131_072 + 100, Uint8Array.of(1, 2, 3));
      overwrite("00001.dat", 0, new Uint8Array(4096).fill(255));
      overwrite("00001.dat", 8192, new Uint8Array(4096).fill(65));
      const read = await session.read({ fromBytes: 0, bytes });
      expect(read.extents).toEqual([
        { block: 0, blocks: 1, content: "ones", foundBlock: null },
        { block: 2, blocks: 1, content: "unknown", foundBlock: null },
        { block: 1025, blocks: 2, content: "zeros", foundBlock: null },
        { block: 1040, blocks: 4, content: "other-place", foundBlock: 2048 },
        { block: 1056, blocks: 1, content: "damaged", foundBlock: null },
      ]);
      expect(read).toMatchObject({ badBlocks: 9, damagedBlocks: 1, unreadableBlocks: 0 });
      const lost = read.regions.filter(({ lostBlocks }) => lostBlocks > 0);
      expect(lost.map(({ firstLostBlock }) => firstLostBlock)).toEqual([0, 1025]);
    });
  });

  it("distinguishes a block with data of another run from a block with its own earlier data", async () => {
    let other: Uint8Array = new Uint8Array();
    await withFilled(async () => {
      other = readFileSync(file("00001.dat")).subarray(0, 4096);
    }, 8);
    await withFilled(async (session) => {
      const before = readFileSync(file("00001.dat")).subarray(4096, 8192);
      await session.rewrite({ bytes: mebibyte });
      overwrite("00001.dat", 0, other);
      overwrite("00001.dat", 4096, before);
      const read = await session.read({ fromBytes: 0, bytes });
      expect(read.extents.map(({ content }) => content)).toEqual(["other-run", "earlier"]);
    });
  });

  it("ends the fill on stop() and can still read what it wrote", async () => {
    const session = engine.openCapacitySession();
    await session.prepare({ directory: directory(), folderName, fileBytes, seed: 1 });
    const filling = session.fill({ bytes: 1024 * mebibyte });
    await until("the second file is begun", () => session.snapshot().bytes > fileBytes);
    session.stop();
    const filled = await filling;
    expect(filled.endedBy).toBe("stopped");
    expect(filled.bytes).toBeGreaterThan(fileBytes);
    expect(filled.bytes).toBeLessThan(1024 * mebibyte);
    const read = await session.read({ fromBytes: 0, bytes: filled.bytes });
    expect(read).toMatchObject({ bytes: filled.bytes, badBlocks: 0, fault: null });
    await session.close();
    expect(readdirSync(directory())).toEqual([]);
  });

  it("hashes a part of a regular file, counts its own blocks in it, and refuses links, folders, missing parts and files of another volume", async () => {
    const old = join(directory(), "photo.jpg");
    writeFileSync(old, new Uint8Array(3 * 65_536).fill(7));
    symlinkSync(old, join(directory(), "link"));
    await withFilled(async (session) => {
      const piece = { path: old, fromBytes: 65_536, bytes: 65_536 };
      const before = await session.hashOf(piece);
      expect(before).toMatchObject({ ownBlocks: 0, fault: null });
      expect((await session.hashOf(piece)).hash).toBe(before.hash);
      const own = readFileSync(file("00001.dat")).subarray(0, 8192);
      const descriptor = openSync(old, "r+");
      writeSync(descriptor, own, 0, own.length, 65_536);
      closeSync(descriptor);
      const after = await session.hashOf(piece);
      expect(after).toMatchObject({ ownBlocks: 2, fault: null });
      expect(after.hash).not.toBe(before.hash);
      for (const name of ["link", ".", "missing", "photo.jpg/x"]) {
        const refused = await session.hashOf({ ...piece, path: join(directory(), name) });
        expect(refused).toMatchObject({ hash: "", fault: expect.objectContaining({}) });
      }
      const beyond = await session.hashOf({ ...piece, fromBytes: 4 * 65_536 });
      expect(beyond.fault?.code).toBe("UNEXPECTED_END");
      const otherVolume = await session.hashOf({ ...piece, path: "/proc/version" });
      expect(otherVolume.fault).not.toBeNull();
    });
  });

  it("refuses fill() before prepare()", async () => {
    const session = engine.openCapacitySession();
    expect(codeOf(() => session.fill({ bytes }))).toBe("ERR_SESSION_NOT_PREPARED");
    await session.close();
  });

  it.skipIf(loopVolumeProblem("btrfs") !== null)(
    "rewrites in place on a nearly full btrfs, even in a compressed folder, and finds a lost block",
    async () => {
      await withLoopVolume("btrfs", 256, async ({ mountPoint, device }) => {
        const place = join(mountPoint, "compressed");
        mkdirSync(place);
        execFileSync("btrfs", ["property", "set", place, "compression", "zstd"]);
        const session = engine.openCapacitySession();
        const size = { fileBytes: 1024 * mebibyte, seed: 1 };
        const { freeBytes } = await session.prepare({ directory: place, folderName, ...size });
        // Leaves 8 MiB free, the least that a capacity test of the program leaves.
        const filled = await session.fill({ bytes: freeBytes - 8 * mebibyte });
        expect(filled).toMatchObject({ endedBy: "complete", fault: null });
        const again = await session.rewrite({ bytes: 48 * mebibyte });
        expect(again).toMatchObject({ bytes: 48 * mebibyte, endedBy: "complete", fault: null });
        // Overwrites a block of a test file with zeros on the block device, below the file system.
        zeroOnDrive(device, Buffer.from("DrPfBlk1"));
        const read = await session.read({ fromBytes: 0, bytes: filled.bytes });
        expect(read).toMatchObject({ fault: null, badBlocks: 1, unreadableBlocks: 0 });
        expect(read.extents).toMatchObject([{ blocks: 1, content: "zeros" }]);
        await session.close();
      });
    },
  );
});

/**
 * Finds the last block on the block device that begins with this mark, and overwrites it with
 * zeros.
 */
function zeroOnDrive(device: string, mark: Buffer): void {
  const drive = openSync(`/dev/${device}`, "r+");
  try {
    const bytes = 4096;
    const block = Buffer.alloc(bytes);
    let last = -1;
    for (let at = 0; readSync(drive, block, 0, bytes, at) === bytes; at += bytes) {
      last = block.subarray(0, mark.length).equals(mark) ? at : last;
    }
    expect(last).toBeGreaterThan(0);
    writeSync(drive, Buffer.alloc(bytes), 0, bytes, last);
    fsyncSync(drive);
  } finally {
    closeSync(drive);
  }
}

describe("an inspection with --tests capacity and a byte limit", () => {
  it("checks exactly the limit, warns that filling can overwrite files, and leaves no file behind", async () => {
    const wanted = ["--tests", "capacity", "--capacity-bytes", "16M"];
    const end = await inspect(["--path", directory(), ...wanted, "--json", "-"]);
    expect(reportOf(end).capacity).toMatchObject({ result: "part", checkedBytes: 16 * mebibyte });
    expect(reportOf(end).capacity?.untested).toContain("limit");
    expect(end.stderr).toContain("filling it can overwrite the files on it");
    expect(readdirSync(directory())).toEqual([]);
  });
});
