import type { SpawnEngine } from "./hosts/engine-process";
import { VolumeService } from "./volumes/volume-service";
import type { DeviceChanges } from "./volumes/windows";

/**
 * Lists this computer's volumes; on Windows through an engine host, which is loaded for it: the first
 * screen of the other systems need not wait for that.
 */
export function createVolumes(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
  deviceChanges?: DeviceChanges,
): VolumeService {
  const askWindows = async () => {
    const { askWindowsVolumes } = await import("./hosts/windows-volumes");
    return askWindowsVolumes(nativeDirectory, spawnEngine);
  };
  return new VolumeService(undefined, undefined, deviceChanges, askWindows);
}
