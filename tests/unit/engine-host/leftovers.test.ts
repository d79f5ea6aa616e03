import { expect, it } from "vitest";
import type { HostEvent } from "../../../electron/contract/engine-messages";
import { LeftoverSweep, leftoverWarnings, sweep } from "../../../electron/engine-host/leftovers";
import type { NativeFault, NativeLeftover } from "../../../native/index";
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
    { name: "one.tmp", fault: null },
    { name: "two.db", fault },
  ],
  "/calm": [],
};

it("tells what was removed and what is left, by its full path", async () => {
  expect(await sweep(engineWith(found), "/a")).toEqual({ removed: 1, left: ["/a/two.db"] });
  expect(await sweep(engineWith(found), "/calm")).toEqual({ removed: 0, left: [] });
  expect(await sweep(engineWith(found), "/gone")).toBeNull();
});

it("says nothing of a folder in which nothing was", () => {
  expect(leftoverWarnings({ removed: 0, left: [] })).toEqual([]);
  const both = leftoverWarnings({ removed: 2, left: ["/a/two.db"] });
  expect(both.map((event) => event.type === "warning" && event.code)).toEqual([
    "leftovers-removed",
    "leftovers-left",
  ]);
  expect(JSON.stringify(both)).toContain("/a/two.db");
});

it("looks into one folder after the other, and leaves out those it cannot look into", async () => {
  const events: HostEvent[] = [];
  const request = { type: "sweep", nativeDirectory: "/n", directories: ["/a", "/gone", "/calm"] };
  const runner = new LeftoverSweep(
    request as ConstructorParameters<typeof LeftoverSweep>[0],
    (event) => events.push(event),
    () => engineWith(found),
  );
  await runner.run();
  await runner.ended;
  expect(events).toEqual([
    { type: "swept", directory: "/a", left: ["/a/two.db"] },
    { type: "swept", directory: "/calm", left: [] },
    { type: "finished", stopped: false, error: null },
  ]);
});

it("says that there is no engine", async () => {
  const events: HostEvent[] = [];
  const runner = new LeftoverSweep(
    { type: "sweep", nativeDirectory: "/n", directories: ["/a"] },
    (event) => events.push(event),
    () => {
      throw new Error("not built");
    },
  );
  await runner.run();
  expect(events).toMatchObject([{ type: "finished", error: { code: "engine-missing" } }]);
});
