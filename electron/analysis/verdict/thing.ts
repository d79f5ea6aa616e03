import type { Report } from "#contract/report";

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

/** Whether the system that was inspected runs in a virtual machine; false where that is not known. */
export function isGuest({ host }: Pick<Report, "host">): boolean {
  return host.virtualMachine !== null && host.virtualMachine !== "none";
}

/** A drive that the virtual machine hands on: it can be taken to a computer that is none. */
export function isPassedOn(report: Pick<Report, "host" | "volume">): boolean {
  return isGuest(report) && thingOf(report) !== "drive";
}
