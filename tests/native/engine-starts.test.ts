import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { nodeEngine } from "../../electron/main/hosts/engine-process";
import { Leftovers } from "../../electron/main/inspection/leftovers";
import { makeTestDirectory } from "../helpers/folders";
import { childrenOf } from "../helpers/kill-rounds";
import { skipFor } from "../helpers/skipped";

const root = path.resolve(__dirname, "../..");

it("twenty starts of the engine leave no descriptor, process or listener behind", async ({
  skip,
}) => {
  skipFor(skip, process.platform !== "linux" && "open descriptors are counted on Linux only");
  const folders = [{ directory: makeTestDirectory(), place: null }];
  const leftovers = new Leftovers({
    spawnEngine: nodeEngine(path.join(root, "out/main/engine-host.cjs")),
    acquireLock: async () => () => undefined,
    store: { read: async () => folders, save: async () => undefined },
  });
  const start = async () => expect(await leftovers.sweepUnfinished()).toHaveLength(1);
  const open = () => ({
    descriptors: readdirSync("/proc/self/fd").length,
    listeners: process.eventNames().reduce((all, name) => all + process.listenerCount(name), 0),
  });
  await start();
  await expect.poll(() => childrenOf(process.pid)).toEqual([]);
  const before = open();
  for (let starts = 0; starts < 20; starts += 1) {
    await start();
  }
  await expect.poll(() => childrenOf(process.pid)).toEqual([]);
  await expect.poll(open).toEqual(before);
});
