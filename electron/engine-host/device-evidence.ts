import { readSystem, type SystemFiles, type SystemReading, systemFiles } from "./system-readings";

/** Asks the system what it has counted up to now, for the devices under the inspected folder. */
export class DeviceEvidence {
  constructor(
    private readonly devices: readonly string[],
    private readonly files: SystemFiles = systemFiles,
  ) {}

  /** Never rejects; what the system does not say is `null`. */
  read(): Promise<SystemReading> {
    return readSystem(this.devices, process.pid, this.files);
  }
}
