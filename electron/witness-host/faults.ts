import { sayer } from "#analysis/say";
import type { WitnessHostFault, WitnessTicket } from "#contract/power-cut/witness";
import type { statements } from "#text/power-cut/witness";
import { WitnessFileFull } from "./witness-file";

export const say = sayer<typeof statements>();

/** Windows protects the folder from programs that it does not know. */
export class FolderProtected extends Error {
  readonly syscall: string | undefined;

  constructor({ message, syscall }: NodeJS.ErrnoException) {
    super(message);
    this.syscall = syscall;
  }
}

export function faultOf(
  error: unknown,
  place: WitnessTicket["place"],
  platform: NodeJS.Platform = process.platform,
): WitnessHostFault {
  const { code: name, syscall = null, errno } = error as NodeJS.ErrnoException;
  // Numbers below -4000 are libuv's own, which it uses on Windows, not the system's.
  const osCode = errno === undefined || errno < -4000 ? null : -errno;
  const fault = (
    code: WitnessHostFault["code"],
    statement: WitnessHostFault["statement"],
  ): WitnessHostFault => ({ code, statement, syscall, osCode });
  if (error instanceof WitnessFileFull) {
    return fault("drive-full", say("witness.file-full"));
  }
  if (error instanceof FolderProtected) {
    return fault("no-permission", say("witness.controlled-folder"));
  }
  if (place.kind === "page") {
    return name === "EADDRNOTAVAIL"
      ? fault("address-gone", say("witness.address-gone", { address: place.address }))
      : fault("cannot-listen", say("witness.cannot-listen"));
  }
  switch (name) {
    case "EEXIST":
      return fault("file-exists", say("witness.file-exists"));
    case "ENOENT":
    case "ELOOP": // a symbolic link is in the place of the file
      return fault("file-missing", say("witness.file-missing"));
    case "EPERM":
      // macOS's privacy settings return EPERM; an account without permission gets EACCES.
      return fault(
        "no-permission",
        say(platform === "darwin" ? "witness.privacy" : "witness.no-permission"),
      );
    case "EACCES":
    case "EROFS":
      return fault("no-permission", say("witness.no-permission"));
    case "ENOSPC":
    case "EDQUOT":
      return fault("drive-full", say("witness.drive-full"));
    default:
      return fault("drive-error", say("witness.drive-error"));
  }
}
