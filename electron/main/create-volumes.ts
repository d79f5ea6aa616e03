import type { SpawnEngine } from "./hosts/engine-process";
import { VolumeService } from "./volumes/volume-service";
import type { DeviceChanges } from "./volumes/windows";

/**
 * Creates the service that lists volumes. Only Windows needs an engine host for that, so the code
 * that starts the host is loaded on demand and does not delay the first screen on other systems.
 */
export function createVolumes(
  spawnEngine: SpawnEngine,
  deviceChanges?: DeviceChanges,
): VolumeService {
  const askWindows = async () => {
    const { askWindowsVolumes } = await import("./hosts/windows-volumes");
    return askWindowsVolumes(spawnEngine);
  };
  return new VolumeService(undefined, undefined, deviceChanges, askWindows);
}
