import type { VolumeFacts } from "../../contract/volume";
import { sameBySerial } from "../drive-identity";

export type VolumeMarks = Pick<VolumeFacts, "mountPoint" | "fileSystem" | "totalBytes" | "drive">;

/**
 * Whether both are the same volume of the same drive. Where both drives have a serial number it
 * decides, wherever they are mounted. Without one, two drives of one model that take turns at one
 * place with equal sizes look alike, and one drive at two places looks like two.
 */
export function isSameDrive(now: VolumeMarks, then: VolumeMarks): boolean {
  const isAlike =
    now.fileSystem === then.fileSystem &&
    now.totalBytes === then.totalBytes &&
    now.drive.model === then.drive.model;
  const bySerial = sameBySerial(now.drive, then.drive);
  return isAlike && (bySerial ?? now.mountPoint === then.mountPoint);
}
