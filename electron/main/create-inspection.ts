import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { operatingSystemOf } from "#contract/flush-mode";
import packageJson from "../../package.json";
import { DurableFile } from "./files/durable-file";
import { makeFolderDurably } from "./files/durable-write";
import { HealthReader } from "./health/read-health";
import { windowsHealthReader } from "./health/windows-health";
import type { SpawnEngine } from "./hosts/engine-process";
import { askWindowsVolumes } from "./hosts/windows-volumes";
import { readComputer } from "./inspection/computer-facts";
import { environmentWarnings, isTranslated } from "./inspection/environment-warnings";
import { nodeHostAccess, readHostFacts as readFacts } from "./inspection/host-facts";
import { InspectionService } from "./inspection/inspection-service";
import { noPowerCutTests } from "./inspection/known-power-cut-tests";
import { Leftovers, unfinishedFoldersSchema } from "./inspection/leftovers";
import { type AcquireLock, acquireRunLock } from "./inspection/run-lock";
import { currentBoot } from "./power-cut/current-boot";
import { keepBesideFiles, powerCutFilesRemover, removePowerCutFolder } from "./power-cut/files";
import { powerSigns } from "./power-cut/power-signs";
import { RemovedPowerCutTests, removedPowerCutTestsSchema } from "./power-cut/removed-tests";
import {
  type MakePowerCutReport,
  type PowerCutReportParts,
  powerCutReportMaker,
} from "./power-cut/report";
import { type PowerCutDependencies, PowerCutService } from "./power-cut/service";
import { mountWarnings } from "./volumes/mount-warnings";
import { nodeSystemAccess } from "./volumes/system-access";
import { isSystems } from "./volumes/system-volumes";
import { VolumeService } from "./volumes/volume-service";
import type { DeviceChanges } from "./volumes/windows";

export const appName = packageJson.productName;
export const appVersion = packageJson.version;

/** Where this is Electron's main process; the command line on plain Node has no such answer. */
async function onBattery(): Promise<boolean | null> {
  if (process.type !== "browser") {
    return null;
  }
  const { powerMonitor } = await import("electron");
  return powerMonitor.onBatteryPower;
}

/** Windows on ARM translates programs for Intel, and so do Macs; Electron knows it of both. */
async function translated(): Promise<boolean | null> {
  if (process.type !== "browser") {
    return isTranslated();
  }
  const { app } = await import("electron");
  return app.runningUnderARM64Translation;
}

const readHostFacts = () => readFacts(nodeHostAccess(onBattery));

/** What drives say of themselves; Windows is asked by an engine host. */
export function createHealthReader(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
): HealthReader {
  return new HealthReader(windowsHealthReader(nativeDirectory, spawnEngine));
}

/** The volumes of this computer; Windows is asked by an engine host. */
export function createVolumes(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
  deviceChanges?: DeviceChanges,
): VolumeService {
  const askWindows = () => askWindowsVolumes(nativeDirectory, spawnEngine);
  return new VolumeService(undefined, undefined, deviceChanges, askWindows);
}

/** The inspection service with everything real; the window and the command line share it. */
export function createInspection(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
  leftovers: Leftovers,
  health: HealthReader,
  volumes: Pick<VolumeService, "describeFolder">,
): InspectionService {
  const describeFolder = (directory: string) => volumes.describeFolder(directory);
  return new InspectionService({
    app: { name: appName, version: appVersion },
    nativeDirectory,
    spawnEngine,
    readHost: readHostFacts,
    readComputer: () => readComputer(),
    readHealth: (volume) => health.read(volume),
    readFlushesTurnedOff: (volume) => health.flushesTurnedOff(volume),
    readWarnings: async (host, volume) => [
      ...mountWarnings(volume),
      ...(await environmentWarnings(host, undefined, translated)),
    ],
    acquireLock: lockAfter(leftovers, nativeDirectory, spawnEngine),
    leftovers,
    describeFolder,
    isSystems: (volume) => isSystems(volume, describeFolder),
  });
}

/** What runs that were killed have left; remembered in `folder`, `null`: nowhere. */
export function createLeftovers(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
  folder: string | null,
): Leftovers {
  return new Leftovers({
    spawnEngine,
    nativeDirectory,
    // Without waiting: where somebody is measuring, the next start looks.
    acquireLock: () => acquireRunLock({ spawnEngine, nativeDirectory, waitMs: 0 }),
    store: folder === null ? null : fileIn(folder, unfinishedName, unfinishedFoldersSchema),
  });
}

/** The file in `folder` that names the folders in which a run has begun and not ended. */
export function unfinishedFile(folder: string) {
  return new DurableFile(path.join(folder, unfinishedName), unfinishedFoldersSchema);
}

const unfinishedName = "unfinished-inspections.json";

/** A file in a folder that is made for it. */
function fileIn<T>(folder: string, name: string, schema: z.ZodType<T>) {
  const file = new DurableFile(path.join(folder, name), schema);
  return {
    read: () => file.read(),
    look: () => file.look(),
    save: async (value: T) => {
      await makeFolderDurably(folder, { mode: 0o700, mayExist: true });
      await file.save(value);
    },
  };
}

/** What is still being looked for from an earlier run does not keep a new one waiting. */
function lockAfter(
  leftovers: Leftovers,
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
): AcquireLock {
  return async (onLost) => {
    await leftovers.stopSweeping();
    return acquireRunLock({ spawnEngine, nativeDirectory }, onLost);
  };
}

/** Removes the folder of a plug test, remembered as such; tells whether it is gone. */
export function createPowerCutRemoval(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
  removed: RemovedPowerCutTests,
): (folder: string) => Promise<boolean> {
  const removeFiles = powerCutFilesRemover(nativeDirectory, spawnEngine);
  return (folder) => removePowerCutFolder(folder, removeFiles, removed);
}

/** The plug tests that were removed; remembered in `folder`, `null`: nowhere. */
export function createRemovedPowerCutTests(folder: string | null): RemovedPowerCutTests {
  return new RemovedPowerCutTests(
    folder === null ? null : fileIn(folder, "removed-plug-tests.json", removedPowerCutTestsSchema),
  );
}

/** The plug test; unless told otherwise its state lies beside its files. */
export function createPowerCutService(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
  volumes: VolumeService,
  leftovers: Leftovers,
  removed: RemovedPowerCutTests,
  keeping?: Pick<PowerCutDependencies, "announce" | "keep" | "discard">,
): PowerCutService {
  const removeFolder = createPowerCutRemoval(nativeDirectory, spawnEngine, removed);
  return new PowerCutService({
    os: operatingSystemOf(process.platform),
    nativeDirectory,
    spawnEngine,
    acquireLock: lockAfter(leftovers, nativeDirectory, spawnEngine),
    removeFolder,
    removed,
    powerSigns: powerSigns({
      describeFolder: (directory) => volumes.describeFolder(directory),
      system: nodeSystemAccess(),
      virtualMachine: async () => (await readHostFacts()).virtualMachine,
      clock: { nowMs: () => performance.now(), sleep: (milliseconds) => sleep(milliseconds) },
    }),
    currentBoot: () => currentBoot(),
    ...(keeping ?? {
      keep: keepBesideFiles,
      discard: async (folder) => folder === null || removeFolder(folder),
    }),
  });
}

/** The report of a finished plug test. */
export function createPowerCutReport(
  volumes: VolumeService,
  health: HealthReader,
  earlierTests: PowerCutReportParts["earlierTests"] = async () => noPowerCutTests,
): MakePowerCutReport {
  return powerCutReportMaker({
    app: { name: appName, version: appVersion },
    readHost: readHostFacts,
    readComputer: () => readComputer(),
    readHealth: (volume) => health.read(volume),
    readFlushesTurnedOff: (volume) => health.flushesTurnedOff(volume),
    describeFolder: (directory) => volumes.describeFolder(directory),
    earlierTests,
  });
}
