import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { newPowerCutState } from "#contract/power-cut/state";
import { storeIn } from "../../../../electron/main/power-cut/files";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";

const folder = folderOfEach();
let file: string;
beforeEach(() => {
  file = join(folder(), "plug-test.json");
});

const state = newPowerCutState(powerCutPlan);

describe("the state beside a test's files", () => {
  it("gives back what was saved, to another program as well", async () => {
    await storeIn(folder()).save(state);
    expect(await storeIn(folder()).read()).toEqual(state);
    expect(readdirSync(folder())).toEqual(["plug-test.json"]);
  });

  it("saves in the order it was asked to, and ends with the last", async () => {
    const store = storeIn(folder());
    const stages = ["ready", "writing", "reading-back", "finished"] as const;
    await Promise.all(stages.map((stage) => store.save({ ...state, stage })));
    expect((await store.read())?.stage).toBe("finished");
  });

  it("never shows half a state, though one was being written when the power went", async () => {
    const store = storeIn(folder());
    await store.save(state);
    writeFileSync(`${file}.part`, '{"formatVersion":1,"stage":"wri');
    expect(await store.read()).toEqual(state);
    await store.save({ ...state, stage: "ready" });
    expect((await store.read())?.stage).toBe("ready");
  });

  it("has nothing to give where there is no file, half of one, or something else", async () => {
    const store = storeIn(folder());
    expect(await store.read()).toBe(null);
    writeFileSync(file, '{"formatVersion":1,');
    expect(await store.read()).toBe(null);
    writeFileSync(file, JSON.stringify({ ...state, formatVersion: 2 }));
    expect(await store.read()).toBe(null);
  });

  it("tells when it could not save, and goes on with the next", async () => {
    const store = storeIn(join(folder(), "missing"));
    await expect(store.save(state)).rejects.toMatchObject({ code: "ENOENT" });
    mkdirSync(join(folder(), "missing"));
    await store.save(state);
    expect(await store.read()).toEqual(state);
  });

  it("brings nothing back that was still being saved when it was removed", async () => {
    const store = storeIn(folder());
    await Promise.all([store.save(state), store.remove()]);
    expect(readdirSync(folder())).toEqual([]);
  });

  it("removes everything of its own, twice if need be, and nothing of anybody else's", async () => {
    const store = storeIn(folder());
    const theirs = ["plug-test.json.part", "plug-test.json.old.part", "my-plug-test.json"];
    await store.save(state);
    for (const name of [...theirs, "plug-test.json.0123456789abcdef.part"]) {
      writeFileSync(join(folder(), name), "mine");
    }
    await store.remove();
    await store.remove();
    expect(readdirSync(folder()).sort()).toEqual([...theirs].sort());
  });

  it.skipIf(process.platform === "win32")("keeps the state to its owner", async () => {
    await storeIn(folder()).save(state);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
