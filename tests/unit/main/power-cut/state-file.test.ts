import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { newPowerCutState } from "#contract/power-cut/state";
import { stateFileIn } from "../../../../electron/main/power-cut/files";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";

const folder = folderOfEach();
let file: string;
beforeEach(() => {
  file = join(folder(), "plug-test.json");
});

const state = newPowerCutState(powerCutPlan);

describe("the state file beside the files of a plug test", () => {
  it("contains the last of several states that were saved at once", async () => {
    const store = stateFileIn(folder());
    const stages = ["ready", "writing", "reading-back", "finished"] as const;
    await Promise.all(stages.map((stage) => store.save({ ...state, stage })));
    expect((await store.read())?.stage).toBe("finished");
  });

  it("can still be saved after a failed save, which save() reports", async () => {
    const store = stateFileIn(join(folder(), "missing"));
    await expect(store.save(state)).rejects.toMatchObject({ code: "ENOENT" });
    mkdirSync(join(folder(), "missing"));
    await store.save(state);
    expect(await store.read()).toEqual(state);
  });

  it("does not remain if it is removed during a save", async () => {
    const store = stateFileIn(folder());
    await Promise.all([store.save(state), store.remove()]);
    expect(readdirSync(folder())).toEqual([]);
  });

  it("is removed with its temporary files, and no other file is removed", async () => {
    const store = stateFileIn(folder());
    const theirs = ["plug-test.json.part", "plug-test.json.old.part", "my-plug-test.json"];
    await store.save(state);
    for (const name of [...theirs, "plug-test.json.0123456789abcdef.part"]) {
      writeFileSync(join(folder(), name), "mine");
    }
    await store.remove();
    await store.remove();
    expect(readdirSync(folder()).sort()).toEqual([...theirs].sort());
  });

  it.skipIf(process.platform === "win32")("has permissions for its owner only", async () => {
    await stateFileIn(folder()).save(state);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
