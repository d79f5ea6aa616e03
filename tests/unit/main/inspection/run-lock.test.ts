import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { HostEvent } from "#contract/engine-messages";
import {
  acquireRunLock,
  LockUnavailable,
  lockPlaces,
} from "../../../../electron/main/inspection/run-lock";
import { FakeEngine } from "../../../helpers/fake-engine";

type Refusals = Extract<HostEvent, { type: "lock" }>["refusals"];

function lockWith(answer: (engine: FakeEngine) => void) {
  const engine = new FakeEngine();
  const lock = acquireRunLock({
    spawnEngine: () => engine,
    places: ["/run/a"],
  });
  answer(engine);
  return { engine, lock };
}

describe.skipIf(process.platform === "win32")("acquireRunLock()", () => {
  it("holds the lock until its release", async () => {
    const { engine, lock } = lockWith((host) =>
      host.says({ type: "lock", state: "held", refusals: [] }),
    );
    const release = await lock;
    expect(engine.requests).toMatchObject([{ type: "hold-lock", places: ["/run/a"] }]);
    release();
    expect(engine.requests.at(-1)).toEqual({ type: "stop" });
    engine.says({ type: "finished", stopped: true, error: null });
    expect(engine.killed).toBe(true);
  });

  it("calls onLost if the process that holds the lock dies, but not after a release", async () => {
    for (const [isReleased, times] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const engine = new FakeEngine();
      const onLost = vi.fn();
      const options = { spawnEngine: () => engine, places: ["/run/a"] };
      const lock = acquireRunLock(options, onLost);
      engine.says({ type: "lock", state: "held", refusals: [] });
      const release = await lock;
      if (isReleased) {
        release();
      }
      engine.exits(null, { signal: "SIGKILL", refusal: null });
      await new Promise((resolve) => setImmediate(resolve));
      expect(onLost).toHaveBeenCalledTimes(times);
    }
  });

  it("reports that another inspection or plug test is running if another process holds the lock", async () => {
    const { lock } = lockWith((host) => host.says({ type: "lock", state: "busy", refusals: [] }));
    await expect(lock).rejects.toMatchObject({
      driveError: {
        code: "already-running",
        message:
          "Another DriveProof inspection or plug test is running on this computer. Two at once would measure each other; wait for it to end or stop it.",
      },
    });
  });

  it.each<[string, Refusals]>([
    ["/run/a is not a folder", [{ place: "/run/a", reason: "not-a-folder" }]],
    ["/run/a belongs to another user", [{ place: "/run/a", reason: "foreign-owner" }]],
    ["other users may enter /run/a", [{ place: "/run/a", reason: "open-to-others" }]],
    ["/run is not there", [{ place: "/run/a", reason: "ENOENT" }]],
    [
      "/run/a cannot be used (EROFS); /tmp/b is not a folder",
      [
        { place: "/run/a", reason: "EROFS" },
        { place: "/tmp/b", reason: "not-a-folder" },
      ],
    ],
  ])("names each reason if no folder can hold the lock: %s", async (seen, refusals) => {
    const { lock } = lockWith((host) =>
      host.says({ type: "lock", state: "unavailable", refusals }),
    );
    const error = await lock.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LockUnavailable);
    expect((error as LockUnavailable).driveError.message).toBe(
      `DriveProof cannot make sure that nothing else of it is measuring at the same time: it needs a folder of its own for that, and ${seen}. Remove what is in the way, or set XDG_RUNTIME_DIR to a folder that only you can enter.`,
    );
  });

  it("gives the reason if the lock process cannot be started", async () => {
    const { lock } = lockWith((host) => host.exits(null, { signal: null, refusal: "EAGAIN" }));
    await expect(lock).rejects.toThrow(/at the same time: .*could not be started \(EAGAIN\)/);
  });
});

describe.skipIf(process.platform !== "linux")("lockPlaces()", () => {
  const temporary = path.join(tmpdir(), "driveproof-1000");

  it("returns first the session's runtime folder, from XDG_RUNTIME_DIR or the default", () => {
    expect(lockPlaces({ XDG_RUNTIME_DIR: "/session" }, 1000)).toEqual([
      "/session/driveproof-1000",
      "/run/user/1000/driveproof-1000",
      temporary,
    ]);
    expect(lockPlaces({}, 1000)).toEqual(["/run/user/1000/driveproof-1000", temporary]);
    expect(lockPlaces({ XDG_RUNTIME_DIR: "relative" }, 1000)[0]).toMatch(/^\/run\/user/);
  });

  it("also returns /run for root, after an XDG_RUNTIME_DIR that sudo may have left", () => {
    const own = [
      "/run/user/0/driveproof-0",
      "/run/driveproof-0",
      path.join(tmpdir(), "driveproof-0"),
    ];
    expect(lockPlaces({}, 0)).toEqual(own);
    expect(lockPlaces({ XDG_RUNTIME_DIR: "/run/user/0" }, 0)).toEqual(own);
    expect(lockPlaces({ XDG_RUNTIME_DIR: "/run/user/1000" }, 0)).toEqual([
      "/run/user/1000/driveproof-0",
      ...own,
    ]);
  });
});
