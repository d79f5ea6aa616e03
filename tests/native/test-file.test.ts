import {
  fstatSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { startChild } from "../helpers/native-child";
import {
  engine,
  prepareOptions,
  testFileDescriptors,
  testFileName,
  until,
} from "../helpers/native-engine";
import { flushesOf, onLoopVolume } from "../helpers/native-volumes";

const onLinux = process.platform === "linux";

const directory = folderOfEach(makeTestDirectory);

describe("the test file", () => {
  it.skipIf(!onLinux)(
    "is one file with permissions 0600 for all modes after prepare(), and is closed after close()",
    async () => {
      const session = engine.openSession();
      await session.prepare(prepareOptions(directory()));
      const descriptors = testFileDescriptors();
      expect(descriptors.length).toBeGreaterThan(1);
      const files = descriptors.map((fd) => fstatSync(fd));
      expect(new Set(files.map(({ dev, ino }) => `${dev}:${ino}`)).size).toBe(1);
      expect(files[0]).toMatchObject({ size: 1024 * 4096 });
      expect((files[0]?.mode ?? 0) & 0o7777).toBe(0o600);
      await session.close();
      expect(testFileDescriptors()).toEqual([]);
    },
  );

  it.skipIf(!onLinux)(
    "has no name from its creation to its removal if the file system flushes nameless files",
    async () => {
      const names: (string | null)[] = [];
      const watcher = watch(directory(), (event, name) => {
        if (event === "rename") {
          // a name appeared or disappeared; a nameless file causes only "change" events
          names.push(name);
        }
      });
      const session = engine.openSession();
      expect(await session.prepare(prepareOptions(directory()))).toMatchObject({ named: false });
      await session.close();
      writeFileSync(join(directory(), "last"), "");
      await until("the watcher has caught up", () => names.includes("last"));
      watcher.close();
      expect(new Set(names)).toEqual(new Set(["last"]));
    },
  );

  it("has all its blocks allocated after prepare()", async () => {
    const session = engine.openSession();
    const prepared = await session.prepare(prepareOptions(directory()));
    expect(prepared.bytesWritten).toBeGreaterThan(1024 * 4096);
    if (onLinux) {
      const file = fstatSync(testFileDescriptors()[0] ?? -1);
      expect(file.blocks * 512).toBeGreaterThanOrEqual(1024 * 4096);
    }
    await session.close();
    expect(readdirSync(directory())).toEqual([]);
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
  ])("does not replace %s of the same name", async (_what, occupy) => {
    const path = join(directory(), testFileName);
    occupy(path);
    const before = [readdirSync(directory()), lstatSync(path).ino, lstatSync(path).mtimeMs];
    const session = engine.openSession();
    const prepared = session.prepare(prepareOptions(directory()));
    if (onLinux) {
      expect(await prepared).toMatchObject({ named: false });
    } else {
      await expect(prepared).rejects.toMatchObject({
        code: process.platform === "win32" ? "ERROR_FILE_EXISTS" : "EEXIST",
        offset: null,
      });
    }
    await session.close();
    expect([readdirSync(directory()), lstatSync(path).ino, lstatSync(path).mtimeMs]).toEqual(
      before,
    );
    if (readdirSync(directory()).length > 1 || !lstatSync(path).isSymbolicLink()) {
      expect(readFileSync(path, "utf8")).toBe("precious");
    }
  });

  it("cannot be created in a missing folder", async () => {
    const session = engine.openSession();
    const prepared = session.prepare(prepareOptions(join(directory(), "missing")));
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
      { directory: directory() },
    );
    await child.printed(step === "prepare" ? "preparing:" : "measuring:");
    child.process.kill("SIGKILL");
    expect(await child.ended).toMatchObject({ signal: "SIGKILL" });
    await until("the file is gone", () => readdirSync(directory()).length === 0);
  });
});

describe.each(["ext4", "xfs"] as const)("on %s, the test file", (kind) => {
  it("has no name, flushes the drive at every save in the modes with a flush, and rarely in the mode none", async (context) => {
    await onLoopVolume(context.skip, kind, 512, async ({ mountPoint, device }) => {
      const session = engine.openSession();
      expect(await session.prepare(prepareOptions(mountPoint))).toMatchObject({ named: false });
      for (const mode of ["fsync", "fdatasync", "o_dsync", "o_sync", "o_direct_dsync"] as const) {
        const before = flushesOf(device);
        const counts = await session.measure({ mode, durationNs: 60e9, maxBytes: 100 * 4096 });
        expect([mode, counts.operations, counts.fault]).toEqual([mode, 100, null]);
        expect(flushesOf(device) - before).toBeGreaterThanOrEqual(100);
      }
      // The commits of the file system's journal add a few flushes.
      const before = flushesOf(device);
      await session.measure({ mode: "none", durationNs: 60e9, maxBytes: 1000 * 4096 });
      expect(flushesOf(device) - before).toBeLessThan(20);
      await session.close();
    });
  });
});
