import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { operatingSystemOf } from "#contract/flush-mode";
import type { GuideRecord } from "#contract/power-cut/state";
import { setAsideTitles } from "#text/screens/data-notices";
import packageJson from "../../package.json";
import { DurableFile } from "./files/durable-file";
import { HealthReader } from "./health/read-health";
import { windowsHealthReader } from "./health/windows-health";
import type { SpawnEngine } from "./hosts/engine-process";
import { readComputer } from "./inspection/computer-facts";
import { environmentWarnings, isTranslated } from "./inspection/environment-warnings";
import type { FactReaders } from "./inspection/facts";
import { nodeHostAccess, readHostFacts as readFacts } from "./inspection/host-facts";
import { InspectionService } from "./inspection/inspection-service";
import { noPowerCutTests } from "./inspection/known-power-cut-tests";
import { Leftovers, type LeftoversOptions, unfinishedFoldersSchema } from "./inspection/leftovers";
import { type AcquireLock, acquireRunLock } from "./inspection/run-lock";
import { currentBoot } from "./power-cut/current-boot";
import { powerCutFilesRemover } from "./power-cut/files";
import { powerSigns } from "./power-cut/power-signs";
import { RemovedPowerCutTests, removedPowerCutTestsSchema } from "./power-cut/removed-tests";
import {
  type MakePowerCutReport,
  type PowerCutReportParts,
  powerCutReportMaker,
} from "./power-cut/report";
import { PowerCutService } from "./power-cut/service";
import { PowerCutStore } from "./power-cut/store";
import { mountWarnings } from "./volumes/mount-warnings";
import { nodeSystemAccess } from "./volumes/system-access";
import { isSystems } from "./volumes/system-volumes";
import type { VolumeService } from "./volumes/volume-service";

export const appName = packageJson.productName;
export const appVersion = packageJson.version;

/** Whether a battery powers the computer; `null` on plain Node, which cannot report this. */
async function onBattery(): Promise<boolean | null> {
  if (process.type !== "browser") {
    return null;
  }
  const { powerMonitor } = await import("electron");
  return powerMonitor.onBatteryPower;
}

/**
 * Calls back when the system announces sleep; on plain Node, which receives no notice, never: the
 * engine's clocks alone then show sleep.
 */
async function onSleepAnnounced(listener: () => void): Promise<void> {
  if (process.type === "browser") {
    const { powerMonitor } = await import("electron");
    powerMonitor.on("suspend", listener);
  }
}

/** Whether Windows on ARM or macOS translates this x64 program; Electron reports both. */
async function translated(): Promise<boolean | null> {
  if (process.type !== "browser") {
    return isTranslated();
  }
  const { app } = await import("electron");
  return app.runningUnderARM64Translation;
}

const readHostFacts = () => readFacts(nodeHostAccess(onBattery));

/**
 * Creates the services that the window and the command line share. `folder` stores the list of
 * unfinished runs and the log of removed plug tests (`null`: neither). `record` is the file in
 * which the window keeps its plug test.
 */
export function createProgram(
  spawnEngine: SpawnEngine,
  volumes: VolumeService,
  folder: string | null,
  record?: DurableFile<GuideRecord>,
) {
  const health = new HealthReader(windowsHealthReader(spawnEngine));
  const leftovers = createLeftovers(spawnEngine, folder);
  const inspection = createInspection(spawnEngine, leftovers, health, volumes);
  const powerCutTest = createPowerCutService(spawnEngine, volumes, leftovers, folder, record);
  void onSleepAnnounced(() => inspection.sleepAnnounced());
  return { health, leftovers, inspection, powerCutTest };
}

function factReaders(health: HealthReader): FactReaders {
  return {
    app: { name: appName, version: appVersion },
    readHost: readHostFacts,
    readComputer: () => readComputer(),
    readHealth: (volume) => health.read(volume),
    readFlushesTurnedOff: (volume) => health.flushesTurnedOff(volume),
  };
}

/** The inspection service with its real dependencies. */
export function createInspection(
  spawnEngine: SpawnEngine,
  leftovers: Leftovers,
  health: HealthReader,
  volumes: Pick<VolumeService, "describeFolder">,
): InspectionService {
  const describeFolder = (directory: string) => volumes.describeFolder(directory);
  return new InspectionService({
    ...factReaders(health),
    spawnEngine,
    readWarnings: async (host, volume) => [
      ...mountWarnings(volume),
      ...(await environmentWarnings(host, undefined, translated)),
    ],
    acquireLock: lockAfter(leftovers, spawnEngine),
    leftovers,
    describeFolder,
    isSystems: (volume) => isSystems(volume, describeFolder),
  });
}

/** The service that finds files of killed runs; `folder` as for `createProgram`. */
export function createLeftovers(spawnEngine: SpawnEngine, folder: string | null): Leftovers {
  return new Leftovers({
    spawnEngine,
    // Does not wait for the lock: if another run is measuring now, the next start of the program
    // searches.
    acquireLock: () => acquireRunLock({ spawnEngine, waitMs: 0 }),
    store: folder === null ? null : unfinishedListIn(folder),
  });
}

/** The list of folders of inspections that have begun and not ended. */
export function unfinishedFile(folder: string) {
  const file = path.join(folder, "unfinished-inspections.json");
  return new DurableFile(file, unfinishedFoldersSchema, true);
}

/** Renames an unreadable list before a save would overwrite it. */
function unfinishedListIn(folder: string): LeftoversOptions["store"] {
  const what = "unfinished-inspections";
  const file = unfinishedFile(folder);
  const read = async () => {
    const { value, setAside } = await file.readOrSetAside(what);
    if (setAside !== null) {
      console.error(`${setAsideTitles[what]()}: ${setAside.keptAs ?? setAside.path}`);
    }
    return value;
  };
  return { read, save: (folders) => file.save(folders) };
}

/** Aborts a running search for files of killed runs, so that no new run waits for its lock. */
function lockAfter(leftovers: Leftovers, spawnEngine: SpawnEngine): AcquireLock {
  return async (onLost) => {
    await leftovers.stopSweeping();
    return acquireRunLock({ spawnEngine }, onLost);
  };
}

function createPowerCutService(
  spawnEngine: SpawnEngine,
  volumes: VolumeService,
  leftovers: Leftovers,
  folder: string | null,
  record: DurableFile<GuideRecord> | null = null,
): PowerCutService {
  const log =
    folder === null
      ? null
      : new DurableFile(
          path.join(folder, "removed-plug-tests.json"),
          removedPowerCutTestsSchema,
          true,
        );
  return new PowerCutService({
    os: operatingSystemOf(process.platform),
    spawnEngine,
    acquireLock: lockAfter(leftovers, spawnEngine),
    store: new PowerCutStore({
      record,
      removeFiles: powerCutFilesRemover(spawnEngine),
      removed: new RemovedPowerCutTests(log),
    }),
    powerSigns: powerSigns({
      describeFolder: (directory) => volumes.describeFolder(directory),
      system: nodeSystemAccess(),
      virtualMachine: async () => (await readHostFacts()).virtualMachine,
      clock: { nowMs: () => performance.now(), sleep },
    }),
    currentBoot: () => currentBoot(),
  });
}

export function createPowerCutReport(
  volumes: VolumeService,
  health: HealthReader,
  earlierTests: PowerCutReportParts["earlierTests"] = async () => noPowerCutTests,
): MakePowerCutReport {
  return powerCutReportMaker({
    ...factReaders(health),
    describeFolder: (directory) => volumes.describeFolder(directory),
    earlierTests,
  });
}
