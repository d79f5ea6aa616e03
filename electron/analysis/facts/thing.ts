import type { Report } from "#contract/report";
import { isMemory, machineOf } from "../guarantee";

/** What people call it. */
export type Thing = "drive" | "stick" | "card" | "external";

/** Systems say of every USB drive that it can be removed, so that only its own name makes it a stick. */
const nameOfStick =
  /flash (disk|drive)|flashdrive|stick|thumb|pen ?drive|cruzer|datatraveler|jumpdrive/i;

export function thingOf({ volume: { drive } }: Pick<Report, "volume">): Thing {
  if (drive.kind === "memory-card" && drive.removable !== false) {
    return "card";
  }
  if (drive.kind === "usb") {
    return nameOfStick.test(drive.model ?? "") ? "stick" : "external";
  }
  return drive.bus === "usb" || drive.removable === true ? "external" : "drive";
}

/** Somebody made and sold it: no other computer, software or memory stands for it. */
export function isSold(report: Pick<Report, "host" | "volume">): boolean {
  const { volume } = report;
  const { kind } = volume.drive;
  return kind !== "network" && kind !== "virtual" && !isMemory(volume) && !isOfMachine(report);
}

/**
 * A drive that the virtual machine has of its own: nobody can take it to another computer, as a stick
 * or an external drive that the machine hands on.
 */
export function isOfMachine(report: Pick<Report, "host" | "volume">): boolean {
  return machineOf(report.host) !== null && thingOf(report) === "drive";
}
