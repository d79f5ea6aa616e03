import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { HostEvent } from "#contract/engine-messages";
import type { NativeFault, NativeLeftover } from "#native/index";
import {
  LeftoverSweep,
  leftoverWarnings,
  sweep,
  warningsAfterError,
} from "../../../electron/engine-host/leftovers";
import { fakeNativeEngine } from "../../helpers/fake-native-engine";

const fault: NativeFault = {
  code: "EROFS",
  syscall: "unlinkat",
  osCode: 30,
  message: "Read-only file system",
  offset: null,
};

const engineWith = (found: Record<string, readonly NativeLeftover[]>) =>
  fakeNativeEngine({
    removeLeftovers: async (directory) => {
      const leftovers = found[directory];
      if (!leftovers) {
        throw Object.assign(new Error("no such folder"), fault);
      }
      return leftovers;
    },
  });

const found = {
  "/a": [
    { name: "one.tmp", held: false, fault: null },
    { name: "two.db", held: false, fault },
  ],
  "/calm": [],
};

it("sweep() returns the number of removed files and the paths of files that it could not remove, or null for a missing folder", async () => {
  expect(await sweep(engineWith(found), "/a")).toEqual({
    removed: 1,
    left: ["/a/two.db"],
    held: [],
  });
  expect(await sweep(engineWith(found), "/calm")).toEqual({
    removed: 0,
    left: [],
    held: [],
  });
  expect(await sweep(engineWith(found), "/gone")).toBeNull();
});

it("leftoverWarnings() returns a warning for each kind of leftover, and none for a folder without leftovers", () => {
  expect(leftoverWarnings({ removed: 0, left: [], held: [] })).toEqual([]);
  const both = leftoverWarnings({ removed: 2, left: ["/a/two.db"], held: ["/a/3.tmp"] });
  expect(both.map((event) => event.type === "warning" && event.code)).toEqual([
    "leftovers-removed",
    "leftovers-left",
    "leftovers-held",
  ]);
  expect(JSON.stringify(both)).toContain("/a/two.db");
});

it("sweep() waits for another process to remove a file that it holds open, and lists the file as held when the wait ends", async () => {
  let looks = 0;
  const engine = fakeNativeEngine({
    removeLeftovers: async () => {
      looks += 1;
      return looks < 3 ? [{ name: "one.tmp", held: true, fault: null }] : [];
    },
  });
  expect(await sweep(engine, "/a")).toEqual({ removed: 0, left: [], held: [] });
  looks = -100;
  expect((await sweep(engine, "/a", 200))?.held).toEqual(["/a/one.tmp"]);
});

it("LeftoverSweep reports what it removed from each folder, but skips missing folders and symbolic links", async () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "driveproof-sweep-")));
  const [a, calm, link] = ["a", "calm", "link"].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(a);
  mkdirSync(calm);
  symlinkSync(a, link);
  const events: HostEvent[] = [];
  const runner = new LeftoverSweep(
    { type: "sweep", directories: [a, path.join(root, "gone"), link, calm] },
    (event) => events.push(event),
    () => engineWith({ [a]: found["/a"], [calm]: [], [link]: found["/a"] }),
  );
  await runner.run();
  await runner.ended;
  rmSync(root, { recursive: true });
  const place = { device: expect.any(String), inode: expect.any(String) };
  const nothing = { removed: 0, left: [], held: [] };
  expect(events.slice(0, -1)).toHaveLength(2);
  expect(events).toEqual(
    expect.arrayContaining([
      { type: "swept", directory: a, place, removed: 1, left: [`${a}/two.db`], held: [] },
      { type: "swept", directory: calm, place, ...nothing },
      { type: "finished", stopped: false, error: null },
    ]),
  );
});

it("LeftoverSweep searches no folder after a stop and reports that it was stopped", async () => {
  const events: HostEvent[] = [];
  const folder = realpathSync(tmpdir());
  const runner = new LeftoverSweep(
    { type: "sweep", directories: [folder] },
    (event) => events.push(event),
    () => engineWith({ [folder]: [] }),
  );
  runner.stop();
  await runner.run();
  expect(events).toEqual([{ type: "finished", stopped: true, error: null }]);
});

it("warningsAfterError() does not name files that existed before the run", () => {
  const before = { removed: 0, left: [], held: ["/a/1.db"] };
  const after = { removed: 0, left: ["/a/2.db"], held: ["/a/1.db"] };
  expect(warningsAfterError("/a", "drive-error", after, before)).toMatchObject([
    { statements: [{ params: { files: ["/a/2.db"] } }] },
  ]);
  expect(warningsAfterError("/a", "drive-error", before, before)).toEqual([]);
});

it.each([
  ["drive-error", null, ["leftovers-left.not-known"]],
  ["volume-gone", null, ["leftovers-left.not-known"]],
  ["path-missing", null, []],
  ["drive-error", { removed: 1, left: [], held: [] }, []],
  ["read-only", { removed: 0, left: ["/a/1.db"], held: [] }, ["leftovers-left.after-error"]],
  ["internal", { removed: 0, left: [], held: ["/a/2.db"] }, ["leftovers-left.after-error"]],
] as const)(
  "after the error %s and a search with the result %o, warningsAfterError() returns %o",
  (code, swept, codes) => {
    const told = warningsAfterError("/a", code, swept);
    expect(told.flatMap((event) => ("statements" in event ? event.statements : []))).toMatchObject(
      codes.map((one) => ({ code: one })),
    );
  },
);
