import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operatingSystemOf } from "#contract/flush-mode";
import { type GuideRecord, guideRecordSchema, type PowerCutGuide } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import type { WitnessRequest } from "#contract/power-cut/witness";
import { HistoryFolder } from "../../electron/history-host/history-folder";
import { createPowerCutReport } from "../../electron/main/create-inspection";
import { DurableFile } from "../../electron/main/files/durable-file";
import { HealthReader } from "../../electron/main/health/read-health";
import { windowsHealthReader } from "../../electron/main/health/windows-health";
import { type EngineProcess, nodeEngine } from "../../electron/main/hosts/engine-process";
import { currentBoot } from "../../electron/main/power-cut/current-boot";
import { powerCutFilesRemover } from "../../electron/main/power-cut/files";
import { PowerCutGuideService } from "../../electron/main/power-cut/guide";
import { RemovedPowerCutTests } from "../../electron/main/power-cut/removed-tests";
import { PowerCutService } from "../../electron/main/power-cut/service";
import { PowerCutStore } from "../../electron/main/power-cut/store";
import { VolumeService } from "../../electron/main/volumes/volume-service";
import { HistoryStore } from "../../electron/main/window/history-store";
import { fakeSigns } from "../helpers/fake-power-signs";
import { folderOfEach } from "../helpers/folders";
import { waitFor } from "../helpers/wait-for";
import { browserOfAll, passTime, untilHeadline } from "../helpers/witness-browser/open-browser";

/**
 * The whole plug test without a power cut: real engine, real files, real witness host, and a real
 * browser in place of the phone. Instead of a power cut, all processes of the program are killed at
 * once and the program starts again with what it has saved.
 */

const root = path.resolve(__dirname, "../..");
const volumes = new VolumeService();
const address = { address: "127.0.0.1", adapter: "lo" };

const phone = browserOfAll();
const folder = folderOfEach();
const keptIn = folderOfEach();
let kept: string;
let started: { children: EngineProcess<never>[]; record: MortalFile }[];

/**
 * A file whose saves never take effect after the death of the program: pending promises never
 * resolve.
 */
class MortalFile extends DurableFile<GuideRecord> {
  isDead = false;

  override save(record: GuideRecord): Promise<void> {
    const saved = this.isDead ? Promise.resolve() : super.save(record);
    return new Promise((resolve, reject) => {
      // A save that is running when the power is cut never resolves either.
      saved.then(
        () => this.isDead || resolve(),
        (error) => this.isDead || reject(error),
      );
    });
  }
}

beforeEach(() => {
  kept = path.join(keptIn(), "plug-test.json");
  started = [];
});
afterEach(async () => {
  cutPower();
  await phone.page.goto("about:blank");
});

/** The reports of earlier inspections lie in the same folder as the record of the plug test. */
const history = () => new HistoryStore(path.join(keptIn(), "inspections"), new HistoryFolder());

/** Starts the program anew; it knows only what an earlier run has saved. */
async function startProgram(addresses = [address]): Promise<PowerCutGuideService> {
  const children: EngineProcess<never>[] = [];
  const record = new MortalFile(kept, guideRecordSchema);
  const remembering =
    <R>(spawn: () => EngineProcess<R>) =>
    () => {
      const child = spawn();
      children.push(child);
      return child;
    };
  const spawnEngine = remembering(nodeEngine(path.join(root, "out/main/engine-host.cjs")));
  const makeReport = createPowerCutReport(
    volumes,
    new HealthReader(windowsHealthReader(spawnEngine)),
  );
  const guide = new PowerCutGuideService({
    powerCutTest: new PowerCutService({
      os: operatingSystemOf(process.platform),
      spawnEngine,
      acquireLock: async () => () => undefined,
      currentBoot: () => currentBoot(),
      powerSigns: fakeSigns(),
      store: new PowerCutStore({
        record,
        removeFiles: powerCutFilesRemover(spawnEngine),
        removed: new RemovedPowerCutTests(null),
      }),
    }),
    spawnWitness: remembering(
      nodeEngine<WitnessRequest>(path.join(root, "out/main/witness-host.cjs")),
    ),
    listVolumes: async () => [],
    currentVolume: () => volumes.describeFolder(folder()),
    describeFolder: (directory) => volumes.describeFolder(directory),
    keepReport: async (finished) => history().save(await makeReport(finished)),
    keepingProblem: async () => null,
    addresses: async () => addresses,
    onChange: () => undefined,
  });
  await guide.load();
  started.push({ children, record });
  return guide;
}

/** Kills every process of the program at once, without any farewell message. */
function cutPower(): void {
  for (const { children, record } of started) {
    record.isDead = true;
    for (const child of children) {
      child.kill();
    }
  }
}

async function open(guide: PowerCutGuideService): Promise<string> {
  await guide.open({
    volumeId: "any",
    modes: [
      { mode: "none", label: "Write, not confirmed" },
      { mode: "fsync", label: "Confirm the whole file" },
    ],
    witness: { kind: "page", address: address.address },
  });
  return until(guide, "the page", ({ witness }) => witness.url);
}

function until<T>(
  guide: PowerCutGuideService,
  what: string,
  ask: (picture: PowerCutGuide) => T | null | false,
): Promise<T> {
  return waitFor(what, () => {
    const picture = guide.current();
    return picture && ask(picture);
  });
}

/**
 * Opens the witness page, makes the files and writes until the witness has confirmed numbers of
 * both modes.
 */
async function writeWitnessed(guide: PowerCutGuideService): Promise<void> {
  await phone.page.goto(await open(guide));
  await until(guide, "the phone", ({ witness }) => witness.progress.connections === 1);
  await guide.prepare();
  guide.startWriting();
  await until(guide, "numbers of both modes", ({ witness }) => witness.progress.held.length === 2);
  guide.askForCut();
}

const heldOf = (picture: PowerCutGuide) =>
  Object.fromEntries(picture.held.map(({ mode, number }) => [mode, number]));

describe("the plug test", () => {
  it("continues after all its processes were killed, connects to the phone again and judges by the phone's numbers", async () => {
    const before = await startProgram();
    await writeWitnessed(before);
    await untilHeadline(phone.page, /^Now: cut the power$/);
    cutPower();
    const atCut = before.current()?.witness.progress.held ?? [];

    const after = await startProgram();
    expect(after.current()).toMatchObject({ stage: "writing", live: false });
    await until(after, "the numbers", ({ held }) => held.length === 2);
    const held = heldOf(after.current() as PowerCutGuide);
    // The phone may hold higher numbers than those whose confirmation reached the program, but
    // never lower ones.
    for (const { mode, number } of atCut) {
      expect(held[mode]).toBeGreaterThanOrEqual(number);
    }
    expect(after.current()?.witness.isAtKnownAddress).toBe(true);

    await after.finish();
    const picture = after.current() as PowerCutGuide;
    expect(picture.stage).toBe("finished");
    for (const { mode, counts, failed } of picture.result?.modes ?? []) {
      // Records on the drive may prove that the program wrote more than it reported to the phone.
      expect(counts.acknowledged).toBeGreaterThanOrEqual(held[mode] ?? 0);
      // Only processes were killed, so everything that the operating system had accepted is still
      // there.
      expect(failed).toBe(0);
    }
    expect(picture.result?.modes).toHaveLength(2);
    const [report, ...others] = (await history().list()).entries;
    expect(report).toMatchObject({ runId: picture.testId, kind: "plug-test", mark: "open" });
    expect(others).toEqual([]);
    await untilHeadline(phone.page, /^Done$/);
    expect(await after.discard()).toBe(true);
    expect(after.current()).toBeNull();
    expect(readdirSync(folder())).toEqual([]);
    expect(existsSync(kept)).toBe(false);
  });

  it("keeps the phone's numbers if the program ends a second time", async () => {
    const before = await startProgram();
    await writeWitnessed(before);
    cutPower();
    const second = await startProgram();
    await until(second, "the numbers", ({ held }) => held.length === 2);
    const held = heldOf(second.current() as PowerCutGuide);
    await waitFor(
      "it to be kept",
      async () => (await new DurableFile(kept, guideRecordSchema).read())?.held.length === 2,
    );
    cutPower();
    await phone.page.goto("about:blank");
    const third = await startProgram();
    expect(heldOf(third.current() as PowerCutGuide)).toEqual(held);
    await third.discard();
  });

  it("reports that its network address is missing, and accepts a typed number at another address", async () => {
    const before = await startProgram();
    await writeWitnessed(before);
    cutPower();
    await passTime(phone.page, 6500);
    await untilHeadline(phone.page, /^No word/);
    const shown = {
      number: await phone.page.locator("#largest .number").textContent(),
      word: await phone.page.locator("#largest .word").textContent(),
      label: await phone.page.locator("#largest .label").textContent(),
    };
    await phone.page.goto("about:blank");
    const after = await startProgram();
    // 192.0.2.77 is reserved for documentation and belongs to no adapter, as if the network were
    // missing.
    after.meetAt("192.0.2.77");
    await until(after, "the fault", ({ witness }) => witness.fault?.code === "address-gone");
    after.meetAt(process.platform === "linux" ? "127.0.0.3" : "127.0.0.1");
    await until(after, "the page", ({ witness }) => witness.phase === "ready");
    const typed = {
      mode: shown.label === "Write, not confirmed" ? ("none" as const) : ("fsync" as const),
      number: Number(shown.number?.replace(/\s/g, "")),
      checkWord: shown.word?.replace("check word: ", "") ?? "",
    };
    expect(await after.enterTyped({ ...typed, number: typed.number + 1 })).toBe(false);
    expect(await after.enterTyped(typed)).toBe(true);
    await until(after, "the typed number", ({ held }) => held.length === 1);
    expect(heldOf(after.current() as PowerCutGuide)).toEqual({ [typed.mode]: typed.number });
    await after.discard();
  });

  it("leaves no file behind if it is stopped before it writes", async () => {
    const guide = await startProgram();
    await open(guide);
    await guide.prepare();
    expect(readdirSync(folder())).toEqual([powerCutFolderName]);
    await guide.stop();
    expect(guide.current()).toBeNull();
    expect(readdirSync(folder())).toEqual([]);
    expect(existsSync(kept)).toBe(false);
  });

  it("refuses to finish if its folder is missing, and reports no loss", async () => {
    const before = await startProgram();
    await writeWitnessed(before);
    cutPower();
    const after = await startProgram();
    await until(after, "the numbers", ({ held }) => held.length === 2);
    rmSync(folder(), { recursive: true });
    await expect(after.finish()).rejects.toThrow(/on no drive that is there/);
    expect(after.current()?.result).toBeNull();
  });
});
