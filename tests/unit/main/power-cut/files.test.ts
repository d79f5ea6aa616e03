import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { driveError } from "#contract/drive-error";
import { newPowerCutState } from "#contract/power-cut/state";
import {
  keepBesideFiles,
  makePowerCutFolder,
  powerCutFolderIn,
  type RemovePowerCutFiles,
  removePowerCutFolder,
  stateFileIn,
} from "../../../../electron/main/power-cut/files";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";

const directory = folderOfEach();
let folder: string;
beforeEach(() => {
  folder = powerCutFolderIn(directory());
});

const plan = () => ({ ...powerCutPlan, folder });

describe("makePowerCutFolder()", () => {
  it("creates a folder with a readable name and refuses to create it twice", async () => {
    await makePowerCutFolder(plan());
    expect(readdirSync(directory())).toEqual(["DriveProof plug test"]);
    await expect(makePowerCutFolder(plan())).rejects.toMatchObject({
      driveError: { code: "not-testable", message: expect.stringMatching(/already/) },
    });
  });

  it("reports mkdir's error if the parent folder is missing", async () => {
    const elsewhere = { ...plan(), folder: join(directory(), "missing", "plug test") };
    await expect(makePowerCutFolder(elsewhere)).rejects.toMatchObject({
      driveError: { code: "drive-error", syscall: "mkdir" },
    });
  });
});

describe("the state file beside the files of a plug test", () => {
  it('keeps the stage "writing" until the test finishes, even if the drive disappears', async () => {
    await makePowerCutFolder(plan());
    const state = newPowerCutState(plan());
    await keepBesideFiles({ ...state, stage: "writing" });
    const error = driveError("drive-error", "The drive reported an error.");
    await keepBesideFiles({ ...state, stage: "drive-lost", error });
    await keepBesideFiles({ ...state, stage: "stopped", error });
    await keepBesideFiles({ ...state, stage: "reading-back" });
    expect((await stateFileIn(folder).read())?.stage).toBe("writing");
    await keepBesideFiles({ ...state, stage: "finished", error });
    expect((await stateFileIn(folder).read())?.stage).toBe("finished");
  });

  it('causes a message, and no failure, if it cannot be saved at the stage "finished"', async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await makePowerCutFolder(plan());
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file in its place");
    await keepBesideFiles({ ...newPowerCutState(plan()), stage: "finished" });
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/not noted .* \(ENOTDIR\)/));
    said.mockRestore();
  });

  it('needs the folder of the test for the stage "writing", but not for "finished"', async () => {
    const state = newPowerCutState(plan());
    await keepBesideFiles({ ...state, stage: "finished" });
    await expect(keepBesideFiles({ ...state, stage: "writing" })).rejects.toThrow();
    expect(existsSync(folder)).toBe(false);
  });
});

describe("removePowerCutFolder()", () => {
  const asked: Parameters<RemovePowerCutFiles>[0][] = [];
  const engine: RemovePowerCutFiles = async (known) => {
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

  it("records the removal even if the engine fails at once", async () => {
    await makePowerCutFolder(plan());
    await keepBesideFiles(newPowerCutState(plan()));
    const ended = removePowerCutFolder(folder, () => Promise.reject(new Error("ended")), removed);
    await expect(ended).rejects.toThrow("ended");
    expect(noted).toEqual([[plan().testId]]);
  });

  it("passes the test's id and run number to the engine", async () => {
    await makePowerCutFolder(plan());
    await keepBesideFiles(newPowerCutState(plan()));
    expect(await removePowerCutFolder(folder, engine, removed)).toBe(true);
    expect(asked).toEqual([{ folder, testId: plan().testId, run: plan().layout.run }]);
    // removePowerCutFolder() leaves the removal to the engine: the state file is unchanged.
    expect((await stateFileIn(folder).read())?.stage).toBe("preparing");
  });

  it("passes no test id to the engine if the state file is missing from the folder", async () => {
    await makePowerCutFolder(plan());
    await removePowerCutFolder(folder, engine, removed);
    expect(asked).toEqual([{ folder, testId: null, run: null }]);
  });

  it("does not start the engine for a symbolic link", async () => {
    const elsewhere = join(directory(), "elsewhere");
    mkdirSync(elsewhere);
    await stateFileIn(elsewhere).save(newPowerCutState(plan()));
    symlinkSync(elsewhere, folder);
    expect(await removePowerCutFolder(folder, engine, removed)).toBe(false);
    expect(asked).toEqual([]);
  });
});
