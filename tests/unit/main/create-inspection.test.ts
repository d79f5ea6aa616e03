import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { planFor } from "#analysis/plan";
import type { HostRequest } from "#contract/engine-messages";
import type { Volume } from "#contract/volume";
import { createInspection, createLeftovers } from "../../../electron/main/create-inspection";
import { HealthReader } from "../../../electron/main/health/read-health";
import { windowsHealthReader } from "../../../electron/main/health/windows-health";
import { FakeEngine } from "../../helpers/fake-engine";
import { folderOfEach } from "../../helpers/folders";
import { sampleVolume } from "../../helpers/sample-volume";

const stick = sampleVolume({
  directory: "/media/stick",
  mountPoint: "/media/stick",
  device: "/dev/sdb1",
  system: false,
});
const root = sampleVolume();

/** Requests that engine hosts received, in order. */
let requests: HostRequest[];
beforeEach(() => {
  requests = [];
});

/**
 * An engine host that gets the run lock and removes one leftover file from each folder that it
 * searches.
 */
function spawnEngine(): FakeEngine {
  const engine = new FakeEngine();
  const answer = (request: HostRequest) => {
    if (request.type === "hold-lock") {
      engine.says({ type: "lock", state: "held", refusals: [] });
    } else if (request.type === "sweep") {
      for (const directory of request.directories) {
        const place = { device: "1", inode: "2" };
        engine.says({ type: "swept", directory, place, removed: 1, left: [], held: [] });
      }
      engine.says({ type: "finished", stopped: false, error: null });
    }
  };
  engine.send = (request) => {
    requests.push(request);
    queueMicrotask(() => answer(request));
  };
  return engine;
}

/** The inspection as the program builds it; only the engine hosts and the volumes are fake. */
function inspection(describeFolder: (directory: string) => Promise<Volume>) {
  const leftovers = createLeftovers(spawnEngine, null);
  const health = new HealthReader(windowsHealthReader(spawnEngine));
  return createInspection(spawnEngine, leftovers, health, { describeFolder });
}

const listener = { onLive: () => undefined, liveIntervalMs: 500, onFinished: () => undefined };

describe("an inspection by the program", () => {
  it("removes leftover files of killed runs if space is lacking, and then reads the volume's facts again", async () => {
    const plan = planFor("smoke", "linux", ["flush-modes"]);
    // The volume was writable when it was listed, but is read-only when the inspection starts.
    const readOnly = { code: "read-only" as const, statements: [] };
    const service = inspection(async () => ({ ...stick, untestable: readOnly }));
    const full = { ...stick, directory: "/media/stick/folder", freeBytes: 1 };
    await expect(
      service.start({ volume: full, plan, allowNetwork: false }, listener),
    ).rejects.toMatchObject({ driveError: { code: "read-only" } });
    expect(requests.filter(({ type }) => type === "sweep")).toMatchObject([
      { directories: ["/media/stick/folder", "/media/stick"] },
    ]);
  });

  it.each([
    ["the user's home", (place: string) => place === userInfo().homedir],
    ["the folder for temporary files", (place: string) => place === tmpdir()],
  ])("does not fill, without consent, the volume with %s", async (_what, isOnStick) => {
    const plan = planFor("smoke", "linux", ["capacity"]);
    const service = inspection(async (place) => (isOnStick(place) ? stick : root));
    expect(await service.fillsSystem(stick, plan)).toBe(true);
    await expect(
      service.start({ volume: stick, plan, allowNetwork: false }, listener),
    ).rejects.toMatchObject({ driveError: { code: "not-testable" } });
    expect(requests).toEqual([]);
  });
});

describe("the list of unfinished inspections", () => {
  const folder = folderOfEach();
  afterEach(() => vi.restoreAllMocks());

  it("is renamed if the next inspection cannot read it, a message states the new name, and a new list is begun", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const damaged = "[{ half a list";
    writeFileSync(path.join(folder(), "unfinished-inspections.json"), damaged);
    await createLeftovers(spawnEngine, folder()).begin(folder());
    const aside = readdirSync(folder()).filter((name) => name.includes(".unreadable-"));
    expect(aside.map((name) => readFileSync(path.join(folder(), name), "utf8"))).toEqual([damaged]);
    expect(said).toHaveBeenCalledWith(expect.stringContaining(aside[0] as string));
    const list = readFileSync(path.join(folder(), "unfinished-inspections.json"), "utf8");
    expect(JSON.parse(list)).toMatchObject([{ directory: realpathSync(folder()) }]);
  });
});
