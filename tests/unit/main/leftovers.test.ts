import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Leftovers } from "../../../electron/main/leftovers";
import { FakeEngine } from "../../helpers/fake-engine";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Leftovers over engines under the test's control, and what a next start would find remembered. */
function setUp(remembered: string[] | null = null) {
  const engines: FakeEngine[] = [];
  const kept = { folders: remembered };
  const leftovers = new Leftovers({
    spawnEngine: () => {
      const engine = new FakeEngine();
      engines.push(engine);
      return engine;
    },
    nativeDirectory: "/native",
    store: {
      read: async () => kept.folders,
      save: async (folders) => {
        kept.folders = folders;
      },
    },
  });
  /** The engine's answer: what is left in each folder that it could look into. */
  const answer = async (found: Record<string, string[]>) => {
    await vi.advanceTimersByTimeAsync(0);
    const engine = engines.at(-1);
    for (const [directory, left] of Object.entries(found)) {
      engine?.says({ type: "swept", directory, left });
    }
    engine?.says({ type: "finished", stopped: false, error: null });
    return engine;
  };
  return { leftovers, engines, kept, answer };
}

it("remembers a folder from before the run until its end", async () => {
  const { leftovers, kept } = setUp();
  await leftovers.begin("/a");
  expect(kept.folders).toEqual(["/a"]);
  await leftovers.end("/a");
  expect(kept.folders).toEqual([]);
});

it("looks at the start into the folders of unfinished runs and no others", async () => {
  const { leftovers, kept, answer, engines } = setUp(["/a", "/left", "/gone"]);
  const swept = leftovers.sweepUnfinished();
  const engine = await answer({ "/a": [], "/left": ["/left/.driveproof-x.tmp"] });
  await swept;
  expect(engine?.requests).toEqual([
    { type: "sweep", nativeDirectory: "/native", directories: ["/a", "/left", "/gone"] },
  ]);
  expect(engine?.killed).toBe(true);
  // What is left, and what is on a drive that is not there, is looked for at the next start.
  expect(kept.folders).toEqual(["/left", "/gone"]);
  expect(engines).toHaveLength(1);
});

it("starts no process where every run has ended", async () => {
  const { leftovers, engines } = setUp([]);
  await leftovers.sweepUnfinished();
  expect(engines).toHaveLength(0);
});

it("keeps a folder remembered in which a run begins meanwhile", async () => {
  const { leftovers, kept, answer } = setUp(["/a"]);
  const swept = leftovers.sweepUnfinished();
  await vi.advanceTimersByTimeAsync(0);
  await leftovers.begin("/a");
  await answer({ "/a": [] });
  await swept;
  expect(kept.folders).toEqual(["/a"]);
});

it("does not wait for a drive that hangs", async () => {
  const { leftovers, kept, engines } = setUp(["/hanging"]);
  const swept = leftovers.sweepUnfinished();
  await vi.advanceTimersByTimeAsync(11_000);
  await swept;
  expect(engines[0]?.killed).toBe(true);
  expect(kept.folders).toEqual(["/hanging"]);
});

it("tells what is left in a folder after its run has died, also when that engine dies", async () => {
  const { leftovers, engines, answer } = setUp();
  const left = leftovers.sweep("/a");
  await answer({ "/a": ["/a/.driveproof-x-1.db"] });
  expect(await left).toEqual(["/a/.driveproof-x-1.db"]);
  const again = leftovers.sweep("/a");
  await vi.advanceTimersByTimeAsync(0);
  engines[1]?.exits(null);
  expect(await again).toEqual([]);
});

it("inspects all the same where nothing can be remembered", async () => {
  const complaint = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const broken = async () => {
    throw new Error("no room");
  };
  const leftovers = new Leftovers({
    spawnEngine: () => new FakeEngine(),
    nativeDirectory: "/native",
    store: { read: broken, save: broken },
  });
  await leftovers.sweepUnfinished();
  await leftovers.begin("/a");
  await leftovers.end("/a");
  expect(complaint).toHaveBeenCalledTimes(3);
});
