import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GuideRecord } from "../../../../electron/contract/power-cut-guide";
import { powerCutFolderName } from "../../../../electron/contract/power-cut-plan";
import { unknownDrive, type Volume } from "../../../../electron/contract/volume";
import { storeIn } from "../../../../electron/main/power-cut/files";
import { findPowerCutFolder } from "../../../../electron/main/power-cut/find-folder";
import { newGuideRecord } from "../../../../electron/main/power-cut/guide-record";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";
import { sampleVolume } from "../../../helpers/sample-volume";

let folder: string;
let stick: Volume;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-plug-folder-"));
  stick = sampleVolume({
    mountPoint: folder,
    directory: folder,
    drive: { ...unknownDrive, model: "SanDisk Ultra", kind: "usb", bus: "usb", removable: true },
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the folder of a test", () => {
  async function record(): Promise<GuideRecord> {
    const place = path.join(folder, powerCutFolderName);
    mkdirSync(place);
    const test = newGuideRecord(stick, { ...powerCutPlan, folder: place }, null);
    await storeIn(place).save(test.state);
    return test;
  }

  it("is found under another path when its drive comes back there", async () => {
    const test = await record();
    const elsewhere = path.join(folder, "mnt");
    mkdirSync(elsewhere);
    renameSync(test.state.plan.folder, path.join(elsewhere, powerCutFolderName));
    const moved = { ...stick, mountPoint: elsewhere, directory: elsewhere };
    expect(await findPowerCutFolder(test, [moved], async () => stick)).toBe(
      path.join(elsewhere, powerCutFolderName),
    );
  });

  it("is not that of another test on another drive", async () => {
    const test = await record();
    const elsewhere = path.join(folder, "mnt", powerCutFolderName);
    mkdirSync(elsewhere, { recursive: true });
    const { state } = test;
    const foreign = { ...state, plan: { ...state.plan, testId: "00000000-1111-2222" } };
    await storeIn(elsewhere).save(foreign);
    rmSync(state.plan.folder, { recursive: true });
    const other = { ...stick, mountPoint: path.dirname(elsewhere), totalBytes: 1 };
    expect(await findPowerCutFolder(test, [other], async () => other)).toBeNull();
  });

  it.each([
    ["size", { totalBytes: 64e9 }],
    ["file system", { fileSystem: "exfat" }],
    ["mount point", { mountPoint: "/" }],
    [
      "model",
      {
        drive: {
          ...unknownDrive,
          model: "Kingston",
          kind: "usb",
          bus: "usb",
          removable: true,
        } as const,
      },
    ],
  ])(
    "is not looked for on another drive in the same place, known by its %s",
    async (_by, facts) => {
      const test = await record();
      rmSync(test.state.plan.folder, { recursive: true });
      expect(await findPowerCutFolder(test, [], async () => ({ ...stick, ...facts }))).toBeNull();
    },
  );

  it("that is gone from the drive itself is a finding", async () => {
    const test = await record();
    rmSync(test.state.plan.folder, { recursive: true });
    expect(existsSync(test.state.plan.folder)).toBe(false);
    expect(await findPowerCutFolder(test, [stick], async () => stick)).toBe(test.state.plan.folder);
  });
});
