import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { withSetupLock } from "../../../scripts/setup/setup-lock.mjs";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();
let lock: string;

/** Makes a lock like that of another process. */
const heldBy = (pid: number) => {
  mkdirSync(lock);
  writeFileSync(path.join(lock, "pid"), String(pid));
};

beforeEach(() => {
  lock = path.join(newFolder(), "setup.lock");
});

describe("withSetupLock()", () => {
  it("runs one task at a time", async () => {
    let working = 0;
    let most = 0;
    const onWait = vi.fn();
    const work = async () => {
      working += 1;
      most = Math.max(most, working);
      await sleep(30);
      working -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withSetupLock(lock, { onWait }, work)));
    expect(most).toBe(1);
    expect(onWait).toHaveBeenCalledWith(process.pid);
    expect(existsSync(lock)).toBe(false);
  });

  it("releases the lock if the task fails and rethrows the error", async () => {
    const failing = withSetupLock(lock, { onWait: vi.fn() }, async () => {
      throw new Error("compiler");
    });
    await expect(failing).rejects.toThrow("compiler");
    expect(existsSync(lock)).toBe(false);
  });

  it("takes over the lock of a dead owner", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    heldBy(pid);
    const onWait = vi.fn();
    expect(await withSetupLock(lock, { onWait }, async () => "worked")).toBe("worked");
    expect(onWait).not.toHaveBeenCalled();
  });

  it("does not take over the lock of a living owner, and names the folder to remove", async () => {
    heldBy(process.pid);
    const work = vi.fn(async () => undefined);
    const waiting = withSetupLock(lock, { onWait: vi.fn(), patienceMs: 100 }, work);
    await expect(waiting).rejects.toMatchObject({ remedy: expect.stringContaining(lock) });
    expect(work).not.toHaveBeenCalled();
    expect(existsSync(lock)).toBe(true);
  });
});
