import type { VolumeFacts } from "#contract/volume";
import { sameDrive, sameInAnyOrder } from "../drive-identity";

export type VolumeMarks = Pick<VolumeFacts, "mountPoint" | "fileSystem" | "totalBytes" | "drive">;

/**
 * Whether both are certainly the same volume of the same drive: only then does a plug test of one
 * apply to the other. The mount points may differ, but not the firmware or the bus (another bus
 * means an enclosure with a bridge): both decide what becomes of a flush.
 */
export function isSameVolume(now: VolumeMarks, then: VolumeMarks): boolean {
  const differs = (of: (drive: VolumeMarks["drive"]) => string | null) => {
    const [one, other] = [of(now.drive), of(then.drive)];
    return one !== null && other !== null && one !== other;
  };
  const isOther = differs(({ firmware }) => firmware) || differs(({ bus }) => bus);
  return isAlike(now, then) && !isOther && sameDrive(now.drive, then.drive) === true;
}

/**
 * Whether both may be the same volume at the same mount point. Two drives of one model without
 * serial numbers look alike if they take turns there, so this only decides where to look for test
 * files.
 */
export function maybeSameVolume(now: VolumeMarks, then: VolumeMarks): boolean {
  const isOne = sameDrive(now.drive, then.drive);
  return isAlike(now, then) && (isOne ?? now.mountPoint === then.mountPoint);
}

function isAlike(now: VolumeMarks, then: VolumeMarks): boolean {
  return (
    now.fileSystem === then.fileSystem &&
    now.totalBytes === then.totalBytes &&
    sameInAnyOrder(now.drive.model) === sameInAnyOrder(then.drive.model)
  );
}
