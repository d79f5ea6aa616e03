import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { driveError } from "../../../electron/contract/drive-error";
import { newPlugState } from "../../../electron/contract/power-cut-stage";
import {
  keepBesideFiles,
  makePlugFolder,
  plugFolderIn,
  removePlugFolder,
  storeIn,
} from "../../../electron/main/power-cut-files";
import { plugPlan } from "../../helpers/sample-plug";

let directory: string;
let folder: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "driveproof-plug-files-"));
  folder = plugFolderIn(directory);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const plan = () => ({ ...plugPlan, folder });

/** A folder as a test leaves it. */
async function makeTest(): Promise<void> {
  await makePlugFolder(plan());
  await keepBesideFiles(newPlugState(plan()));
  mkdirSync(join(folder, "fsync"));
  for (const name of ["slots", "log", "1.renamed", "2.created"]) {
    writeFileSync(join(folder, "fsync", name), "records");
  }
}

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

  it("is removed with everything of the test", async () => {
    await makeTest();
    expect(await removePlugFolder(folder)).toBe(true);
    expect(readdirSync(directory)).toEqual([]);
    expect(await removePlugFolder(folder)).toBe(true);
  });

  it("keeps what somebody else put into it", async () => {
    await makeTest();
    writeFileSync(join(folder, "letter.txt"), "mine");
    writeFileSync(join(folder, "fsync", "3.saved"), "mine");
    mkdirSync(join(folder, "photos"));
    expect(await removePlugFolder(folder)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["fsync", "letter.txt", "photos"]);
    expect(readdirSync(join(folder, "fsync"))).toEqual(["3.saved"]);
  });

  it("is not left through links", async () => {
    const elsewhere = join(directory, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "log"), "mine");
    await makePlugFolder(plan());
    symlinkSync(elsewhere, join(folder, "fsync"));
    expect(await removePlugFolder(folder)).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(["log"]);
    rmSync(folder, { recursive: true });
    symlinkSync(elsewhere, folder);
    expect(await removePlugFolder(folder)).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(["log"]);
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

describe("a removal that breaks off", () => {
  it("leaves a state that says so, and is never taken for a loss", async () => {
    await makeTest();
    // A folder of that name stands in the way of the last file.
    mkdirSync(join(folder, "fsync", "9.created"));
    await expect(removePlugFolder(folder)).rejects.toThrow();
    expect((await storeIn(folder).read())?.stage).toBe("removing");
    rmSync(join(folder, "fsync", "9.created"), { recursive: true });
    expect(await removePlugFolder(folder)).toBe(true);
    expect(readdirSync(directory)).toEqual([]);
  });
});
