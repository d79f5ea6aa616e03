import { sum, sumIfKnown } from "#analysis/statistics";
import { readOtherPrograms } from "./other-programs";
import { counter, type SystemFiles, statOf, systemFiles } from "./system-files";

/**
 * Names under `/sys/block` of the devices whose counters are read; see `Volume`. At least one of
 * `evidenceDevices` and `followedDevices` is empty.
 */
export interface EvidenceDevices {
  readonly evidenceDevices: readonly string[];
  readonly followedDevices: readonly string[];
  /** The physical disks under the volume; empty unless all of them are known. */
  readonly diskDevices?: readonly string[];
}

/** Counters of one level of the device stack since the device appeared. */
export interface LevelReading {
  readonly device: string;
  readonly flushes: number;
  readonly bytesWritten: number;
}

/** Processor time of the whole computer in ticks; `steal` went to other virtual machines. */
export interface CpuReading {
  readonly steal: number;
  readonly total: number;
}

/** The kernel's counters so far; `null`: not reported on this system. */
export interface SystemReading {
  readonly levels: readonly LevelReading[] | null;
  /** The levels that are known of a device stack that cannot be followed down to the drive. */
  readonly followed: readonly LevelReading[] | null;
  /**
   * Bytes that other processes have sent to the drive, by process; only for those that we may read.
   */
  readonly writtenByOthers: ReadonlyMap<string, number> | null;
  readonly cpu: CpuReading | null;
  /** How many times a processor throttled because of heat. */
  readonly throttleEvents: number | null;
}

/** Reads the kernel's counters; all are `null` on systems other than Linux. Never rejects. */
export async function readSystem(
  { evidenceDevices, followedDevices }: EvidenceDevices,
  ownProcess: number,
  files: SystemFiles = systemFiles,
): Promise<SystemReading> {
  const [levels, followed, writtenByOthers, cpu, throttleEvents] = await Promise.all([
    known(readLevels(evidenceDevices, files)),
    known(readLevels(followedDevices, files)),
    known(readOtherPrograms(evidenceDevices, ownProcess, files)),
    known(readCpu(files)),
    known(readThrottling(files)),
  ]);
  return { levels, followed, writtenByOthers, cpu, throttleEvents };
}

/** Resolves with `null` (not known) if the counter's file is missing or not readable. */
function known<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(() => null);
}

/**
 * The counters of each device, to which all programs contribute, from `/sys/block/<disk>/stat`:
 * field 7 is sectors of 512 bytes written, field 16 completed flush requests
 * (https://docs.kernel.org/block/stat.html, Linux 5.5). Rejects if one level cannot be read.
 */
async function readLevels(
  devices: readonly string[],
  files: SystemFiles,
): Promise<LevelReading[] | null> {
  if (devices.length === 0) {
    return null;
  }
  return Promise.all(
    devices.map(async (device) => {
      const fields = await statOf(device, files);
      return { device, flushes: counter(fields[15]), bytesWritten: counter(fields[6]) * 512 };
    }),
  );
}

/**
 * Bytes read from all these devices since they appeared: field 3 of `stat` counts sectors of 512
 * bytes. `null` if a device cannot be read or does not count, because its statistics are switched
 * off (`queue/iostats`, https://docs.kernel.org/admin-guide/abi-stable.html).
 */
export async function readBytesRead(
  devices: readonly string[],
  files: SystemFiles = systemFiles,
): Promise<number | null> {
  if (devices.length === 0) {
    return null;
  }
  const counts = await known(
    Promise.all(
      devices.map(async (device) => {
        const iostats = await files.read(`/sys/block/${device}/queue/iostats`);
        const isCounting = iostats.trim() !== "0";
        const fields = await statOf(device, files);
        return isCounting ? counter(fields[2]) * 512 : null;
      }),
    ),
  );
  return counts && sumIfKnown(counts);
}

/**
 * Processor times, from `/proc/stat`, line `cpu`: user nice system idle iowait irq softirq steal
 * (proc(5)).
 */
async function readCpu(files: SystemFiles): Promise<CpuReading> {
  const line = /^cpu +(.+)$/m.exec(await files.read("/proc/stat"))?.[1] ?? "";
  const ticks = line.trim().split(/\s+/).slice(0, 8).map(counter);
  return { steal: counter(String(ticks[7])), total: sum(ticks) };
}

/**
 * How many times processors throttled because of heat: the sum of `core_throttle_count`, which only
 * Intel processors have. Rejects on other processors.
 */
async function readThrottling(files: SystemFiles): Promise<number | null> {
  const folder = "/sys/devices/system/cpu";
  const processors = (await files.list(folder)).filter((name) => /^cpu\d+$/.test(name));
  const counts = await Promise.all(
    processors.map((cpu) => files.read(`${folder}/${cpu}/thermal_throttle/core_throttle_count`)),
  );
  return counts.length === 0 ? null : sum(counts.map((text) => counter(text.trim())));
}
