import { readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildLibrary } from "../helpers/c-libraries";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { childrenOf, isAlive } from "../helpers/kill-rounds";
import { startChild } from "../helpers/native-child";
import { engine, prepareOptions, testFileName, until } from "../helpers/native-engine";
import { flushesOf, type LoopVolume, onLoopVolume } from "../helpers/native-volumes";

const directory = folderOfEach(makeTestDirectory);

/** Older kernels skip flushes of a nameless file on btrfs, so there the test file has a name. */
describe("the test file on btrfs", () => {
  const guarded = `
    const session = engine.openSession();
    session.prepare(options()).then((prepared) => {
      say("prepared named=" + prepared.named);
      return session.measure({ mode: "fsync", durationNs: 60e9, maxBytes: 1e15 });
    });
    setInterval(() => {}, 1000);`;

  const onBtrfs = (skip: (note: string) => unknown, body: (volume: LoopVolume) => Promise<void>) =>
    onLoopVolume(skip, "btrfs", 256, body);

  it("has a name until close(), and its flushes reach the drive", async ({ skip }) => {
    await onBtrfs(skip, async ({ mountPoint, device }) => {
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

  it("does not replace another file of the same name: prepare() rejects with EEXIST", async ({
    skip,
  }) => {
    await onBtrfs(skip, async ({ mountPoint }) => {
      const path = join(mountPoint, testFileName);
      writeFileSync(path, "precious");
      const session = engine.openSession();
      const prepared = session.prepare(prepareOptions(mountPoint));
      await expect(prepared).rejects.toMatchObject({ code: "EEXIST", offset: null });
      await session.close();
      expect(readFileSync(path, "utf8")).toBe("precious");
    });
  });

  it("is removed after SIGKILL, although it has a name", async ({ skip }) => {
    await onBtrfs(skip, async ({ mountPoint }) => {
      const child = startChild(guarded, { directory: mountPoint });
      await child.printed("prepared named=true");
      expect(readdirSync(mountPoint)).toEqual([testFileName]);
      child.process.kill("SIGKILL");
      // `ended` resolves when the child's output pipes are closed. So the guardian, which still
      // runs, holds none of them open.
      expect(await child.ended).toMatchObject({ signal: "SIGKILL" });
      await until("the guardian has removed the file", () => readdirSync(mountPoint).length === 0);
    });
  });

  it("is removed after SIGKILL at the moment of its creation", async ({ skip }) => {
    await onBtrfs(skip, async ({ mountPoint }) => {
      const child = startChild("engine.openSession().prepare(options());", {
        directory: mountPoint,
        environment: {
          LD_PRELOAD: buildLibrary(directory(), "failing-calls"),
          // openat() returns half a second after the file exists, so the child cannot have reported
          // the file yet.
          DRIVEPROOF_FAIL: "openat:LATE:1:1",
        },
      });
      await until("the file is made", () => readdirSync(mountPoint).length === 1);
      child.process.kill("SIGKILL");
      expect(await child.ended).toMatchObject({ signal: "SIGKILL" });
      await until("the guardian has removed the file", () => readdirSync(mountPoint).length === 0);
    });
  });

  it("has a guardian process that holds three descriptors, ignores SIGTERM and SIGHUP, and ends after it has removed the file", async ({
    skip,
  }) => {
    await onBtrfs(skip, async ({ mountPoint }) => {
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
        expect.stringMatching(/^socket:/),
      ]);
      process.kill(guardian, "SIGTERM");
      process.kill(guardian, "SIGHUP");
      child.process.kill("SIGKILL");
      await child.ended;
      await until("the guardian has removed the file", () => readdirSync(mountPoint).length === 0);
      await until("the guardian has ended", () => !isAlive(guardian));
    });
  });

  it("can be replaced by another program's file, which the guardian then does not remove", async ({
    skip,
  }) => {
    await onBtrfs(skip, async ({ mountPoint }) => {
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

  it("has no guardian process any more after close()", async ({ skip }) => {
    await onBtrfs(skip, async ({ mountPoint }) => {
      const before = childrenOf(process.pid);
      const session = engine.openSession();
      await session.prepare(prepareOptions(mountPoint));
      expect(childrenOf(process.pid)).toHaveLength(before.length + 1);
      await session.close();
      expect(childrenOf(process.pid)).toEqual(before);
    });
  });

  it("is removed, and its guardian process ends, if prepare() fails", async ({ skip }) => {
    await onBtrfs(skip, async ({ mountPoint }) => {
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
