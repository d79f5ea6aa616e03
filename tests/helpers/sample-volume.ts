import { unknownDrive, type Volume } from "#contract/volume";

/** An ordinary laptop volume that can be tested. */
export function sampleVolume(changes: Partial<Volume> = {}): Volume {
  return {
    id: "dev-259-2",
    name: "Samsung SSD 990 PRO",
    directory: "/home/ada",
    chosen: false,
    system: true,
    untestable: null,
    evidenceDevices: ["nvme0n1"],
    followedDevices: [],
    diskDevices: [],
    physicalDisks: [],
    mountPoint: "/",
    fileSystem: "ext4",
    mountOptions: "rw,relatime",
    device: "/dev/nvme0n1p2",
    totalBytes: 1_000_000_000_000,
    freeBytes: 400_000_000_000,
    encryption: "none",
    drive: {
      ...unknownDrive,
      model: "Samsung SSD 990 PRO 1TB",
      kind: "nvme",
      bus: "nvme",
      removable: false,
    },
    writeCache: "write-back",
    flushesTurnedOff: null,
    scheduler: "none",
    lowerMounts: [],
    ...changes,
  };
}
