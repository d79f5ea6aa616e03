import {
  fstatSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startChild } from "../helpers/native-child";
import {
  descriptorsOf,
  engine,
  makeTestDirectory,
  prepareOptions,
  skipped,
  testFileName,
  until,
} from "../helpers/native-engine";
import { flushesOf, loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";

const onLinux = process.platform === "linux";

let directory: string;
beforeEach(() => {
  directory = makeTestDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("the test file", () => {
  it.skipIf(!onLinux)("has no name while it is measured, and is its owner's alone", async () => {
    const session = engine.openSession();
    const prepared = await session.prepare(prepareOptions(directory));
    expect(prepared.named).toBe(false);
    expect(readdirSync(directory)).toEqual([]);
    const descriptors = descriptorsOf(testFileName);
    expect(descriptors.length).toBeGreaterThan(1);
    const files = descriptors.map((fd) => fstatSync(fd));
    expect(new Set(files.map(({ dev, ino }) => `${dev}:${ino}`)).size).toBe(1);
    expect(files[0]).toMatchObject({ nlink: 0, size: 1024 * 4096 });
    expect((files[0]?.mode ?? 0) & 0o7777).toBe(0o600);
    await session.close();
    expect(descriptorsOf(testFileName)).toEqual([]);
  });

  it("is filled: every block is allocated before timing starts", async () => {
    const session = engine.openSession();
    const prepared = await session.prepare(prepareOptions(directory));
    expect(prepared.bytesWritten).toBeGreaterThan(1024 * 4096);
    if (onLinux) {
      const file = fstatSync(descriptorsOf(testFileName)[0] ?? -1);
      expect(file.blocks * 512).toBeGreaterThanOrEqual(1024 * 4096);
    }
    await session.close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([
    ["a file", (path: string) => writeFileSync(path, "precious")],
    ["a symbolic link", (path: string) => symlinkSync(`${path}.target`, path)],
    [
      "a link to a file",
      (path: string) => {
        writeFileSync(`${path}.target`, "precious");
        symlinkSync(`${path}.target`, path);
      },
    ],
  ])("is never made over %s of its name", async (_what, occupy) => {
    const path = join(directory, testFileName);
    occupy(path);
    const before = [readdirSync(directory), lstatSync(path).ino, lstatSync(path).mtimeMs];
    const session = engine.openSession();
    await expect(session.prepare(prepareOptions(directory))).rejects.toMatchObject({
      code: process.platform === "win32" ? "ERROR_FILE_EXISTS" : "EEXIST",
      offset: null,
    });
    await session.close();
    expect([readdirSync(directory), lstatSync(path).ino, lstatSync(path).mtimeMs]).toEqual(before);
    if (readdirSync(directory).length > 1 || !lstatSync(path).isSymbolicLink()) {
      expect(readFileSync(path, "utf8")).toBe("precious");
    }
  });

  it("is refused in a folder that does not exist", async () => {
    const session = engine.openSession();
    const prepared = session.prepare(prepareOptions(join(directory, "missing")));
    await expect(prepared).rejects.toMatchObject({
      code: process.platform === "win32" ? "ERROR_PATH_NOT_FOUND" : "ENOENT",
    });
    await session.close();
  });

  it.each(["prepare", "measure"])("is gone after SIGKILL during %s", async (step) => {
    const child = startChild(
      `const session = engine.openSession();
       const size = ${step === "prepare" ? 2 ** 31 : 2 ** 22};
       session.prepare(options({ fileBytes: size })).then(() => {
         say("prepared");
         return session.measure({ mode: "none", durationNs: 60e9, maxBytes: 1e15 });
       });
       setInterval(() => say(session.snapshot().task + ":" + session.snapshot().bytes), 10);`,
      { directory },
    );
    await child.printed(step === "prepare" ? "preparing:" : "measuring:");
    child.process.kill("SIGKILL");
    expect(await child.ended).toMatchObject({ signal: "SIGKILL" });
    await until("the file is gone", () => readdirSync(directory).length === 0);
  });
});

describe.each(["ext4", "xfs"] as const)("on %s, where flushes of a nameless file count", (kind) => {
  it("has no name, and each flush reaches the drive", async (context) => {
    const problem = loopVolumeProblem(kind);
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    await withLoopVolume(kind, 512, async ({ mountPoint, device }) => {
      const session = engine.openSession();
      expect(await session.prepare(prepareOptions(mountPoint))).toMatchObject({ named: false });
      for (const mode of ["fsync", "fdatasync", "o_dsync", "o_sync", "o_direct_dsync"] as const) {
        const before = flushesOf(device);
        const counts = await session.measure({ mode, durationNs: 60e9, maxBytes: 100 * 4096 });
        expect([mode, counts.operations, counts.fault]).toEqual([mode, 100, null]);
        expect(flushesOf(device) - before).toBeGreaterThanOrEqual(100);
      }
      await session.close();
    });
  });
});

describe("on btrfs, where older kernels skip flushes of a nameless file", () => {
  const problem = loopVolumeProblem("btrfs");
  const guarded = `
    const session = engine.openSession();
    session.prepare(options()).then((prepared) => {
      say("prepared named=" + prepared.named);
      return session.measure({ mode: "fsync", durationNs: 60e9, maxBytes: 1e15 });
    });
    setInterval(() => {}, 1000);`;

  async function onBtrfs(
    skip: (reason: string) => void,
    body: (mountPoint: string, device: string) => Promise<void>,
  ): Promise<void> {
    if (problem) {
      skip(skipped(problem));
      return;
    }
    await withLoopVolume("btrfs", 256, ({ mountPoint, device }) => body(mountPoint, device));
  }

  it("keeps its name, flushes reach the drive, and close() removes it", async ({ skip }) => {
    await onBtrfs(skip, async (mountPoint, device) => {
      const session = engine.openSession();
      const prepared = await session.prepare(prepareOptions(mountPoint));
      expect(prepared.named).toBe(true);
      expect(readdirSync(mountPoint)).toEqual([testFileName]);
      const before = flushesOf(device);
      const counts = await session.measure({ mode: "fsync", durationNs: 300e6, maxBytes: 1e12 });
      expect(flushesOf(device) - before).toBeGreaterThanOrEqual(counts.operations);
      expect(await session.verify()).toMatchObject({ endedBy: "complete", mismatchCount: 0 });
      await session.close();
      expect(readdirSync(mountPoint)).toEqual([]);
    });
  });

  it("is gone after SIGKILL, though it had a name", async ({ skip }) => {
    await onBtrfs(skip, async (mountPoint) => {
      const child = startChild(guarded, { directory: mountPoint });
      await child.printed("prepared named=true");
      expect(readdirSync(mountPoint)).toEqual([testFileName]);
      child.process.kill("SIGKILL");
      // The pipes of the child are closed too: the guardian does not hold them open.
      expect(await child.ended).toMatchObject({ signal: "SIGKILL" });
      await until("the guardian has removed the file", () => readdirSync(mountPoint).length === 0);
    });
  });

  it("is guarded by a process that holds no more than it needs and ignores SIGTERM", async ({
    skip,
  }) => {
    await onBtrfs(skip, async (mountPoint) => {
      const child = startChild(guarded, { directory: mountPoint });
      await child.printed("prepared named=true");
      const [guardian] = childrenOf(child.process.pid ?? -1);
      if (guardian === undefined) {
        throw new Error("there is no guardian");
      }
      const held = readdirSync(`/proc/${guardian}/fd`).map((fd) =>
        readlinkSync(`/proc/${guardian}/fd/${fd}`),
      );
      expect(held.sort()).toEqual([
        mountPoint,
        join(mountPoint, testFileName),
        expect.stringMatching(/^pipe:/),
      ]);
      process.kill(guardian, "SIGTERM");
      process.kill(guardian, "SIGHUP");
      child.process.kill("SIGKILL");
      await child.ended;
      await until("the guardian has removed the file", () => readdirSync(mountPoint).length === 0);
      await until("the guardian has ended", () => !isAlive(guardian));
    });
  });

  it("is left alone when another file has taken its name", async ({ skip }) => {
    await onBtrfs(skip, async (mountPoint) => {
      const path = join(mountPoint, testFileName);
      const child = startChild(guarded, { directory: mountPoint });
      await child.printed("prepared named=true");
      const [guardian] = childrenOf(child.process.pid ?? -1);
      writeFileSync(`${path}.new`, "precious");
      renameSync(`${path}.new`, path);
      child.process.kill("SIGKILL");
      await child.ended;
      await until("the guardian has ended", () => !isAlive(guardian ?? -1));
      expect(readFileSync(path, "utf8")).toBe("precious");
    });
  });

  it("leaves no guardian behind after close()", async ({ skip }) => {
    await onBtrfs(skip, async (mountPoint) => {
      const before = childrenOf(process.pid);
      const session = engine.openSession();
      await session.prepare(prepareOptions(mountPoint));
      expect(childrenOf(process.pid)).toHaveLength(before.length + 1);
      await session.close();
      expect(childrenOf(process.pid)).toEqual(before);
    });
  });

  it("leaves neither file nor guardian when preparing fails", async ({ skip }) => {
    await onBtrfs(skip, async (mountPoint) => {
      const before = childrenOf(process.pid);
      const session = engine.openSession();
      const tooLarge = session.prepare(prepareOptions(mountPoint, { fileBytes: 2 ** 30 }));
      await expect(tooLarge).rejects.toMatchObject({ code: "ENOSPC" });
      expect(readdirSync(mountPoint)).toEqual([]);
      expect(childrenOf(process.pid)).toEqual(before);
      await session.close();
    });
  });
});

/** Child processes forked by any thread of a process (Linux). */
function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" "))
    .filter((text) => text !== "")
    .map(Number)
    .sort((a, b) => a - b);
}

function isAlive(pid: number): boolean {
  try {
    readlinkSync(`/proc/${pid}/exe`);
    return true;
  } catch {
    return false; // ended, or a zombie that waits to be reaped
  }
}
