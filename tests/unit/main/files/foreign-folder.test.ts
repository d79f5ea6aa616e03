import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newPowerCutState } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import { foreignness } from "../../../../electron/main/files/foreign-folder";
import { makePowerCutFolder, stateFileIn } from "../../../../electron/main/power-cut/files";
import { findPowerCutFolder } from "../../../../electron/main/power-cut/find-folder";
import { newGuideRecord } from "../../../../electron/main/power-cut/store";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutStore } from "../../../helpers/power-cut-store";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";
import { sampleVolume } from "../../../helpers/sample-volume";

const drive = folderOfEach();
let folder: string;
beforeEach(() => {
  folder = path.join(drive(), powerCutFolderName);
});
afterEach(() => vi.restoreAllMocks());

const plan = () => ({ ...powerCutPlan, folder });
/** Makes existing files seem to belong to another user. */
function becomeAnother(): void {
  const own = process.geteuid?.() ?? 0;
  vi.spyOn(process, "geteuid").mockReturnValue(own + 1);
}

describe.skipIf(process.platform === "win32")("the folder of a plug test", () => {
  it("does not count as foreign if the current user owns it or it does not exist", async () => {
    expect(await foreignness(folder)).toBeNull();
    mkdirSync(folder);
    expect(await foreignness(folder)).toBeNull();
    expect(await foreignness(path.join(drive(), "file", "inside"))).toBeNull();
  });

  it('is reported as "not-a-folder" if a file or a symbolic link lies at its path', async () => {
    writeFileSync(folder, "");
    expect(await foreignness(folder)).toBe("not-a-folder");
    rmSync(folder);
    symlinkSync(drive(), folder);
    expect(await foreignness(folder)).toBe("not-a-folder");
  });

  it("is not searched, removed or used for a new test if another user owns it", async () => {
    await makePowerCutFolder(plan());
    await stateFileIn(folder).save(newPowerCutState(plan()));
    const volume = sampleVolume({ mountPoint: drive(), directory: drive() });
    const elsewhere = path.join(drive(), "gone", powerCutFolderName);
    const record = newGuideRecord({ ...volume, directory: elsewhere }, plan(), null);
    const lookingFor = { ...record, state: newPowerCutState({ ...plan(), folder: elsewhere }) };
    const find = async () =>
      (await findPowerCutFolder(lookingFor, [volume], async () => volume)).folder;
    expect(await find()).toBe(folder);
    becomeAnother();
    expect(await find()).toBeNull();
    expect(await powerCutStore(null).removeFolder(folder)).toBe(false);
    await expect(makePowerCutFolder(plan())).rejects.toThrow(
      `${folder} belongs to another user, so DriveProof neither reads it nor removes anything from it. Its owner can remove it.`,
    );
    vi.restoreAllMocks();
    expect(await find()).toBe(folder);
  });

  it("is removed again if the file system gives the new folder to another user", async () => {
    becomeAnother(); // the new folder belongs to another user, as on some servers
    await expect(makePowerCutFolder(plan())).rejects.toThrow(/belongs to another user/);
    vi.restoreAllMocks();
    await makePowerCutFolder(plan());
  });
});
