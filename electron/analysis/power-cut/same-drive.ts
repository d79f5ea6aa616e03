import type { VolumeFacts } from "#contract/volume";
import { sameDrive, sameInAnyOrder } from "../drive-identity";

export type VolumeMarks = Pick<VolumeFacts, "mountPoint" | "fileSystem" | "totalBytes" | "drive">;
export type TestedVolume = VolumeMarks & Pick<VolumeFacts, "writeCache">;

/**
 * Whether two volumes are certainly one volume of one drive, so that a plug test of one applies to
 * both. Mount points may differ, but not the firmware, the bus (a different bus means an enclosure
 * with a bridge) or the drive's cache setting, which decide what becomes of a flush.
 */
export function isSameVolume(now: TestedVolume, then: TestedVolume): boolean {
  const differs = (of: (volume: TestedVolume) => string | null) => {
    const [one, other] = [of(now), of(then)];
    return one !== null && other !== null && one !== other;
  };
  const isOther =
    differs(({ drive }) => drive.firmware) ||
    differs(({ drive }) => drive.bus) ||
    differs(({ writeCache }) => (writeCache === "unknown" ? null : writeCache));
  return isAlike(now, then) && !isOther && sameDrive(now.drive, then.drive) === true;
}

/**
 * Whether two volumes may be one, to decide where to look for test files. Two drives of one model
 * without serial numbers look alike if they are mounted one after the other at the same mount
 * point.
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
