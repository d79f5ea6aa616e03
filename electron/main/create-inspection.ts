import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import packageJson from "../../package.json";
import { operatingSystemOf } from "../contract/flush-mode";
import { currentBoot } from "./current-boot";
import type { SpawnEngine } from "./engine-process";
import { environmentWarnings } from "./environment-warnings";
import { readHostFacts } from "./host-facts";
import { InspectionService } from "./inspection-service";
import { noPlugTests } from "./known-plug-tests";
import { Leftovers } from "./leftovers";
import { type MakePlugReport, type PlugReportParts, plugReportMaker } from "./plug-report";
import { powerSigns } from "./power-cut/power-signs";
import { keepBesideFiles, removePlugFolder } from "./power-cut-files";
import { type PlugTestDependencies, PlugTestService } from "./power-cut-service";
import { acquireRunLock } from "./run-lock";
import { mountWarnings } from "./volumes/mount-warnings";
import { nodeSystemAccess } from "./volumes/system-access";
import type { VolumeService } from "./volumes/volume-service";

export const appName = packageJson.productName;
export const appVersion = packageJson.version;

/** The inspection service with everything real; the window and the command line share it. */
export function createInspection(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
  leftovers = new Leftovers({ spawnEngine, nativeDirectory, store: null }),
): InspectionService {
  return new InspectionService({
    app: { name: appName, version: appVersion },
    nativeDirectory,
    spawnEngine,
    readHost: readHostFacts,
    readWarnings: async (host, volume) => [
      ...mountWarnings(volume),
      ...(await environmentWarnings(host)),
    ],
    acquireLock: () => acquireRunLock({ spawnEngine, nativeDirectory }),
    leftovers,
  });
}

/** The plug test; unless told otherwise its state lies beside its files. */
export function createPlugTest(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
  volumes: VolumeService,
  keeping: Pick<PlugTestDependencies, "announce" | "keep" | "discard"> = {
    keep: keepBesideFiles,
    discard: async (folder) => folder === null || removePlugFolder(folder),
  },
): PlugTestService {
  return new PlugTestService({
    os: operatingSystemOf(process.platform),
    nativeDirectory,
    spawnEngine,
    acquireLock: () => acquireRunLock({ spawnEngine, nativeDirectory }),
    powerSigns: powerSigns({
      describeFolder: (directory) => volumes.describeFolder(directory),
      system: nodeSystemAccess(),
      virtualMachine: async () => (await readHostFacts()).virtualMachine,
      clock: { nowMs: () => performance.now(), sleep: (milliseconds) => sleep(milliseconds) },
    }),
    currentBoot: () => currentBoot(),
    ...keeping,
  });
}

/** The report of a finished plug test. */
export function createPlugReport(
  volumes: VolumeService,
  earlierTests: PlugReportParts["earlierTests"] = async () => noPlugTests,
): MakePlugReport {
  return plugReportMaker({
    app: { name: appName, version: appVersion },
    readHost: readHostFacts,
    describeFolder: (directory) => volumes.describeFolder(directory),
    earlierTests,
  });
}
