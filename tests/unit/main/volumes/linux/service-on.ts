import { VolumeService } from "../../../../../electron/main/volumes/volume-service";
import { fixture, type MachineOptions, machineOf } from "../../../../fixtures/volumes/machine";

/** The volume service on an imaginary machine. */
export async function serviceOn(name: string, options: MachineOptions = {}) {
  const machine = machineOf(await fixture(name), options);
  return { machine, service: new VolumeService(machine, 50) };
}
