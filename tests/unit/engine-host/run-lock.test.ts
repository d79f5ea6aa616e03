import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { HostEvent } from "#contract/engine-messages";
import { RunLockHolder } from "../../../electron/engine-host/run-lock";
import { fakeNativeEngine } from "../../helpers/fake-native-engine";
import { folderOfEach } from "../../helpers/folders";

const parent = folderOfEach();
let place: string;
let events: HostEvent[];
beforeEach(() => {
  place = path.join(parent(), "driveproof-1000");
  events = [];
});

async function hold(
  places: readonly string[],
  tryLock: (descriptor: number) => boolean = () => true,
): Promise<RunLockHolder> {
  const holder = new RunLockHolder(
    { type: "hold-lock", places: [...places], waitMs: 0 },
    (event) => events.push(event),
    () => fakeNativeEngine({ tryLock }),
  );
  await holder.run();
  return holder;
}

const held = (...refusals: unknown[]) => [{ type: "lock", state: "held", refusals }];

describe.skipIf(process.platform === "win32")("RunLockHolder", () => {
  it("holds a lock in a new folder that only its owner can enter, ends on request, and accepts that folder the next time", async () => {
    const holder = await hold([place]);
    expect(events).toEqual(held());
    expect(statSync(place).mode & 0o777).toBe(0o700);
    holder.stop();
    await holder.ended;
    expect(events.at(-1)).toEqual({ type: "finished", stopped: true, error: null });
    const again = await hold([place]);
    expect(events.at(-1)).toEqual(held()[0]);
    again.stop();
  });

  it.each([
    ["not-a-folder", "a file", () => writeFileSync(place, "")],
    ["not-a-folder", "a link to a folder of this user", () => symlinkSync(parent(), place)],
    ["not-a-folder", "a link to nowhere", () => symlinkSync("gone", place)],
    ["open-to-others", "a folder that others may enter", () => mkdirSync(place)],
  ])("reports %s for %s and tries the next folder", async (reason, _what, plant) => {
    plant();
    if (reason === "open-to-others") {
      chmodSync(place, 0o755);
    }
    const next = path.join(parent(), "next");
    (await hold([place, next])).stop();
    expect(events[0]).toEqual(held({ place, reason })[0]);
  });

  it("reports why each folder could not be locked, and holds no lock, if none could", async () => {
    const inside = path.join(parent(), "missing", "driveproof-1000");
    writeFileSync(place, "");
    await hold([inside, place]);
    const refusals = [
      { place: inside, reason: "ENOENT" },
      { place, reason: "not-a-folder" },
    ];
    expect(events).toEqual([
      { type: "lock", state: "unavailable", refusals },
      { type: "finished", stopped: true, error: null },
    ]);
  });

  it('reports "busy" and tries no other folder if another process holds the lock of the first', async () => {
    await hold([place, path.join(parent(), "next")], () => false);
    expect(events[0]).toEqual({ type: "lock", state: "busy", refusals: [] });
    expect(() => statSync(path.join(parent(), "next"))).toThrow(/ENOENT/);
  });

  it("locks another folder if the file system of the first has no locks", async () => {
    const next = path.join(parent(), "next");
    const holder = await hold([place, next], () => {
      if (events.length === 0 && !exists(next)) {
        throw Object.assign(new Error("no locks"), { code: "ENOLCK" });
      }
      return true;
    });
    expect(events).toEqual(held({ place, reason: "ENOLCK" }));
    holder.stop();
  });

  it("creates and locks the folder again if it was removed while it was being locked", async () => {
    let tries = 0;
    const holder = new RunLockHolder(
      { type: "hold-lock", places: [place], waitMs: 10_000 },
      (event) => events.push(event),
      () =>
        fakeNativeEngine({
          tryLock: () => {
            tries += 1;
            if (tries === 1) {
              rmSync(place, { recursive: true });
            }
            return true;
          },
        }),
    );
    await holder.run();
    expect([tries, events]).toEqual([2, held()]);
    expect(exists(place)).toBe(true);
    holder.stop();
  });
});

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
