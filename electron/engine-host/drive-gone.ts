import { setTimeout as sleep } from "node:timers/promises";
import { type DriveError, driveError } from "../contract/drive-error";
import type { DeviceEvidence } from "./device-evidence";

/** A drive that is pulled out fails at once and leaves the system's list a moment later. */
const looks = 5;
const betweenLooksMs = 200;

/**
 * What a file system passes on of a drive that went away is the plain error of a broken one. Where
 * the system has since taken one of the drives off its list, the error is that the drive is gone;
 * without that evidence, and where `listedBefore` is not known, it stays what it is.
 */
export async function orGone(
  error: DriveError,
  evidence: Pick<DeviceEvidence, "listed">,
  listedBefore: readonly string[] | null,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<DriveError> {
  if (error.code !== "drive-error" || !listedBefore || listedBefore.length === 0) {
    return error;
  }
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) {
      await wait(betweenLooksMs);
    }
    const listed = await evidence.listed();
    const missing = listed && listedBefore.find((device) => !listed.includes(device));
    if (missing) {
      const { syscall, osCode, offset } = error;
      return driveError(
        "volume-gone",
        `The drive went away during the test: the system no longer knows of ${missing}. Plug it in again and start over.`,
        { syscall, osCode, offset },
      );
    }
  }
  return error;
}
