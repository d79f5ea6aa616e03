import { type SystemFiles, systemFiles } from "./system-files";
import {
  type EvidenceDevices,
  readBytesRead,
  readSystem,
  type SystemReading,
} from "./system-readings";

/** Reads the kernel's counters of the devices under the inspected folder. */
export class DeviceEvidence {
  constructor(
    private readonly devices: EvidenceDevices,
    private readonly files: SystemFiles = systemFiles,
  ) {}

  /** Reads all counters. Never rejects; what the system does not report is `null`. */
  read(): Promise<SystemReading> {
    return readSystem(this.devices, process.pid, this.files);
  }

  /** Bytes read from the physical disks so far; `null`: not known. Never rejects. */
  bytesRead(): Promise<number | null> {
    return readBytesRead(this.devices.diskDevices ?? [], this.files);
  }

  /**
   * Bytes read from the disks since `bytesRead()` gave `before`; `null`: not known. Never rejects.
   */
  async bytesReadSince(before: number | null): Promise<number | null> {
    const after = await this.bytesRead();
    return before === null || after === null || after < before ? null : after - before;
  }

  /** The folder's devices that the system still lists as block devices; `null`: it has no list. */
  async listed(): Promise<readonly string[] | null> {
    const { evidenceDevices, followedDevices } = this.devices;
    // Listing fails if the system is not Linux, or /sys is not readable.
    const names = await this.files.list("/sys/block").catch(() => null);
    return names && [...evidenceDevices, ...followedDevices].filter((name) => names.includes(name));
  }
}
