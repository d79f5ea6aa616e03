import type { Report } from "#contract/report";
import { type Drive, unknownDrive, type Volume } from "#contract/volume";
import { tooLittleSpace, untestableReasons } from "../../../electron/main/volumes/testability";
import { sampleVolume } from "../sample-volume";

/** One volume of every kind, and one for every reason that a volume cannot be tested. */

/** A volume at this mount point, whose drive has only these known facts. */
function volumeAt(
  at: string,
  { drive, ...changes }: Partial<Omit<Volume, "drive">> & { readonly drive: Partial<Drive> },
): Volume {
  const place = { directory: at, mountPoint: at, system: false, writeCache: "unknown" } as const;
  return sampleVolume({ ...place, ...changes, drive: { ...unknownDrive, ...drive } });
}

/** The computer that the laptop's drive is in. */
export const laptopComputer: Report["computer"] = {
  maker: "LENOVO",
  model: "ThinkPad X1 Carbon Gen 9",
};

export const laptopVolume: Volume = sampleVolume({ name: "Laptop drive", encryption: "LUKS" });

export const usbVolume: Volume = volumeAt("/media/ada/BACKUP", {
  id: "dev-8-17",
  name: "BACKUP",
  device: "/dev/sdb1",
  fileSystem: "exfat",
  totalBytes: 128_000_000_000,
  freeBytes: 91_300_000_000,
  drive: { model: "SanDisk Ultra USB 3.0", kind: "usb", bus: "usb", removable: true },
});

const fullVolume: Volume = volumeAt("/mnt/photos", {
  id: "dev-8-33",
  name: "Photos",
  device: "/dev/sdc1",
  totalBytes: 2_000_398_934_016,
  freeBytes: 60_000_000,
  drive: { model: "WDC WD20EZRZ-00Z5HB0", kind: "hard-disk", bus: "sata", removable: false },
  writeCache: "write-back",
  untestable: await tooLittleSpace(60e6, { fileSystem: "ext4", mountOptions: null }),
});

export const readOnlyVolume: Volume = volumeAt("/media/ada/CAMERA", {
  id: "dev-179-1",
  name: "CAMERA",
  device: "/dev/mmcblk0p1",
  fileSystem: "vfat",
  totalBytes: 31_900_000_000,
  freeBytes: 2_100_000_000,
  drive: { model: null, kind: "memory-card", bus: "mmc", removable: true },
  untestable: untestableReasons.readOnly,
});

export const networkVolume: Volume = volumeAt("/mnt/nas", {
  id: "nas:/volume1/home",
  name: "nas:/volume1/home",
  directory: "/mnt/nas/home/ada",
  device: "nas:/volume1/home",
  fileSystem: "nfs4",
  totalBytes: 7_900_000_000_000,
  freeBytes: 3_200_000_000_000,
  encryption: null,
  drive: { model: null, kind: "network", bus: null, removable: false },
  scheduler: null,
  untestable: untestableReasons.network,
});

/** A volume of a FUSE program that does not report its space. */
export const sizelessVolume: Volume = volumeAt("/mnt/vault", {
  id: "fuse-/mnt/vault",
  name: "vault",
  device: null,
  fileSystem: "fuse.vault",
  totalBytes: null,
  freeBytes: null,
  encryption: null,
  drive: { model: null, kind: "unknown", bus: null, removable: null },
  scheduler: null,
  untestable: untestableReasons.spaceUnknown,
});

const memoryVolume: Volume = volumeAt("/run/user/1000", {
  id: "tmpfs-/run/user/1000",
  name: "Memory",
  device: null,
  fileSystem: "tmpfs",
  totalBytes: 3_300_000_000,
  freeBytes: 3_200_000_000,
  drive: { model: null, kind: "memory", bus: null, removable: false },
  scheduler: null,
  untestable: untestableReasons.pseudo,
});

const virtualVolume: Volume = volumeAt("/srv", {
  id: "dev-252-1",
  name: "vda1",
  device: "/dev/vda1",
  fileSystem: "xfs",
  totalBytes: 64_400_000_000,
  freeBytes: 12_000_000_000,
  drive: { model: "QEMU HARDDISK", kind: "virtual", bus: "virtio", removable: false },
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
