import { VolumeService } from "../../../../electron/main/volumes/volume-service";
import { fixture, type MachineOptions, machineOf } from "../../../fixtures/volumes/machine";

/** The volume service on a virtual machine with loop devices. */
export async function guest(options: MachineOptions = {}) {
  const machine = machineOf(await fixture("kvm-guest-loops.txt"), options);
  return { machine, service: new VolumeService(machine, 50) };
}
