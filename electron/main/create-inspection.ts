import path from "node:path";
import packageJson from "../../package.json";
import { operatingSystemOf } from "../contract/flush-mode";
import { currentBoot } from "./current-boot";
import type { SpawnEngine } from "./engine-process";
import { environmentWarnings } from "./environment-warnings";
import { readHostFacts } from "./host-facts";
import { InspectionService } from "./inspection-service";
import { Leftovers } from "./leftovers";
import { type MakePlugReport, type PlugReportParts, plugReportMaker } from "./plug-report";
import { keepBesideFiles, removePlugFolder } from "./power-cut-files";
import { type PlugTestDependencies, PlugTestService } from "./power-cut-service";
import { acquireRunLock } from "./run-lock";
import { mountWarnings } from "./volumes/mount-warnings";
import { nodeSystemAccess } from "./volumes/system-access";
import { readUnsafeShutdowns } from "./volumes/unsafe-shutdowns";
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
    acquireLock: () => acquireRunLock(),
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
    acquireLock: () => acquireRunLock(),
    readUnsafeShutdowns: (folder) => counterOf(folder, volumes),
    currentBoot: () => currentBoot(),
    ...keeping,
  });
}

/** The report of a finished plug test. */
export function createPlugReport(
  volumes: VolumeService,
  earlierTests: PlugReportParts["earlierTests"] = async () => [],
): MakePlugReport {
  return plugReportMaker({
    app: { name: appName, version: appVersion },
    readHost: readHostFacts,
    describeFolder: (directory) => volumes.describeFolder(directory),
    earlierTests,
  });
}

async function counterOf(folder: string, volumes: VolumeService): Promise<number | null> {
  try {
    const volume = await volumes.describeFolder(path.dirname(folder));
    return await readUnsafeShutdowns(volume, nodeSystemAccess());
  } catch {
    // The counter is a witness more and no condition: a volume that cannot be described has none.
    return null;
  }
}
