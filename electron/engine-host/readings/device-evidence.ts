import {
  type EvidenceDevices,
  readBytesRead,
  readSystem,
  type SystemFiles,
  type SystemReading,
  systemFiles,
} from "./system-readings";

/** Asks the system what it has counted up to now, for the devices under the inspected folder. */
export class DeviceEvidence {
  constructor(
    private readonly devices: EvidenceDevices,
    private readonly files: SystemFiles = systemFiles,
  ) {}

  /** Never rejects; what the system does not say is `null`. */
  read(): Promise<SystemReading> {
    return readSystem(this.devices, process.pid, this.files);
  }

  /** Bytes the physical disks have delivered up to now; `null`: not known. Never rejects. */
  bytesRead(): Promise<number | null> {
    return readBytesRead(this.devices.diskDevices ?? [], this.files);
  }

  /** Which of them the system has on its list of block devices; `null`: it has no such list. */
  async listed(): Promise<readonly string[] | null> {
    const { evidenceDevices, followedDevices } = this.devices;
    try {
      const names = await this.files.list("/sys/block");
      return [...evidenceDevices, ...followedDevices].filter((name) => names.includes(name));
    } catch {
      // No Linux, or a closed /sys: "not known".
      return null;
    }
  }
}
