import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HostEvent } from "#contract/engine-messages";
import { nodeEngine } from "../../electron/main/hosts/engine-process";
import { acquireRunLock, type ReleaseLock } from "../../electron/main/inspection/run-lock";
import { eventually } from "../helpers/eventually";
import { folderOfEach, projectDirectory } from "../helpers/folders";
import { skipFor } from "../helpers/skipped";

const host = path.join(projectDirectory, "out", "main", "engine-host.cjs");
const windows = process.platform === "win32";

const runtime = folderOfEach();
let place: string;
const holders: ChildProcess[] = [];
beforeEach(() => {
  place = path.join(runtime(), `driveproof-${process.getuid?.()}`);
});
afterEach(() => {
  for (const holder of holders.splice(0)) {
    holder.kill("SIGKILL");
  }
});

const acquire = (waitMs = 0) =>
  acquireRunLock({ spawnEngine: nodeEngine(host), places: [place], waitMs });

/** Starts a program that holds the lock. */
async function startHolder(): Promise<ChildProcess> {
  const holder = fork(host, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  holders.push(holder);
  holder.send({ type: "hold-lock", places: [place], waitMs: 0 });
  const [event] = (await once(holder, "message")) as [HostEvent];
  expect(event).toMatchObject({ type: "lock", state: "held" });
  return holder;
}

async function kill(holder: ChildProcess): Promise<void> {
  holder.kill("SIGKILL");
  await once(holder, "exit");
}

describe.skipIf(windows)("the run lock between processes", () => {
  it("admits one holder at a time, the next after the first holder's release, in a folder for its owner alone", async () => {
    const release = await acquire();
    await expect(acquire()).rejects.toMatchObject({ driveError: { code: "already-running" } });
    release();
    (await acquire(10_000))();
    expect(statSync(place).mode & 0o777).toBe(0o700);
  });

  it("is free after its holder was killed or the holder's parent has disconnected", async () => {
    await kill(await startHolder());
    (await acquire())();
    const orphan = await startHolder();
    orphan.disconnect();
    await once(orphan, "exit");
    (await acquire(10_000))();
  });

  it("admits exactly one of six processes that start at once after a kill, in each of five rounds", async () => {
    for (let round = 0; round < 5; round += 1) {
      await kill(await startHolder());
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, () =>
          acquire().then(
            (release) => release,
            (error: { driveError: { code: string } }) => error.driveError.code,
          ),
        ),
      );
      const held = outcomes.filter(
        (outcome): outcome is ReleaseLock => typeof outcome !== "string",
      );
      for (const release of held) {
        release();
      }
      expect(held, `round ${round}`).toHaveLength(1);
      expect(new Set(outcomes.filter((outcome) => typeof outcome === "string"))).toEqual(
        new Set(["already-running"]),
      );
    }
  });

  it("is lost if its folder is removed, and its owner gets a callback", async () => {
    const lost = vi.fn();
    const options = { spawnEngine: nodeEngine(host), places: [place], waitMs: 0 };
    const release = await acquireRunLock(options, lost);
    rmSync(place, { recursive: true });
    await eventually(() => expect(lost).toHaveBeenCalledOnce());
    (await acquire())();
    release();
  });

  it("refuses a folder that other users may enter", async () => {
    (await acquire())();
    chmodSync(place, 0o750);
    await expect(acquire()).rejects.toThrow(`other users may enter ${place}`);
  });

  it("refuses a folder that other users may replace, and accepts one in a sticky folder of its own user", async ({
    skip,
  }) => {
    chmodSync(runtime(), 0o777);
    await expect(acquire()).rejects.toThrow(`may put something else in the place of ${place}`);
    chmodSync(runtime(), 0o1777);
    (await acquire())();
    skipFor(skip, process.getuid?.() !== 0 && "a folder of another user needs root");
    chownSync(runtime(), 12_345, 12_345);
    await expect(acquire()).rejects.toThrow(`may put something else in the place of ${place}`);
  });
});
