import { mkdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DriveFault, driveError } from "#contract/drive-error";
import type { FolderPlace } from "#contract/engine-messages";
import { tell } from "#text/statements";
import { wordsOfStart } from "../../../../electron/main/inspection/leftover-words";
import { Leftovers, unfinishedFoldersSchema } from "../../../../electron/main/inspection/leftovers";
import { eventually } from "../../../helpers/eventually";
import { FakeEngine } from "../../../helpers/fake-engine";
import { folderOfEach } from "../../../helpers/folders";

const root = folderOfEach();

afterEach(() => vi.restoreAllMocks());

function folder(name: string): string {
  const made = path.join(root(), name);
  mkdirSync(made);
  return made;
}

function placeOf(directory: string): FolderPlace {
  const { dev, ino } = statSync(directory, { bigint: true });
  return { device: String(dev), inode: String(ino) };
}

const elsewhere: FolderPlace = { device: "1", inode: "2" };
type Remembered = { directory: string; place: FolderPlace | null }[];
type Found = { removed?: number; left?: string[]; held?: string[]; place?: FolderPlace };

/**
 * Leftovers whose engines the test controls, and the folders that the program remembers for its
 * next start.
 */
function setUp(remembered: Remembered | null = null, isLocked = false) {
  const engines: FakeEngine[] = [];
  const kept = { folders: remembered };
  const lock = { held: 0, most: 0 };
  const leftovers = new Leftovers({
    spawnEngine: () => {
      const engine = new FakeEngine();
      engines.push(engine);
      return engine;
    },
    limitMs: 500,
    lockPauseMs: 1,
    acquireLock: async () => {
      if (isLocked) {
        throw new DriveFault(driveError("already-running", "Another one is measuring."));
      }
      lock.held += 1;
      lock.most = Math.max(lock.most, lock.held);
      return () => {
        lock.held -= 1;
      };
    },
    store: {
      read: async () => kept.folders,
      save: async (folders) => {
        kept.folders = unfinishedFoldersSchema.parse(folders);
      },
    },
  });
  /** Sends the engine's result for each folder that the engine could read. */
  const answer = async (found: Record<string, Found>) => {
    await eventually(() => expect(engines.at(-1)?.killed).toBe(false));
    const engine = engines.at(-1);
    for (const [directory, { removed = 0, left = [], held = [], place }] of Object.entries(found)) {
      const at = place ?? placeOf(directory);
      engine?.says({ type: "swept", directory, place: at, removed, left, held });
    }
    engine?.says({ type: "finished", stopped: false, error: null });
  };
  return { leftovers, engines, kept, answer, lock };
}

const names = ({ folders }: { folders: Remembered | null }) =>
  folders?.map(({ directory }) => path.basename(directory));
const entry = (directory: string) => ({ directory, place: placeOf(directory) });

describe("the list of unfinished inspections", () => {
  it("contains the folder of an inspection, with device and inode, from its start to its end", async () => {
    const { leftovers, kept } = setUp();
    const a = folder("a");
    await leftovers.begin(a);
    expect(kept.folders).toEqual([entry(a)]);
    await leftovers.end(a);
    expect(kept.folders).toEqual([]);
  });

  it("contains the resolved folder if the chosen path is a symbolic link", async () => {
    const { leftovers, kept } = setUp();
    const a = folder("a");
    symlinkSync(a, path.join(root(), "link"));
    await leftovers.begin(path.join(root(), "link"));
    expect(names(kept)).toEqual(["a"]);
    await leftovers.end(path.join(root(), "link"));
    expect(kept.folders).toEqual([]);
  });

  it("keeps an entry that another process added during the run", async () => {
    const { leftovers, kept } = setUp();
    const [a, b] = [folder("a"), folder("b")];
    await leftovers.begin(a);
    kept.folders = [...(kept.folders ?? []), entry(b)];
    await leftovers.end(a);
    expect(names(kept)).toEqual(["b"]);
  });

  it("keeps the folders of the latest 32 inspections", async () => {
    const { leftovers, kept } = setUp();
    for (let run = 0; run < 40; run += 1) {
      await leftovers.begin(folder(`f${run}`)); // each run is killed after its beginning
    }
    expect(kept.folders).toHaveLength(32);
    expect(names(kept)?.at(-1)).toBe("f39");
  });

  it("does not block an inspection if reading or saving it fails", async () => {
    const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = async () => {
      throw new Error("no room");
    };
    const leftovers = new Leftovers({
      spawnEngine: () => new FakeEngine(),
      acquireLock: async () => () => undefined,
      store: { read: broken, save: broken },
    });
    expect(await leftovers.sweepUnfinished()).toEqual([]);
    await leftovers.begin("/a");
    await leftovers.end("/a");
    expect(complaint).toHaveBeenCalled();
  });
});

describe("sweepUnfinished()", () => {
  it("removes files in the folders of unfinished runs, holds the lock until the end, and reports the removal", async () => {
    const [a, left, gone] = [folder("a"), folder("left"), path.join(root(), "gone")];
    const { leftovers, kept, answer, engines, lock } = setUp([
      { directory: gone, place: elsewhere },
      entry(left),
      entry(a),
    ]);
    const swept = leftovers.sweepUnfinished();
    await eventually(() => expect(engines).toHaveLength(1));
    expect(lock.held).toBe(1);
    expect(engines[0]?.requests).toEqual([{ type: "sweep", directories: [gone, left, a] }]);
    await answer({ [a]: { removed: 2 }, [left]: { left: [`${left}/.driveproof-x.tmp`] } });
    expect(wordsOfStart(await swept)).toEqual([
      `An earlier inspection of ${a} left 2 test files there. DriveProof has removed them.`,
      `An earlier inspection of ${left} left what could not be removed. Please remove ${left}/.driveproof-x.tmp.`,
    ]);
    expect(lock.held).toBe(0);
    expect(engines[0]?.killed).toBe(true);
    // Folders with files that stayed, and folders on a missing drive, are searched again at the
    // next start.
    expect(names(kept)?.sort()).toEqual(["gone", "left"]);
  });

  it("removes and forgets nothing while another DriveProof is measuring", async () => {
    const a = folder("a");
    const { leftovers, kept, engines } = setUp([entry(a)], true);
    expect(await leftovers.sweepUnfinished()).toEqual([]);
    expect(engines).toHaveLength(0);
    expect(names(kept)).toEqual(["a"]);
  });

  it("starts no process and takes no lock if no run is unfinished", async () => {
    const { leftovers, engines, lock } = setUp([]);
    await leftovers.sweepUnfinished();
    expect([engines.length, lock.most]).toEqual([0, 0]);
  });

  it("keeps an entry whose path leads to another volume, if the search finds nothing on that volume", async () => {
    const a = folder("a");
    const { leftovers, kept, answer } = setUp([{ directory: a, place: elsewhere }]);
    const swept = leftovers.sweepUnfinished();
    await answer({ [a]: {} });
    await swept;
    expect(names(kept)).toEqual(["a"]);
  });

  it("ends its process if a drive hangs, keeps the list of folders and releases the lock", async () => {
    const [hanging, a] = [folder("hanging"), folder("a")];
    const { leftovers, kept, engines, lock } = setUp([entry(hanging), entry(a)]);
    await leftovers.sweepUnfinished();
    expect(engines[0]?.killed).toBe(true);
    expect(names(kept)).toEqual(["hanging", "a"]);
    expect(lock.held).toBe(0);
  });

  it("has ended its process and released the lock when stopSweeping() resolves", async () => {
    const a = folder("a");
    const { leftovers, kept, engines, lock } = setUp([entry(a)]);
    const swept = leftovers.sweepUnfinished();
    await eventually(() => expect(engines).toHaveLength(1));
    await leftovers.stopSweeping();
    expect(lock.held).toBe(0);
    expect(engines[0]?.killed).toBe(true);
    await swept;
    await leftovers.begin(a);
    expect(names(kept)).toEqual(["a"]);
  });
});

describe("the error after the engine has died", () => {
  async function afterDeath(found: Found | null, change?: (directory: string) => void) {
    const parts = setUp();
    const a = folder("a");
    await parts.leftovers.begin(a);
    change?.(a);
    const words = parts.leftovers.afterDeath(a);
    await parts.answer(found === null ? {} : { [a]: found });
    return { a, words: tell(await words), remembered: names(parts.kept) };
  }

  it("says that no test file is left only if the search found none", async () => {
    const { a, words, remembered } = await afterDeath({});
    expect(words).toBe(`What was measured until then is kept, and no test file is left in ${a}.`);
    expect(remembered).toEqual([]);
  });

  it("says that it is not known whether a test file is left if the search failed", async () => {
    const { a, words, remembered } = await afterDeath(null);
    expect(words).toContain(`Whether a test file is left in ${a} is not known`);
    expect(remembered).toEqual(["a"]);
  });

  it("says that it is not known whether a test file is left if the path now leads to another folder", async () => {
    const { words, remembered } = await afterDeath({}, (directory) => {
      renameSync(directory, `${directory}-moved`);
      mkdirSync(directory);
    });
    expect(words).toContain("is not known");
    expect(remembered).toEqual(["a"]);
  });

  it("names files that could not be removed and files still in use", async () => {
    expect((await afterDeath({ left: ["/a/.driveproof-x-1.db"] })).words).toContain(
      "Please remove /a/.driveproof-x-1.db.",
    );
    rmSync(path.join(root(), "a"), { recursive: true });
    const { words, remembered } = await afterDeath({ held: ["/a/.driveproof-x.tmp"] });
    expect(words).toContain("/a/.driveproof-x.tmp may still be in use");
    expect(remembered).toEqual(["a"]);
  });
});

describe("makeRoom()", () => {
  it("removes leftovers from the given folders and from all folders of unfinished runs", async () => {
    const known = folder("known");
    const here = folder("here");
    const { leftovers, answer, kept, lock } = setUp([{ directory: known, place: placeOf(known) }]);
    const making = leftovers.makeRoom([here, known, here]);
    await answer({ [here]: { removed: 2 } });
    await answer({ [known]: { removed: 1 } });
    expect((await making).map(({ directory, removed }) => [directory, removed])).toEqual([
      [here, 2],
      [known, 1],
    ]);
    expect(kept.folders).toEqual([]);
    expect(lock).toEqual({ held: 0, most: 1 });
  });

  it("returns an empty list, and starts no engine, if another DriveProof keeps measuring", async () => {
    const { leftovers, engines } = setUp(null, true);
    expect(await leftovers.makeRoom([folder("here")])).toEqual([]);
    expect(engines).toEqual([]);
  });
});

it("unfinishedFoldersSchema drops invalid entries and keeps the valid entries", () => {
  const stick = { directory: "/mnt/stick", place: elsewhere };
  const senseless = [5, null, "../..", { directory: 3 }, { directory: "/mnt/card", place: 4 }];
  expect(unfinishedFoldersSchema.parse([senseless[0], stick, ...senseless])).toEqual([stick]);
});
