import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DriveFault, driveError } from "#contract/drive-error";
import type { GuideRecord } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import { unknownDrive, type Volume } from "#contract/volume";
import { stateFileIn } from "../../../../electron/main/power-cut/files";
import { findPowerCutFolder } from "../../../../electron/main/power-cut/find-folder";
import { newGuideRecord } from "../../../../electron/main/power-cut/store";
import { nodeSystemAccess } from "../../../../electron/main/volumes/system-access";
import { notAnswering, untestableReasons } from "../../../../electron/main/volumes/testability";
import { endFailing, failReading } from "../../../helpers/damage";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";
import { sampleVolume } from "../../../helpers/sample-volume";

const nowhere = { folder: null, unread: [] };
const folder = folderOfEach();
let stick: Volume;

beforeEach(() => {
  stick = sampleVolume({
    mountPoint: folder(),
    directory: folder(),
    drive: { ...unknownDrive, model: "SanDisk Ultra", kind: "usb", bus: "usb", removable: true },
  });
});
afterEach(() => endFailing());

async function record(): Promise<GuideRecord> {
  const place = path.join(folder(), powerCutFolderName);
  mkdirSync(place);
  const test = newGuideRecord(stick, { ...powerCutPlan, folder: place }, null);
  await stateFileIn(place).save(test.state);
  return test;
}

describe("findPowerCutFolder()", () => {
  it("finds the test's folder below a chosen folder if the drive is mounted under another path", async () => {
    const { sep } = path;
    const chosen = path.join(folder(), "old", "tests");
    mkdirSync(chosen, { recursive: true });
    stick = { ...stick, mountPoint: `${path.dirname(chosen)}${sep}`, directory: chosen };
    const place = path.join(chosen, powerCutFolderName);
    mkdirSync(place);
    const test = newGuideRecord(stick, { ...powerCutPlan, folder: place }, null);
    await stateFileIn(place).save(test.state);
    const elsewhere = path.join(folder(), "new");
    renameSync(path.dirname(chosen), elsewhere);
    const moved = { ...stick, mountPoint: elsewhere, directory: elsewhere };
    expect((await findPowerCutFolder(test, [moved], async () => stick)).folder).toBe(
      path.join(elsewhere, "tests", powerCutFolderName),
    );
  });

  it("ignores the folder of another test on another drive", async () => {
    const test = await record();
    const elsewhere = path.join(folder(), "mnt", powerCutFolderName);
    mkdirSync(elsewhere, { recursive: true });
    const { state } = test;
    const foreign = { ...state, plan: { ...state.plan, testId: "00000000-1111-2222" } };
    await stateFileIn(elsewhere).save(foreign);
    rmSync(state.plan.folder, { recursive: true });
    const other = { ...stick, mountPoint: path.dirname(elsewhere), totalBytes: 1 };
    expect(await findPowerCutFolder(test, [other], async () => other)).toEqual(nowhere);
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
    "does not accept the drive at the test's old path if that drive has another %s",
    async (_by, facts) => {
      const test = await record();
      rmSync(test.state.plan.folder, { recursive: true });
      const found = await findPowerCutFolder(test, [], async () => ({ ...stick, ...facts }));
      expect(found).toEqual(nowhere);
    },
  );

  it("returns the path of the test's folder if the drive is connected but the folder is missing", async () => {
    const inside = { ...stick.drive, kind: "nvme", bus: "nvme", removable: false } as const;
    const numbered = { ...stick.drive, serial: "4C530001230405117", capacityBytes: 32e9 };
    for (const drive of [inside, numbered]) {
      stick = { ...stick, drive };
      const test = await record();
      rmSync(test.state.plan.folder, { recursive: true });
      expect(existsSync(test.state.plan.folder)).toBe(false);
      const found = await findPowerCutFolder(test, [stick], async () => stick);
      expect(found.folder).toBe(test.state.plan.folder);
    }
  });

  it("finds no folder on a stick without a serial number, which may be another stick of the same kind", async () => {
    const test = await record();
    rmSync(test.state.plan.folder, { recursive: true });
    expect(await findPowerCutFolder(test, [stick], async () => stick)).toEqual(nowhere);
  });
});

describe("findPowerCutFolder() if some volumes are unreadable", () => {
  /** Moves the plug test's drive to another mount point; its old mount point has another volume. */
  async function moved() {
    const test = await record();
    const there = path.join(folder(), "mnt");
    mkdirSync(there);
    renameSync(test.state.plan.folder, path.join(there, powerCutFolderName));
    const back = { ...stick, name: "STICK", mountPoint: there, directory: there };
    return { test, back, found: path.join(there, powerCutFolderName) };
  }

  /** A volume with the folder of a plug test. */
  function volumeCalled(name: string, more: Partial<Volume> = {}): Volume {
    const mountPoint = path.join(folder(), name);
    mkdirSync(path.join(mountPoint, powerCutFolderName), { recursive: true });
    writeFileSync(stateOf(mountPoint), "{}");
    return { ...stick, name, mountPoint, directory: mountPoint, ...more };
  }
  const stateOf = (mountPoint: string) =>
    path.join(mountPoint, powerCutFolderName, "plug-test.json");
  const another = async () => ({ ...stick, totalBytes: 1 });

  it.each(["EIO", "EACCES", "EPERM"])(
    "finds the test on another volume, or names the unreadable volumes if no volume contains the test (%s)",
    async (code) => {
      const { test, back, found } = await moved();
      const broken = volumeCalled("BROKEN");
      failReading(stateOf(broken.mountPoint), code);
      const search = (mounted: Volume[]) => findPowerCutFolder(test, mounted, another);
      expect((await search([broken, back])).folder).toBe(found);
      expect(await search([broken])).toEqual({ folder: null, unread: ["BROKEN"] });
    },
  );

  it("lists a volume that does not answer, but not a pseudo file system, among the unreadable volumes", async () => {
    const { test } = await moved();
    const inside = { ...stick, name: "proc", untestable: untestableReasons.pseudo };
    const silent = { ...stick, name: "SILENT", untestable: notAnswering(3000) };
    expect(await findPowerCutFolder(test, [inside], another)).toEqual(nowhere);
    expect((await findPowerCutFolder(test, [inside, silent], another)).unread).toEqual(["SILENT"]);
  });

  it("goes on to the next volume if one does not answer in time, and names that one as unreadable if no other has the test", async () => {
    const { test, back, found } = await moved();
    const hanging = volumeCalled("HANGING");
    const system = {
      platform: nodeSystemAccess().platform,
      run: (_file: string, args: readonly string[]) =>
        args.at(-1)?.startsWith(hanging.mountPoint)
          ? new Promise<never>(() => undefined)
          : Promise.resolve(""),
    };
    const search = (mounted: Volume[]) =>
      findPowerCutFolder(test, mounted, another, { system, limitMs: 1500 });
    expect((await search([hanging, back])).folder).toBe(found);
    expect(await search([hanging])).toEqual({ folder: null, unread: ["HANGING"] });
  });

  it("searches no server, and names each volume that did not answer when the volumes were listed", async () => {
    const { test } = await moved();
    const knocked: string[] = [];
    const system = {
      platform: nodeSystemAccess().platform,
      run: async (_file: string, args: readonly string[]) => {
        knocked.push(args.at(-1) ?? "");
        return "";
      },
    };
    const share = volumeCalled("SHARE", { untestable: untestableReasons.network });
    const silent = volumeCalled("SILENT", { untestable: notAnswering(3000) });
    const search = findPowerCutFolder(test, [share, silent], another, { system, limitMs: 5000 });
    expect(await search).toEqual({ folder: null, unread: ["SILENT"] });
    expect(knocked.filter((place) => /SHARE|SILENT/.test(place))).toEqual([]);
  });

  it("names the drive at the test's old path among the unreadable volumes if it cannot describe the drive", async () => {
    const { test } = await moved();
    const refused = new DriveFault(driveError("drive-error", "The drive could not read it."));
    const search = findPowerCutFolder(test, [], () => Promise.reject(refused));
    expect(await search).toEqual({ folder: null, unread: [stick.name] });
  });

  it("rethrows an error that no volume caused", async () => {
    const { test } = await moved();
    const broken = new TypeError("a mistake in the program");
    const search = findPowerCutFolder(test, [], () => Promise.reject(broken));
    await expect(search).rejects.toBe(broken);
  });
});
