import type { VolumeFacts } from "../../contract/volume";

export type VolumeMarks = Pick<VolumeFacts, "mountPoint" | "fileSystem" | "totalBytes" | "drive">;

/**
 * Whether both are the same volume of the same drive, as far as that is known without a serial
 * number: two drives of one model and size that take turns at one place look alike, and one drive
 * at two places looks like two.
 */
export function isSameDrive(now: VolumeMarks, then: VolumeMarks): boolean {
  return (
    now.mountPoint === then.mountPoint &&
    now.fileSystem === then.fileSystem &&
    now.totalBytes === then.totalBytes &&
    now.drive.model === then.drive.model
  );
}
