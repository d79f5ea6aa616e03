import type { Report } from "#contract/report";
import { unknownDrive, type Volume } from "#contract/volume";
import { tooLittleSpace, untestableReasons } from "../../../electron/main/volumes/testability";
import { sampleVolume } from "../sample-volume";

/** One volume of every kind, and one for every reason that a volume cannot be tested. */

/** The computer that the laptop's drive is in. */
export const laptopComputer: Report["computer"] = {
  maker: "LENOVO",
  model: "ThinkPad X1 Carbon Gen 9",
};

export const laptopVolume: Volume = sampleVolume({ name: "Laptop drive", encryption: "LUKS" });

export const usbVolume: Volume = sampleVolume({
  id: "dev-8-17",
  name: "BACKUP",
  directory: "/media/ada/BACKUP",
  mountPoint: "/media/ada/BACKUP",
  system: false,
  device: "/dev/sdb1",
  fileSystem: "exfat",
  totalBytes: 128_000_000_000,
  freeBytes: 91_300_000_000,
  drive: {
    ...unknownDrive,
    model: "SanDisk Ultra USB 3.0",
    kind: "usb",
    bus: "usb",
    removable: true,
  },
  writeCache: "unknown",
});

export const fullVolume: Volume = sampleVolume({
  id: "dev-8-33",
  name: "Photos",
  directory: "/mnt/photos",
  mountPoint: "/mnt/photos",
  system: false,
  device: "/dev/sdc1",
  totalBytes: 2_000_398_934_016,
  freeBytes: 60_000_000,
  drive: {
    ...unknownDrive,
    model: "WDC WD20EZRZ-00Z5HB0",
    kind: "hard-disk",
    bus: "sata",
    removable: false,
  },
  writeCache: "write-back",
  untestable: await tooLittleSpace(60e6, { fileSystem: "ext4", mountOptions: null }),
});

export const readOnlyVolume: Volume = sampleVolume({
  id: "dev-179-1",
  name: "CAMERA",
  directory: "/media/ada/CAMERA",
  mountPoint: "/media/ada/CAMERA",
  system: false,
  device: "/dev/mmcblk0p1",
  fileSystem: "vfat",
  totalBytes: 31_900_000_000,
  freeBytes: 2_100_000_000,
  drive: { ...unknownDrive, model: null, kind: "memory-card", bus: "mmc", removable: true },
  writeCache: "unknown",
  untestable: untestableReasons.readOnly,
});

export const networkVolume: Volume = sampleVolume({
  id: "nas:/volume1/home",
  name: "nas:/volume1/home",
  directory: "/mnt/nas/home/ada",
  mountPoint: "/mnt/nas",
  system: false,
  device: "nas:/volume1/home",
  fileSystem: "nfs4",
  totalBytes: 7_900_000_000_000,
  freeBytes: 3_200_000_000_000,
  encryption: null,
  drive: { ...unknownDrive, model: null, kind: "network", bus: null, removable: false },
  writeCache: "unknown",
  scheduler: null,
  untestable: untestableReasons.network,
});

/** A FUSE program that keeps no count of its space. */
export const sizelessVolume: Volume = sampleVolume({
  id: "fuse-/mnt/vault",
  name: "vault",
  directory: "/mnt/vault",
  mountPoint: "/mnt/vault",
  system: false,
  device: null,
  fileSystem: "fuse.vault",
  totalBytes: null,
  freeBytes: null,
  encryption: null,
  drive: { ...unknownDrive, model: null, kind: "unknown", bus: null, removable: null },
  writeCache: "unknown",
  scheduler: null,
  untestable: untestableReasons.spaceUnknown,
});

export const memoryVolume: Volume = sampleVolume({
  id: "tmpfs-/run/user/1000",
  name: "Memory",
  directory: "/run/user/1000",
  mountPoint: "/run/user/1000",
  system: false,
  device: null,
  fileSystem: "tmpfs",
  totalBytes: 3_300_000_000,
  freeBytes: 3_200_000_000,
  drive: { ...unknownDrive, model: null, kind: "memory", bus: null, removable: false },
  writeCache: "unknown",
  scheduler: null,
  untestable: untestableReasons.pseudo,
});

export const virtualVolume: Volume = sampleVolume({
  id: "dev-252-1",
  name: "vda1",
  directory: "/srv",
  mountPoint: "/srv",
  system: false,
  device: "/dev/vda1",
  fileSystem: "xfs",
  totalBytes: 64_400_000_000,
  freeBytes: 12_000_000_000,
  drive: {
    ...unknownDrive,
    model: "QEMU HARDDISK",
    kind: "virtual",
    bus: "virtio",
    removable: false,
  },
  writeCache: "write-through",
});

export const chosenVolume: Volume = sampleVolume({
  id: "folder-/home/ada/Documents",
  name: "Documents",
  directory: "/home/ada/Documents",
  chosen: true,
  system: false,
});

export const manyVolumes: readonly Volume[] = [
  laptopVolume,
  usbVolume,
  virtualVolume,
  networkVolume,
  fullVolume,
  readOnlyVolume,
  memoryVolume,
];
