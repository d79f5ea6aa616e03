import type { WitnessFault, WitnessTicket } from "../contract/witness";
import { WitnessFileFull } from "./witness-file";

/** Puts into words why the witness cannot do its work. */
export function faultOf(error: unknown, place: WitnessTicket["place"]): WitnessFault {
  const { code: name, syscall = null, errno } = error as NodeJS.ErrnoException;
  // Below -4000 are libuv's own numbers, which it uses on Windows.
  const osCode = errno === undefined || errno < -4000 ? null : -errno;
  const fault = (code: WitnessFault["code"], message: string) => ({
    code,
    message,
    syscall,
    osCode,
  });
  if (error instanceof WitnessFileFull) {
    return fault(
      "drive-full",
      "The witness file has reached the largest size DriveProof allows it. What it holds is kept; start the plug test again for more.",
    );
  }
  if (place.kind === "page") {
    return name === "EADDRNOTAVAIL"
      ? fault(
          "address-gone",
          `This computer does not have the address ${place.address} at the moment. Check that it is connected to the same network as before.`,
        )
      : fault(
          "cannot-listen",
          "This computer refused to open the page for the phone. A firewall may forbid it; choose another drive as the witness instead.",
        );
  }
  switch (name) {
    case "EEXIST":
      return fault("file-exists", "There is a witness file of this test already on that drive.");
    case "ENOENT":
    case "ELOOP": // a link in its place
      return fault(
        "file-missing",
        "The witness file is not there. Plug the drive with it in again, then try once more.",
      );
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return fault(
        "no-permission",
        "Nothing can be written on that drive. Choose a folder of your own on it, or another drive.",
      );
    case "ENOSPC":
    case "EDQUOT":
      return fault("drive-full", "The witness drive is full. What it holds so far is kept.");
    default:
      return fault(
        "drive-error",
        "The witness drive returned an error. What it confirmed before is kept; nothing after it counts.",
      );
  }
}
