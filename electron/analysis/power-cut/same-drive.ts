import type { VolumeFacts } from "#contract/volume";
import { sameDrive } from "../drive-identity";

export type VolumeMarks = Pick<VolumeFacts, "mountPoint" | "fileSystem" | "totalBytes" | "drive">;

/**
 * Whether both are certainly the same volume of the same drive: only then does a plug test of one say
 * anything about the other. Where they are mounted does not matter.
 */
export function isSameVolume(now: VolumeMarks, then: VolumeMarks): boolean {
  return isAlike(now, then) && sameDrive(now.drive, then.drive) === true;
}

/**
 * Whether both can be the same volume in the same place. Two drives of one model without serial numbers
 * that take turns there look alike; so this decides where to look, and no more.
 */
export function maybeSameVolume(now: VolumeMarks, then: VolumeMarks): boolean {
  const isOne = sameDrive(now.drive, then.drive);
  return isAlike(now, then) && (isOne ?? now.mountPoint === then.mountPoint);
}

function isAlike(now: VolumeMarks, then: VolumeMarks): boolean {
  return (
    now.fileSystem === then.fileSystem &&
    now.totalBytes === then.totalBytes &&
    now.drive.model === then.drive.model
  );
}
