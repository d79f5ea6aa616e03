import { driveError, hostError } from "#contract/drive-error";
import type { Report } from "#contract/report";
import { unknownDrive } from "#contract/volume";
import { errorInWords } from "#text/in-words";
import { sampleHealth } from "../sample-health";
import { sampleModes } from "../sample-modes";
import { type SampleOptions, sampleReport } from "../sample-report";
import { lifelikeReport } from "./lifelike-report";
import { keptPowerCutReport, lostPowerCutReport } from "./power-cut-reports";
import { laptopComputer } from "./volumes";

/**
 * The ten situations that the verdict was designed for, from a good drive to a plug test that lost
 * saves. All figures and serial numbers are invented; bad drives are called "Example".
 */

function stream(megabytesPerSecond: number, megabytes: number) {
  const bytes = megabytes * 1_000_000;
  return {
    systemCall: "pwrite(fd, buf, 1048576, offset) + fdatasync(fd)",
    unbuffered: true,
    reason: null,
    bytes,
    elapsedNs: Math.round((bytes * 1000) / megabytesPerSecond),
    bytesPerSecond: megabytesPerSecond * 1_000_000,
  };
}

const temperatures = [38, 47, 55, 61, 58].map((celsius, place) => ({
  ns: place * 5_000_000_000,
  celsius,
}));

let made = 0;
function situation(options: SampleOptions): Report {
  made += 1;
  return lifelikeReport(`d0000000-0000-4000-8000-0000000000${String(made).padStart(2, "0")}`, {
    ...options,
    report: { ...options.report },
  });
}

const goodNvme = situation({
  drive: {
    model: "Samsung SSD 980 PRO 1TB",
    serial: "S5GXEXAMPLE0017",
    firmware: "5B2QEXA7",
    capacityBytes: 1_000_204_886_016,
    link: {
      type: "pcie",
      gigatransfersPerSecond: 16,
      lanes: 4,
      most: { gigatransfersPerSecond: 16, lanes: 4 },
    },
    disks: 1,
  },
  // 6.9 GB/s with eight requests in flight
  reading: { sequentialReadNs: 300_000 },
  report: {
    computer: laptopComputer,
    health: sampleHealth(),
    stream: stream(2400, 12_000),
    temperatures,
    temperatureLimitCelsius: 82,
  },
});

// Sets the slowest save to 31 ms: the long tail of lifelikeReport() would mean pauses that a person
// feels.
const healthyMac = sampleReport({
  os: "macos",
  modes: sampleModes.macos.map((mode) => ({ ...mode, slowestNs: 31_000_000 })),
  reading: { deliveredShare: null },
  drive: { serial: "EXAMPLE01A2B3C4D", firmware: "1161.EX" },
  report: {
    runId: "d0000000-0000-4000-8000-000000000099",
    computer: { maker: "Apple", model: "MacBook Air (M1, 2020)" },
    health: sampleHealth({ source: "diskutil", percentageUsed: 2, powerOnHours: 410 }),
    stream: stream(2100, 12_000),
  },
});

const ordinaryWindows = situation({
  os: "windows",
  reading: { deliveredShare: null },
  drive: { model: "SK hynix PC801 512GB", serial: "EXAMPLEN04311", firmware: "5100EX" },
  report: {
    computer: { maker: "HP", model: "HP Pavilion 14" },
    health: sampleHealth({ source: "windows", percentageUsed: 1, powerOnHours: 221 }),
    stream: stream(2600, 12_000),
  },
});

const virtualMachine = situation({
  drive: { ...unknownDrive, kind: "virtual", bus: "virtio" },
  host: { virtualMachine: "KVM" },
  reading: {},
  report: { stream: stream(1300, 12_000) },
});

const stick = {
  ...unknownDrive,
  model: "Generic Flash Disk 256GB",
  kind: "usb",
  bus: "usb",
  removable: true,
  serial: "EXAMPLE77F1",
  firmware: "1.00",
} as const;

/**
 * A stick that confirms 31 000 saves of 4 KiB a second, but writes large files at a tenth of that
 * rate.
 */
const suspiciousStick = situation({
  drive: stick,
  volume: {
    encryption: "none",
    fileSystem: "exfat",
    totalBytes: 256_060_514_304,
    freeBytes: 201_000_000_000,
  },
  modes: sampleModes.linux.map((mode) =>
    mode.iops !== undefined && mode.mode !== "none"
      ? { ...mode, iops: 31_000, flushesPerSave: mode.flushesPerSave === 0 ? 0 : 1 }
      : mode,
  ),
  sustained: { fastBytesPerSecond: 44e6, slowBytesPerSecond: 19e6 },
  report: { stream: stream(19, 1_200) },
});

const failedSave = errorInWords(
  hostError(
    "drive-error",
    [
      {
        code: "error.drive-error",
        params: { syscall: "fsync", error: "EIO", words: "Input/output error", atByte: 40_960 },
      },
    ],
    { syscall: "fsync", osCode: 5, offset: 40_960 },
  ),
);
const failingDrive = situation({
  drive: { model: "Example NVMe 1TB", serial: "EXAMPLE0000042", firmware: "EX1.02" },
  modes: sampleModes.linux
    .slice(0, 2)
    .map((mode) => (mode.mode === "fsync" ? { ...mode, failure: failedSave } : mode)),
  report: {
    computer: { maker: "Example", model: "Example Laptop 15" },
    health: sampleHealth({ powerOnHours: 72, powerCycles: 48, unsafeShutdowns: 4 }),
    partial: true,
    verification: null,
    error: failedSave,
  },
});

const fullDrive = situation({
  os: "windows",
  drive: {
    model: "Example SATA SSD 500GB",
    kind: "sata-ssd",
    bus: "sata",
    serial: "EXAMPLE5S00231",
  },
  modes: sampleModes.windows.slice(0, 2),
  report: {
    partial: true,
    verification: null,
    error: driveError("volume-full", "The volume ran full.", {
      syscall: "WriteFile",
      osCode: 112,
    }),
    health: sampleHealth({ source: "windows", percentageUsed: 4, powerOnHours: 1920 }),
  },
});

const removedDrive = situation({
  drive: {
    ...stick,
    removable: false,
    model: "Example Portable SSD 1TB",
    serial: "EXAMPLEP900118",
  },
  modes: sampleModes.linux.slice(0, 2),
  report: {
    partial: true,
    verification: null,
    error: driveError("volume-gone", "The drive is not there any more.", {
      syscall: "fsync",
      osCode: 19,
    }),
  },
});

export const situations = {
  "good-nvme": goodNvme,
  "healthy-macbook": healthyMac,
  "windows-no-evidence": ordinaryWindows,
  "virtual-machine": virtualMachine,
  "suspicious-usb": suspiciousStick,
  "drive-error": failingDrive,
  "full-drive": fullDrive,
  "removed-drive": removedDrive,
  "plug-test-lost": lostPowerCutReport,
  "plug-test-kept": keptPowerCutReport,
} as const satisfies Readonly<Record<string, Report>>;
