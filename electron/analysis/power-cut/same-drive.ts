import type { VolumeFacts } from "../../contract/volume";

export type VolumeMarks = Pick<VolumeFacts, "mountPoint" | "fileSystem" | "totalBytes" | "drive">;

/**
 * Whether both are the same volume of the same drive, as far as it can be told without a serial
 * number: two drives of one model that take turns at one place with equal sizes look alike, and one
 * drive at two places looks like two.
 */
export function isSameDrive(now: VolumeMarks, then: VolumeMarks): boolean {
  return (
    now.mountPoint === then.mountPoint &&
    now.fileSystem === then.fileSystem &&
    now.totalBytes === then.totalBytes &&
    now.drive.model === then.drive.model
  );
}
