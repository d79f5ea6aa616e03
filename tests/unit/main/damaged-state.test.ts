import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FolderProblem } from "#contract/history";
import {
  type GuideRecord,
  guideRecordSchema,
  newPowerCutState,
  type PowerCutState,
  takeStep,
} from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import { unknownDrive, type Volume } from "#contract/volume";
import { DurableFile } from "../../../electron/main/files/durable-file";
import { Leftovers, unfinishedFoldersSchema } from "../../../electron/main/inspection/leftovers";
import { stateFileIn } from "../../../electron/main/power-cut/files";
import { PowerCutGuideService } from "../../../electron/main/power-cut/guide";
import type { PowerCutService } from "../../../electron/main/power-cut/service";
import { newGuideRecord } from "../../../electron/main/power-cut/store";
import { damages, endFailing, lying } from "../../helpers/damage";
import { FakeEngine } from "../../helpers/fake-engine";
import { FakePowerCutTest } from "../../helpers/fake-power-cut-test";
import { folderOfEach } from "../../helpers/folders";
import { powerCutStore } from "../../helpers/power-cut-store";
import { powerCutMode, powerCutPlan, powerCutResult } from "../../helpers/sample-power-cut-test";
import { sampleVolume } from "../../helpers/sample-volume";
import { skipFor } from "../../helpers/skipped";

/**
 * What the program does at its next start if a state file of its own is damaged, replaced or
 * unreadable.
 */

const isWindows = process.platform === "win32";
const root = folderOfEach();
let data: string;
let stick: Volume;
let powerCutTest: FakePowerCutTest;
let keepingProblem: FolderProblem | null;
beforeEach(() => {
  data = path.join(root(), "data");
  const drive = path.join(root(), "stick");
  mkdirSync(data);
  mkdirSync(drive);
  keepingProblem = null;
  stick = sampleVolume({
    id: "stick",
    system: false,
    mountPoint: drive,
    directory: drive,
    drive: { ...unknownDrive, model: "SanDisk Ultra", kind: "usb", bus: "usb", removable: true },
  });
});
afterEach(() => endFailing());

const kept = () => path.join(data, "plug-test.json");
const powerCutFolder = () => path.join(stick.directory, powerCutFolderName);
const recordFile = () => new DurableFile<GuideRecord>(kept(), guideRecordSchema);

function guideOver(record = recordFile()): PowerCutGuideService {
  powerCutTest = new FakePowerCutTest(powerCutStore(record));
  return new PowerCutGuideService({
    powerCutTest: powerCutTest as unknown as PowerCutService,
    spawnWitness: () => {
      throw new Error("no witness is met here");
    },
    listVolumes: async () => [stick],
    currentVolume: async () => stick,
    describeFolder: async () => stick,
    keepReport: async () => undefined,
    keepingProblem: async () => keepingProblem,
    addresses: async () => [],
    onChange: () => undefined,
  });
}

const request = {
  volumeId: "stick",
  modes: [{ mode: "fsync" as const, label: "Confirm the whole file" }],
  witness: { kind: "computer" as const },
};

/** The state of a plug test whose writing has begun, as the power cut leaves it. */
function written(): PowerCutState {
  const plan = { ...powerCutPlan, folder: powerCutFolder() };
  const prepared = takeStep(newPowerCutState(plan), {
    type: "prepared",
    modes: [powerCutMode("fsync")],
  });
  return takeStep(prepared, {
    type: "writing-begins",
    at: "2026-11-21T10:00:00.000Z",
    bootId: null,
  });
}

const wholeRecord = () => {
  const state = written();
  return JSON.stringify({ ...newGuideRecord(stick, state.plan, null), state });
};

describe.skipIf(isWindows)("the state file of a plug test on this computer", () => {
  it.for(damages)(
    "is renamed, with a message, and a new one is stored, if it is $name",
    async (damage, context) => {
      const { name, problem, systemCode = null } = damage;
      const undamaged = damage.inflict(kept(), wholeRecord());
      skipFor(context.skip, undamaged);
      const before = lying(kept());
      const guide = guideOver();
      const setAside = await guide.load();
      expect(setAside).toMatchObject({ what: "plug-test", path: kept(), problem, systemCode });
      endFailing();
      const keptAs = setAside?.keptAs ?? "";
      expect(path.dirname(keptAs)).toBe(data);
      expect(lying(keptAs)).toBe(before);
      expect(existsSync(kept())).toBe(false);
      expect(guide.current()).toBeNull();
      // A new plug test can be prepared and stored, and the damaged file that was set aside stays
      // unchanged.
      await guide.open(request);
      await guide.prepare();
      expect((await recordFile().read())?.state.stage).toBe("ready");
      expect(lying(keptAs)).toBe(before);
      expect(await guideOver().load(), name).toBeNull();
    },
  );

  it("keeps its name if it is readable, and is not created if there is no plug test", async () => {
    expect(await guideOver().load()).toBeNull();
    expect(readdirSync(data)).toEqual([]);
    writeFileSync(kept(), wholeRecord());
    const guide = guideOver();
    expect(await guide.load()).toBeNull();
    expect(guide.current()?.stage).toBe("writing");
    expect(readdirSync(data)).toEqual(["plug-test.json"]);
  });

  it("is not overwritten by a new test if it is damaged and cannot be renamed", async () => {
    writeFileSync(kept(), "precious");
    const record = recordFile();
    const { renameFails, endFailingCalls } = await import("../../helpers/failing-fs");
    renameFails("EACCES");
    const guide = guideOver(record);
    try {
      expect(await guide.load()).toMatchObject({ keptAs: null, problem: "damaged" });
    } finally {
      endFailingCalls();
    }
    await guide.open(request);
    await expect(guide.prepare()).rejects.toThrow(/could not be moved/);
    expect(lying(kept())).toBe("precious");
  });

  it("makes open() fail before anything is written to the drive if it cannot be written", async () => {
    keepingProblem = { path: data, problem: "read-only", systemCode: "EROFS" };
    const guide = guideOver();
    await expect(guide.open(request)).rejects.toThrow(`cannot keep anything in ${data}`);
    expect(guide.current()).toBeNull();
    expect(readdirSync(stick.directory)).toEqual([]);
  });
});

describe.skipIf(isWindows)("the list of unfinished inspections", () => {
  const file = () => path.join(data, "unfinished-inspections.json");
  const store = () => new DurableFile(file(), unfinishedFoldersSchema);

  // Leaves out damages of the version, because a list of folders has no version.
  it.for(damages.filter(({ name }) => !name.includes("version")))(
    "is renamed, with a message, and a new one is stored, if it is $name",
    async (damage, context) => {
      const { problem, systemCode = null } = damage;
      const whole = JSON.stringify([{ directory: stick.directory, place: null }]);
      const undamaged = damage.inflict(file(), whole);
      skipFor(context.skip, undamaged);
      const before = lying(file());
      const unfinished = store();
      const { value, setAside } = await unfinished.readOrSetAside("unfinished-inspections");
      expect(value).toBeNull();
      expect(setAside).toMatchObject({ what: "unfinished-inspections", problem, systemCode });
      endFailing();
      expect(lying(setAside?.keptAs ?? "")).toBe(before);
      const leftovers = new Leftovers({
        spawnEngine: () => new FakeEngine(),
        acquireLock: async () => () => undefined,
        store: unfinished,
      });
      await leftovers.sweepUnfinished();
      await leftovers.begin(stick.directory);
      expect(await store().read()).toMatchObject([{ directory: stick.directory }]);
    },
  );
});

describe.skipIf(isWindows)("a plug test whose only state file is on the tested drive", () => {
  beforeEach(() => {
    mkdirSync(path.join(powerCutFolder(), "fsync"), { recursive: true });
    writeFileSync(path.join(powerCutFolder(), "fsync", "slots"), "slots");
  });
  const stateFile = () => path.join(powerCutFolder(), "plug-test.json");

  it.for(damages.filter(({ isOwnFile }) => isOwnFile))(
    "can be removed but not resumed if the state file is $name",
    async (damage, context) => {
      const undamaged = damage.inflict(stateFile(), JSON.stringify(written()));
      skipFor(context.skip, undamaged);
      const guide = guideOver();
      await guide.load();
      expect(await guide.found("stick")).toEqual({
        folder: powerCutFolder(),
        offer: "unreadable",
        createdAt: null,
      });
      await expect(guide.resume("stick")).rejects.toThrow(/no plug test here that can be/);
      expect(existsSync(path.join(powerCutFolder(), "fsync", "slots"))).toBe(true);
      expect(await guide.removeFound("stick")).toBe(true);
      expect(existsSync(powerCutFolder())).toBe(false);
      expect(await guide.found("stick")).toBeNull();
    },
  );

  it("is resumed in the folder where it was found, even if the state file states another path", async () => {
    const state = written();
    const elsewhere = { ...state.plan, folder: path.join(root(), "old", powerCutFolderName) };
    await stateFileIn(powerCutFolder()).save({ ...state, plan: elsewhere });
    const guide = guideOver();
    await guide.resume("stick");
    expect(guide.current()?.folder).toBe(powerCutFolder());
  });

  it("is not resumed while this computer has the record of a plug test", async () => {
    await stateFileIn(powerCutFolder()).save(written());
    const guide = guideOver();
    await guide.open(request);
    const { testId } = guide.current() ?? {};
    await expect(guide.resume("stick")).rejects.toThrow(/no plug test here/);
    expect(guide.current()?.testId).toBe(testId);
    expect(guide.current()?.witnessLost).toBe(false);
  });

  it("is offered with its result, but only for the removal of its files if that removal has begun", async () => {
    const guide = guideOver();
    await stateFileIn(powerCutFolder()).save({
      ...written(),
      stage: "finished",
      result: powerCutResult(),
    });
    expect(await guide.found("stick")).toMatchObject({ offer: "show" });
    writeFileSync(path.join(powerCutFolder(), "removal-begun"), "");
    expect(await guide.found("stick")).toMatchObject({ offer: "clear" });
  });

  it("is not changed when DriveProof searches the drive for plug tests", async () => {
    await stateFileIn(powerCutFolder()).save(written());
    const before = lying(stateFile());
    const guide = guideOver();
    await guide.load();
    await guide.found("stick");
    expect(lying(stateFile())).toBe(before);
    expect(readdirSync(data)).toEqual([]);
  });
});

describe.skipIf(isWindows)("findPowerCutFolder()", () => {
  it.for(damages)(
    "finds the folder of a plug test even if the state file on another connected drive is $name",
    async (damage, context) => {
      mkdirSync(powerCutFolder());
      // The first drive has a damaged state file; the plug test to find is on the second one.
      const undamaged = damage.inflict(
        path.join(powerCutFolder(), "plug-test.json"),
        JSON.stringify(written()),
      );
      skipFor(context.skip, undamaged);
      const { findPowerCutFolder } = await import("../../../electron/main/power-cut/find-folder");
      const other = "11111111-0000-4000-8000-000000000000";
      const second = path.join(root(), "second");
      const folder = path.join(second, powerCutFolderName);
      mkdirSync(folder, { recursive: true });
      const state = written();
      await stateFileIn(folder).save({ ...state, plan: { ...state.plan, testId: other } });
      const record = newGuideRecord(stick, { ...state.plan, testId: other }, null);
      const mounted = [stick, { ...stick, directory: second, mountPoint: second }];
      const found = await findPowerCutFolder(record, mounted, async () => stick);
      expect(found.folder).toBe(folder);
    },
  );
});

it.skipIf(isWindows)(
  "a file with the name of a plug test's folder is reported as foreign and is not removed",
  async () => {
    writeFileSync(powerCutFolder(), "precious");
    const guide = guideOver();
    expect(await guide.found("stick")).toMatchObject({ offer: "foreign" });
    expect(await guide.removeFound("stick")).toBe(false);
    expect(lying(powerCutFolder())).toBe("precious");
  },
);
