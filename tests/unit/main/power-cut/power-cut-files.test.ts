import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { driveError } from "../../../../electron/contract/drive-error";
import { newPlugState } from "../../../../electron/contract/power-cut-stage";
import {
  keepBesideFiles,
  makePlugFolder,
  plugFolderIn,
  type RemovePlugFiles,
  removePlugFolder,
  storeIn,
} from "../../../../electron/main/power-cut/power-cut-files";
import { plugPlan } from "../../../helpers/sample-plug";

let directory: string;
let folder: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "driveproof-plug-files-"));
  folder = plugFolderIn(directory);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const plan = () => ({ ...plugPlan, folder });

describe("the folder of a plug test", () => {
  it("has a name people understand, and is made once only", async () => {
    await makePlugFolder(plan());
    expect(readdirSync(directory)).toEqual(["DriveProof plug test"]);
    await expect(makePlugFolder(plan())).rejects.toMatchObject({
      driveError: { code: "not-testable", message: expect.stringMatching(/already/) },
    });
  });

  it("cannot be made where nothing may be written", async () => {
    const elsewhere = { ...plan(), folder: join(directory, "missing", "plug test") };
    await expect(makePlugFolder(elsewhere)).rejects.toMatchObject({
      driveError: { code: "drive-error", syscall: "mkdir" },
    });
  });
});

describe("the state beside the files", () => {
  it("is not written to a drive that has just gone, nor before it is read back", async () => {
    await makePlugFolder(plan());
    const state = newPlugState(plan());
    await keepBesideFiles({ ...state, stage: "writing" });
    const error = driveError("drive-error", "The drive reported an error.");
    await keepBesideFiles({ ...state, stage: "drive-lost", error });
    await keepBesideFiles({ ...state, stage: "stopped", error });
    await keepBesideFiles({ ...state, stage: "reading-back" });
    expect((await storeIn(folder).read())?.stage).toBe("writing");
    await keepBesideFiles({ ...state, stage: "finished", error });
    expect((await storeIn(folder).read())?.stage).toBe("finished");
  });

  it("needs no folder for a result that says the folder is gone, but for everything else", async () => {
    const state = newPlugState(plan());
    await keepBesideFiles({ ...state, stage: "finished" });
    await expect(keepBesideFiles({ ...state, stage: "writing" })).rejects.toThrow();
    expect(existsSync(folder)).toBe(false);
  });
});

describe("a removal", () => {
  const asked: Parameters<RemovePlugFiles>[0][] = [];
  const engine: RemovePlugFiles = async (known) => {
    asked.push(known);
    return true;
  };
  const noted: unknown[] = [];
  const removed = {
    note: async (...removal: unknown[]) => {
      noted.push(removal);
    },
  };
  beforeEach(() => {
    asked.length = 0;
    noted.length = 0;
  });

  it("is remembered once the folder is gone", async () => {
    await makePlugFolder(plan());
    await keepBesideFiles(newPlugState(plan()));
    expect(await removePlugFolder(folder, async () => false, removed)).toBe(false);
    expect(noted).toEqual([]);
    await removePlugFolder(folder, engine, removed);
    expect(noted).toEqual([[folder, plan().testId]]);
  });

  it("tells the engine which test it is", async () => {
    await makePlugFolder(plan());
    await keepBesideFiles(newPlugState(plan()));
    expect(await removePlugFolder(folder, engine, removed)).toBe(true);
    expect(asked).toEqual([{ folder, testId: plan().testId, run: plan().layout.run }]);
    // Itself it removes and writes nothing.
    expect((await storeIn(folder).read())?.stage).toBe("preparing");
  });

  it("of a folder whose state the drive has lost names no test", async () => {
    await makePlugFolder(plan());
    await removePlugFolder(folder, engine, removed);
    expect(asked).toEqual([{ folder, testId: null, run: null }]);
  });

  it("of what a link leads to does not begin", async () => {
    const elsewhere = join(directory, "elsewhere");
    mkdirSync(elsewhere);
    await storeIn(elsewhere).save(newPlugState(plan()));
    symlinkSync(elsewhere, folder);
    expect(await removePlugFolder(folder, engine, removed)).toBe(false);
    expect(asked).toEqual([]);
  });
});
