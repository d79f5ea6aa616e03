import packageJson from "../../package.json";
import type { SpawnEngine } from "./engine-process";
import { environmentWarnings, readHostFacts } from "./host-facts";
import { InspectionService } from "./inspection-service";
import { acquireRunLock } from "./run-lock";
import { mountWarnings } from "./volumes/mount-warnings";

export const appName = packageJson.productName;
export const appVersion = packageJson.version;

/** The inspection service with everything real; the window and the command line share it. */
export function createInspection(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
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
  });
}
