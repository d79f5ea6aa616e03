import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CapacityHash, CapacityRead, NativeFault } from "#native/index";
import {
  isOpenElsewhere,
  isPersonal,
  OldFiles,
} from "../../../../electron/engine-host/workloads/capacity/old-files";
import { FakeCapacitySession } from "../../../helpers/fake-capacity-session";
import { folderOfEach } from "../../../helpers/folders";

const kibibyte = 1024;
const running = () => false;

const folder = folderOfEach();

const write = (name: string, bytes: number) => {
  writeFileSync(join(folder(), name), new Uint8Array(bytes).fill(1));
  return join(folder(), name);
};

/** A drive that hashes the files on it; a test can make the hashes differ from the files. */
class Drive {
  readonly pieces: { path: string; fromBytes: number; bytes: number }[] = [];
  aroundCache = true;
  ownBlocks = 0;
  spoilt: (path: string) => boolean = () => false;
  fault: NativeFault | null = null;
  /** Result of reading the test's own files. */
  own: Partial<CapacityRead> = { fault: fault("EIO"), bytes: 0 };

  async read({ bytes }: { bytes: number }): Promise<CapacityRead> {
    return { ...(await new FakeCapacitySession().read({ fromBytes: 0, bytes })), ...this.own };
  }

  async hashOf(piece: { path: string; fromBytes: number; bytes: number }): Promise<CapacityHash> {
    this.pieces.push(piece);
    const { aroundCache, fault } = this;
    const isSpoilt = this.spoilt(piece.path);
    const data = readFileSync(piece.path).subarray(piece.fromBytes, piece.fromBytes + piece.bytes);
    expect(data.length).toBe(piece.bytes);
    return {
      hash: isSpoilt ? "spoilt" : `${data.reduce((sum, byte) => sum + byte, piece.fromBytes)}`,
      ownBlocks: isSpoilt ? this.ownBlocks : 0,
      aroundCache,
      fault,
    };
  }

  ofOurs = () => this.pieces.filter(({ path }) => path.startsWith(folder()));
}

const fault = (code: string): NativeFault => ({
  code,
  syscall: "pread",
  osCode: 5,
  message: code,
  offset: null,
});

describe("OldFiles.sample()", () => {
  it("reads whole blocks of regular files, but neither files of this program nor symbolic links", async () => {
    const drive = new Drive();
    mkdirSync(join(folder(), "photos/2024"), { recursive: true });
    const one = write("photos/2024/one", 200 * kibibyte + 5);
    write("small", 4095);
    write(".driveproof-x.tmp", 8192);
    mkdirSync(join(folder(), "driveproof-capacity-test-x"));
    write("driveproof-capacity-test-x/00001.dat", 8192);
    symlinkSync(one, join(folder(), "link"));
    symlinkSync(join(folder(), "photos"), join(folder(), "linked"));
    await OldFiles.sample(drive, join(folder(), "photos"), running, folder());
    expect(drive.ofOurs().map(({ fromBytes, bytes, path }) => [path, fromBytes, bytes])).toEqual([
      [one, 0, 64 * kibibyte],
      [one, 64 * kibibyte, 64 * kibibyte],
      [one, 128 * kibibyte, 64 * kibibyte],
      [one, 192 * kibibyte, 8 * kibibyte],
    ]);
  });

  it("skips files without blocks, which a read would fetch from a cloud", async () => {
    const drive = new Drive();
    const here = write("here", 200 * kibibyte);
    // A sparse file has a size but no block, like a file whose content is on a server or another
    // computer.
    truncateSync(write("elsewhere", 0), 200 * kibibyte);
    await OldFiles.sample(drive, folder(), running, folder());
    expect(new Set(drive.ofOurs().map(({ path }) => path))).toEqual(new Set([here]));
  });

  it("skips folders for which macOS would ask the person for permission, and isPersonal() returns false for such a folder on Linux", async () => {
    const drive = new Drive();
    mkdirSync(join(folder(), "ann/Documents/taxes"), { recursive: true });
    mkdirSync(join(folder(), "ann/Projects/Documents"), { recursive: true });
    write("ann/Documents/taxes/2024", 200 * kibibyte);
    const open = write("ann/Projects/Documents/plan", 200 * kibibyte);
    const home = join(folder(), "ann");
    await OldFiles.sample(drive, folder(), running, folder(), isPersonal("darwin", home));
    expect(new Set(drive.ofOurs().map(({ path }) => path))).toEqual(new Set([open]));
    const library = join(home, "Library");
    expect([isPersonal("darwin", home)(library), isPersonal("linux", home)(library)]).toEqual([
      ...[true, false],
    ]);
  });

  it("samples at most 64 MiB, spread over the whole length of a file", async () => {
    const drive = new Drive();
    const large = write("large", 4096);
    truncateSync(large, 2 * 1024 ** 3);
    drive.hashOf = async (piece) => {
      drive.pieces.push(piece);
      return { hash: "1", ownBlocks: 0, aroundCache: true, fault: null };
    };
    const old = await OldFiles.sample(drive, folder(), running, folder());
    const { pieces } = drive;
    expect(pieces.length).toBeGreaterThan(1000);
    expect(pieces.length).toBeLessThanOrEqual(1024);
    const last = pieces.at(-1);
    expect((last?.fromBytes ?? 0) + (last?.bytes ?? 0)).toBeGreaterThan(0.99 * 2 * 1024 ** 3);
    expect(new Set(pieces.map(({ fromBytes }) => fromBytes)).size).toBe(pieces.length);
    expect((await old.compare())?.sampledBytes).toBeLessThanOrEqual(64 * 1024 ** 2);
  });

  it("samples nothing after a stop or in a missing folder, and no file whose reads fail or come from a cache", async () => {
    write("one", 8192);
    const cached = new Drive();
    cached.aroundCache = false;
    const unreadable = new Drive();
    unreadable.fault = fault("EACCES");
    for (const drive of [cached, unreadable]) {
      expect(
        await (await OldFiles.sample(drive, folder(), running, folder())).compare(),
      ).toBeNull();
    }
    const drive = new Drive();
    const stopped = await OldFiles.sample(drive, folder(), () => true, folder());
    expect(await stopped.compare()).toBeNull();
    expect(drive.pieces).toEqual([]);
    const nowhere = await OldFiles.sample(drive, join(folder(), "missing"), running);
    expect(await nowhere.compare()).toBeNull();
  });
});

describe("OldFiles.compare()", () => {
  async function sampled(drive: Drive) {
    write("one", 128 * kibibyte);
    write("two", 64 * kibibyte);
    return OldFiles.sample(drive, folder(), running, folder());
  }
  const all = { files: 2, sampledBytes: 192 * kibibyte };
  const same = { changedFiles: 0, changedBytes: 0, ownBytes: 0 };

  it("finds no change in unchanged files", async () => {
    const drive = new Drive();
    const old = await sampled(drive);
    expect(await old.compare()).toEqual({ ...all, ...same });
    expect(await old.compare()).toEqual({ ...all, ...same });
  });

  it("reports changed content and blocks of the test again in later comparisons, even if those find no change", async () => {
    const drive = new Drive();
    const old = await sampled(drive);
    drive.spoilt = (path) => path.endsWith("one");
    drive.ownBlocks = 3;
    const changed = { changedFiles: 1, changedBytes: 128 * kibibyte, ownBytes: 6 * 4096 };
    expect(await old.compare()).toEqual({ ...all, ...changed });
    drive.spoilt = () => false;
    expect(await old.compare()).toEqual({ ...all, ...changed });
  });

  it("does not count a changed file that a program has open, as on Windows, unless the file holds blocks of the test", async () => {
    const drive = new Drive();
    write("one", 64 * kibibyte);
    write("two", 64 * kibibyte);
    const inUse = async (path: string) => path.endsWith("one");
    const none = () => false;
    const sample = () => OldFiles.sample(drive, folder(), running, folder(), none, inUse);
    const [old, again] = [await sample(), await sample()];
    drive.spoilt = () => true;
    const found = { files: 1, sampledBytes: 64 * kibibyte, changedFiles: 1 };
    expect(await old.compare()).toMatchObject(found);
    drive.ownBlocks = 1;
    expect(await again.compare()).toMatchObject({
      ...all,
      sampledBytes: 128 * kibibyte,
      changedFiles: 2,
    });
  });

  it.each(["EUCLEAN", "ERROR_CRC"])(
    "counts the read error %s in all old files as lost content",
    async (code) => {
      const drive = new Drive();
      const old = await sampled(drive);
      drive.fault = fault(code);
      expect(await old.compare()).toMatchObject({ ...all, changedBytes: all.sampledBytes });
    },
  );

  it.each(["one", "two"])(
    "counts EIO in the file %s as lost content if the other file can still be read",
    async (name) => {
      const drive = new Drive();
      const old = await sampled(drive);
      const read = drive.hashOf.bind(drive);
      drive.hashOf = async (piece) => ({
        ...(await read(piece)),
        fault: piece.path.endsWith(name) ? fault("EIO") : null,
      });
      const changedBytes = (name === "one" ? 128 : 64) * kibibyte;
      expect(await old.compare()).toMatchObject({ ...all, changedFiles: 1, changedBytes });
    },
  );

  it("counts EIO in every old file as lost content if the test's own files are still read past the cache, and returns null otherwise", async () => {
    const compared = async (own: Partial<CapacityRead>) => {
      const drive = new Drive();
      const old = await sampled(drive);
      drive.fault = fault("EIO");
      drive.own = own;
      return old.compare();
    };
    expect(await compared({})).toMatchObject({ ...all, changedBytes: all.sampledBytes });
    // A read through the page cache may succeed although the drive is unplugged, and a read of 0
    // bytes proves nothing.
    expect(await compared({ aroundCache: false })).toBeNull();
    expect(await compared({ bytes: 0 })).toBeNull();
  });

  it("counts nothing as changed if the drive was unplugged before or during the comparison", async () => {
    const pulled = new Drive();
    const all = await sampled(pulled);
    pulled.fault = fault("EIO");
    expect(await all.compare()).toBeNull();
    const inBetween = new Drive();
    const rest = await sampled(inBetween);
    const read = inBetween.hashOf.bind(inBetween);
    let answers = 2;
    inBetween.hashOf = async (piece) => {
      answers -= 1;
      return { ...(await read(piece)), fault: answers < 0 ? fault("ERROR_IO_DEVICE") : null };
    };
    expect(await rest.compare()).toMatchObject({ ...same, sampledBytes: 128 * kibibyte });
  });

  it("returns null if the files can no longer be opened, or only be read through the cache", async () => {
    for (const change of [
      (drive: Drive) => {
        drive.fault = fault("EACCES");
      },
      (drive: Drive) => {
        drive.aroundCache = false;
      },
      (drive: Drive) => {
        drive.hashOf = async () => {
          throw new Error("closed");
        };
      },
    ]) {
      const drive = new Drive();
      const old = await sampled(drive);
      change(drive);
      expect(await old.compare()).toBeNull();
    }
  });

  it("does not count files that other programs changed, touched or removed", async () => {
    const changes: readonly ((at: string) => void)[] = [
      (at) => appendFileSync(at, "x"),
      (at) => writeFileSync(at, new Uint8Array(128 * kibibyte).fill(2)),
      (at) => utimesSync(at, 1, 1),
      (at) => rmSync(at),
    ];
    for (const change of changes) {
      const drive = new Drive();
      const old = await sampled(drive);
      change(join(folder(), "one"));
      drive.spoilt = (path) => path.endsWith("one");
      drive.hashOf = async (piece) => ({
        hash: piece.path.endsWith("one") ? "spoilt" : `${piece.fromBytes + piece.bytes}`,
        ownBlocks: 0,
        aroundCache: true,
        fault: null,
      });
      expect(await old.compare()).toEqual({ files: 1, sampledBytes: 64 * kibibyte, ...same });
    }
  });

  it("counts only the files that it had read again before a stop", async () => {
    let isStopping = false;
    const drive = new Drive();
    write("one", 128 * kibibyte);
    write("two", 128 * kibibyte);
    const old = await OldFiles.sample(drive, folder(), () => isStopping, folder());
    const sampled = drive.pieces.length;
    expect(sampled).toBeGreaterThan(1);
    drive.spoilt = () => true;
    const read = drive.hashOf.bind(drive);
    drive.hashOf = async (piece) => {
      isStopping = true;
      return read(piece);
    };
    const [{ bytes = 0 } = {}] = drive.pieces;
    expect(await old.compare()).toMatchObject({
      files: 1,
      sampledBytes: bytes,
      changedFiles: 1,
      changedBytes: bytes,
    });
  });
});

it.skipIf(process.platform === "win32")(
  "isOpenElsewhere() returns false on Linux and macOS, for an open file as for a missing one",
  async () => {
    // File times already show there what other programs wrote.
    const there = write("there", 8192);
    const descriptor = openSync(there, "r+");
    try {
      expect(await isOpenElsewhere(there)).toBe(false);
    } finally {
      closeSync(descriptor);
    }
    expect(await isOpenElsewhere(`${there}-not`)).toBe(false);
  },
);
