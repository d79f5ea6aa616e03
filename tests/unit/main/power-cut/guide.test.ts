import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exitCodes } from "#contract/exit-codes";
import type { FolderProblem } from "#contract/history";
import { type GuideRecord, guideRecordSchema } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import type { WitnessEvent, WitnessRequest } from "#contract/power-cut/witness";
import { unknownDrive, type Volume } from "#contract/volume";
import { parseCommandLine } from "../../../../electron/main/cli/command-line";
import { powerCutCommand } from "../../../../electron/main/cli/power-cut-command";
import type { PowerCutOptions } from "../../../../electron/main/cli/power-cut-options";
import { DurableFile } from "../../../../electron/main/files/durable-file";
import { stateFileIn } from "../../../../electron/main/power-cut/files";
import { PowerCutGuideService } from "../../../../electron/main/power-cut/guide";
import type { ReadBackPowerCutTest } from "../../../../electron/main/power-cut/report";
import type { PowerCutService } from "../../../../electron/main/power-cut/service";
import { endFailing, failReading } from "../../../helpers/damage";
import { FakeHost } from "../../../helpers/fake-host";
import { FakePowerCutTest } from "../../../helpers/fake-power-cut-test";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutStore } from "../../../helpers/power-cut-store";
import { powerCutResult } from "../../../helpers/sample-power-cut-test";
import { sampleReport } from "../../../helpers/sample-report";
import { sampleVolume } from "../../../helpers/sample-volume";

const folder = folderOfEach();
let kept: DurableFile<GuideRecord>;
let stick: Volume;
let hosts: FakeHost<WitnessRequest, WitnessEvent>[];
let powerCutTest: FakePowerCutTest;
let reports: ReadBackPowerCutTest[];
let reportFault: Error | null;
let keepingProblem: FolderProblem | null;

beforeEach(() => {
  kept = new DurableFile(path.join(folder(), "kept.json"), guideRecordSchema);
  hosts = [];
  reports = [];
  reportFault = null;
  keepingProblem = null;
  stick = sampleVolume({
    id: "stick",
    name: "STICK",
    system: false,
    mountPoint: folder(),
    directory: folder(),
    device: "/dev/sdb1",
    evidenceDevices: ["sdb"],
    drive: { ...unknownDrive, model: "SanDisk Ultra", kind: "usb", bus: "usb", removable: true },
  });
});
afterEach(() => endFailing());

const modes = [{ mode: "fsync" as const, label: "Confirm the whole file" }];
const byComputer = { volumeId: "stick", modes, witness: { kind: "computer" as const } };
function guideOver(volumes: readonly Volume[]): PowerCutGuideService {
  powerCutTest = new FakePowerCutTest(powerCutStore(kept));
  return new PowerCutGuideService({
    powerCutTest: powerCutTest as unknown as PowerCutService,
    spawnWitness: () => {
      const host = new FakeHost<WitnessRequest, WitnessEvent>();
      hosts.push(host);
      return host;
    },
    listVolumes: async () => [...volumes],
    currentVolume: async (id) => volumes.find((volume) => volume.id === id) ?? stick,
    describeFolder: async () => stick,
    keepReport: async (finished) => {
      expect((await kept.read())?.state.stage).toBe("reading-back");
      reports.push(finished);
      if (reportFault) {
        throw reportFault;
      }
    },
    keepingProblem: async () => keepingProblem,
    addresses: async () => [{ address: "192.168.1.23", adapter: "wlan0" }],
    onChange: () => undefined,
  });
}

type Request = Parameters<PowerCutGuideService["open"]>[0];

/** Brings a test to its writing stage and returns the guide. */
async function writingOver(volumes: readonly Volume[], request: Request) {
  const guide = guideOver(volumes);
  await guide.open(request);
  await guide.prepare();
  guide.startWriting();
  await expect.poll(async () => (await kept.read())?.state.stage).toBe("writing");
  return guide;
}

describe("the plug test guide, with this computer as the witness of an external drive,", () => {
  it("refuses the drive that the computer runs from", async () => {
    const system = { ...stick, id: "system", system: true };
    const guide = guideOver([system]);
    await expect(guide.open({ ...byComputer, volumeId: "system" })).rejects.toThrow(
      /stops with it/,
    );
    expect(guide.current()).toBeNull();
  });

  it("saves the last number from before the drive's disappearance and judges the drive by that number", async () => {
    const guide = guideOver([stick]);
    await guide.open(byComputer);
    expect(guide.current()).toMatchObject({ stage: "witness", witness: { phase: "ready" } });
    await guide.prepare();
    guide.startWriting();
    await expect.poll(() => guide.current()?.stage).toBe("writing");
    powerCutTest.acknowledges(41, 7_000);
    powerCutTest.acknowledges(97, 9_000);
    await powerCutTest.losesDrive();
    await expect.poll(async () => (await kept.read())?.state.stage).toBe("drive-lost");
    expect((await kept.read())?.held).toEqual([{ mode: "fsync", number: 97, elapsedNs: 9_000 }]);
    await guide.finish();
    expect(powerCutTest.judgedBy).toEqual({
      numbers: [{ mode: "fsync", number: 97 }],
      elapsedNs: 9_000,
    });
    expect(hosts).toEqual([]);
  });

  async function readyToFinish(): Promise<PowerCutGuideService> {
    const guide = await writingOver([stick], byComputer);
    await powerCutTest.losesDrive();
    await expect.poll(async () => (await kept.read())?.state.stage).toBe("drive-lost");
    powerCutTest.result = powerCutResult();
    return guide;
  }

  it("confirms to the engine the time of each of the two numbers that it reports", async () => {
    await writingOver([stick], byComputer);
    powerCutTest.acknowledges(41, 7_000);
    powerCutTest.acknowledges(97, 9_000);
    expect(powerCutTest.confirmedNs).toEqual([7_000, 9_000]);
  });

  it("asks how the power was cut, saves the answer and judges by the answer", async () => {
    const guide = await readyToFinish();
    expect(await guide.cutQuestion()).toEqual({
      shown: null,
      said: null,
      deeds: ["cable", "no-cut"],
    });
    await guide.say("cable");
    expect((await kept.read())?.deed).toBe("cable");
    const again = guideOver([stick]);
    await again.load();
    powerCutTest.view = { restarted: true, shown: { by: "usb-power-on", lostPower: true } };
    expect(await again.cutQuestion()).toEqual({
      shown: { by: "usb-power-on", lostPower: true },
      said: "cable",
      deeds: ["cable", "power-button", "battery", "plug", "no-cut"],
    });
    await again.finish();
    expect(powerCutTest.said).toBe("cable");
  });

  it("does not ask how the power was cut before the drive is back", async () => {
    const guide = await readyToFinish();
    rmSync(folder(), { recursive: true });
    await expect(guide.cutQuestion()).rejects.toThrow(/on no drive that is there/);
  });

  it("names an unreadable drive if the tested drive is not found", async () => {
    await readyToFinish();
    const broken = { ...stick, name: "BROKEN", mountPoint: path.join(folder(), "broken") };
    const place = path.join(broken.mountPoint, powerCutFolderName);
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, "plug-test.json"), "{}");
    failReading(path.join(place, "plug-test.json"), "EIO");
    rmSync(path.join(folder(), powerCutFolderName), { recursive: true });
    stick = { ...stick, totalBytes: 1 }; // another drive is at the mount point
    const again = guideOver([broken]);
    await again.load();
    await expect(again.cutQuestion()).rejects.toThrow(/could not read BROKEN/);
  });

  it("saves the report to the history before it saves the last step", async () => {
    const guide = await readyToFinish();
    await guide.finish();
    expect(reports).toMatchObject([{ test: powerCutResult(), engineVersion: "1.2.3" }]);
    expect(reports[0]?.folder).toBe(path.join(folder(), powerCutFolderName));
    expect((await kept.read())?.state.stage).toBe("finished");
  });

  it("keeps the result if the report cannot be saved", async () => {
    const guide = await readyToFinish();
    reportFault = new Error("ENOSPC: no space left on device");
    await expect(guide.finish()).rejects.toThrow(/could not be kept: ENOSPC/);
    expect(guide.current()).toMatchObject({ stage: "finished", result: powerCutResult() });
    expect((await kept.read())?.state.stage).toBe("finished");
  });
});

describe("the plug test guide, with a page as the witness,", () => {
  const witness = { kind: "page" as const, address: "192.168.1.23" };
  const request = { ...byComputer, witness };

  it("refuses an address that this computer does not have", async () => {
    const guide = guideOver([stick]);
    await expect(
      guide.open({ ...request, witness: { kind: "page", address: "10.1.2.3" } }),
    ).rejects.toThrow(/does not have that address/);
    expect(hosts).toEqual([]);
  });

  it("saves the port of the witness page and uses it again after a restart", async () => {
    const guide = guideOver([stick]);
    await guide.open(request);
    const [host] = hosts;
    const start = host?.requests[0];
    if (start?.type !== "start" || start.ticket.place.kind !== "page") {
      throw new Error("the witness was not started");
    }
    const place = { ...start.ticket.place, port: 31_999 };
    host?.says({ type: "ready", place, systemCall: null });
    await guide.prepare();
    guide.startWriting();
    await expect.poll(async () => (await kept.read())?.state.stage).toBe("writing");
    const again = guideOver([stick]);
    await again.load();
    expect(hosts[1]?.requests[0]).toMatchObject({
      type: "start",
      resuming: true,
      ticket: { place },
    });
  });

  it("sends the engine's numbers to the witness and counts only confirmed numbers", async () => {
    const guide = await writingOver([stick], request);
    powerCutTest.acknowledges(97, 9_000);
    const progress = {
      held: [{ mode: "fsync" as const, number: 41, elapsedNs: 7_000 }],
      connections: 1,
      confirmationMs: 30,
      unconfirmedMs: 20,
      keeps: "storage" as const,
    };
    hosts[0]?.says({ type: "progress", progress });
    // Of the only acknowledged number, 97, the witness first confirms nothing, then all: 9000 ns.
    hosts[0]?.says({
      type: "progress",
      progress: { ...progress, held: [{ mode: "fsync", number: 97, elapsedNs: 9_000 }] },
    });
    expect(powerCutTest.confirmedNs).toEqual([0, 9_000]);
    hosts[0]?.says({ type: "progress", progress });
    await powerCutTest.losesDrive();
    expect(hosts[0]?.requests.at(-1)).toEqual({ type: "stage", stage: "returned" });
    await expect.poll(async () => (await kept.read())?.held).toEqual(progress.held);
    expect(hosts[0]?.requests).toContainEqual({
      type: "acknowledged",
      current: "fsync",
      numbers: [{ mode: "fsync", number: 97 }],
      elapsedNs: 9_000,
    });
    await guide.finish();
    expect(powerCutTest.judgedBy?.numbers).toEqual([{ mode: "fsync", number: 41 }]);
  });

  it("refuses a second test while the first test is unfinished", async () => {
    const guide = guideOver([stick]);
    await guide.open(request);
    await guide.prepare();
    await expect(guide.open(request)).rejects.toThrow(/a plug test already/);
    expect(hosts).toHaveLength(1);
  });
});

describe("the plug test guide, with a file as the witness,", () => {
  const request = {
    volumeId: "nvme",
    modes,
    witness: { kind: "drive" as const, volumeId: "stick" },
  };
  const tested = () => {
    const own = path.join(folder(), "tested");
    mkdirSync(own, { recursive: true });
    return sampleVolume({ id: "nvme", mountPoint: own, directory: own });
  };

  it("refuses a file on the drive under test", async () => {
    const same = { ...stick, evidenceDevices: ["nvme0n1"] };
    const guide = guideOver([tested(), same]);
    await expect(guide.open(request)).rejects.toThrow(/on the drive under test/);
    expect(hosts).toEqual([]);
  });

  it("finds the file if its drive is mounted elsewhere after a restart", async () => {
    const guide = await writingOver([tested(), stick], request);
    const name = path.basename(guide.current()?.witness.file ?? "");
    const elsewhere = path.join(folder(), "mnt");
    mkdirSync(elsewhere);
    writeFileSync(path.join(elsewhere, name), "");
    const again = guideOver([{ ...stick, mountPoint: elsewhere, directory: elsewhere }]);
    await again.load();
    hosts.at(-1)?.says({
      type: "failed",
      fault: {
        code: "file-missing",
        statement: { code: "witness.file-missing", params: {} },
        syscall: "open",
        osCode: 2,
      },
    });
    await expect.poll(() => hosts.length).toBe(3);
    expect(hosts.at(-1)?.requests[0]).toMatchObject({
      resuming: true,
      ticket: { place: { kind: "drive", file: path.join(elsewhere, name) } },
    });
  });
});

describe("PowerCutGuideService.discard()", () => {
  async function written(): Promise<PowerCutGuideService> {
    const guide = await writingOver([stick], byComputer);
    powerCutTest.acknowledges(97, 9_000);
    await powerCutTest.losesDrive();
    await expect.poll(async () => (await kept.read())?.state.stage).toBe("drive-lost");
    return guide;
  }

  it("resumes an aborted removal of a test, which finish() meanwhile refuses to judge", async () => {
    const guide = await written();
    // A folder in the place of a file cannot be unlinked.
    const obstacle = path.join(folder(), powerCutFolderName, "fsync", "log");
    mkdirSync(obstacle, { recursive: true });
    await expect(guide.discard()).rejects.toThrow();
    // The stage does not change, so the page stays and shows the error beside its button for the
    // removal.
    expect(guide.current()?.stage).toBe("drive-lost");
    await expect(guide.finish()).rejects.toThrow(/removed already/);

    const again = guideOver([stick]);
    await again.load();
    expect(again.current()).toMatchObject({ stage: "removing", live: false });
    await expect(again.finish()).rejects.toThrow(/removed already/);
    rmSync(obstacle, { recursive: true });
    expect(await again.discard()).toBe(true);
    expect(again.current()).toBeNull();
    expect(await kept.read()).toBeNull();
    expect(existsSync(path.join(folder(), powerCutFolderName))).toBe(false);
  });

  it("leaves a folder that holds other files, which folderLeft() names until the person has deleted the folder", async () => {
    const guide = await written();
    const place = path.join(folder(), powerCutFolderName);
    writeFileSync(path.join(place, "letter.txt"), "mine");
    expect(await guide.folderLeft()).toBeNull();
    expect(await guide.discard()).toBe(false);
    expect(await guide.folderLeft()).toBe(place);
    rmSync(place, { recursive: true });
    expect(await guide.folderLeft()).toBeNull();
  });

  it("does not change the files of another test that now lie at the same path", async () => {
    const guide = await written();
    const place = path.join(folder(), powerCutFolderName);
    const own = await stateFileIn(place).read();
    if (!own) {
      throw new Error("nothing was kept beside the files");
    }
    await stateFileIn(place).save({ ...own, plan: { ...own.plan, testId: "ffffffff-ffff" } });
    await guide.discard();
    expect((await stateFileIn(place).read())?.plan.testId).toBe("ffffffff-ffff");
    expect(guide.current()).toBeNull();
    expect(await kept.read()).toBeNull();
  });
});

describe("the plug test guide, beside the command line,", () => {
  const place = () => path.join(folder(), powerCutFolderName);

  /**
   * Runs the command line for the same drive, without reading the drive back; the result is a loss.
   */
  function onCommandLine(line: string): { code: Promise<number>; powerCutTest: FakePowerCutTest } {
    const fake = new FakePowerCutTest(powerCutStore(null));
    fake.result = powerCutResult();
    const options = parseCommandLine(line.split(" "), folder(), "linux") as PowerCutOptions;
    const code = powerCutCommand(options, stick, {
      powerCutTest: fake as unknown as PowerCutService,
      makePowerCutReport: async () => sampleReport(),
      print: async () => new Uint8Array(),
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      onInterrupt: () => undefined,
    });
    return { code, powerCutTest: fake };
  }

  it("shows the result of its test after the command line has finished the test", async () => {
    const guide = await writingOver([stick], byComputer);
    await powerCutTest.losesDrive();
    await guide.close();
    const { code, powerCutTest: read } = onCommandLine("--plug-test finish --acknowledged fsync=1");
    expect(await code).toBe(exitCodes.driveFault);
    expect(read.judgedBy?.numbers).toEqual([{ mode: "fsync", number: 1 }]);
    await kept.remove();
    const again = guideOver([stick]);
    expect(await again.found("stick")).toMatchObject({ folder: place(), offer: "show" });
    await again.resume("stick");
    expect(again.current()).toMatchObject({ stage: "finished", result: powerCutResult() });
  });

  it("finishes a test that the command line wrote, without the numbers of a witness, and removes its files", async () => {
    const { code, powerCutTest: written } = onCommandLine("--plug-test start --modes fsync");
    await written.losesDrive();
    expect(await code).toBe(exitCodes.driveFault);
    const guide = guideOver([stick]);
    expect(await guide.found("stick")).toMatchObject({ folder: place(), offer: "finish" });
    await guide.resume("stick");
    expect(guide.current()).toMatchObject({ live: false, witnessLost: true });
    // From now on the test is also recorded for the next start.
    expect(await guide.found("stick")).toBeNull();
    expect((await kept.read())?.witnessLost).toBe(true);
    powerCutTest.result = powerCutResult();
    await guide.finish();
    expect(powerCutTest.judgedBy).toEqual({ numbers: [], elapsedNs: null });
    expect(reports).toMatchObject([{ test: powerCutResult(), folder: place() }]);
    expect((await stateFileIn(place()).read())?.stage).toBe("finished");
    expect(await guide.discard()).toBe(true);
    expect(existsSync(place())).toBe(false);
  });
});

it('the plug test guide sends the stage "finished" to a waiting witness page after a restart', async () => {
  const witness = { kind: "page", address: "192.168.1.23" } as const;
  await writingOver([stick], { volumeId: "stick", modes, witness });
  const record = (await kept.read()) as GuideRecord;
  await kept.save({
    ...record,
    state: { ...record.state, stage: "finished", result: powerCutResult() },
  });
  const again = guideOver([stick]);
  await again.load();
  expect(again.current()?.stage).toBe("finished");
  expect(hosts.at(-1)?.requests).toMatchObject([
    { type: "start", resuming: true },
    { type: "stage", stage: "finished" },
  ]);
});
