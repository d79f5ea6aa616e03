import { DriveFault } from "#contract/drive-error";
import type { ReportWarning } from "#contract/report";
import type { Volume } from "#contract/volume";
import { wordsOfStart } from "./leftover-words";
import type { Leftovers } from "./leftovers";

interface Room {
  /** The volume with its current free space. */
  readonly volume: Volume;
  /** Warnings about files that were removed to free space. */
  readonly warnings: readonly ReportWarning[];
}

interface RoomMakers {
  readonly leftovers?: Partial<Pick<Leftovers, "makeRoom">> | undefined;
  readonly describeFolder?: ((directory: string) => Promise<Volume>) | undefined;
}

/**
 * Checks the volume; returns it with its free space. If space is lacking, removes files of killed
 * runs, which may fill the volume, and checks once more. Throws the check's error.
 */
export async function withRoom(
  volume: Volume,
  check: (volume: Volume) => void,
  { leftovers, describeFolder }: RoomMakers,
): Promise<Room> {
  try {
    check(volume);
    return { volume, warnings: [] };
  } catch (error) {
    const isFull = error instanceof DriveFault && error.driveError.code === "no-space";
    if (!isFull || !describeFolder || !leftovers?.makeRoom) {
      throw error;
    }
    const looked = await leftovers.makeRoom([volume.directory, volume.mountPoint]);
    if (looked.every(({ removed }) => removed === 0)) {
      throw error;
    }
    const { freeBytes, untestable } = await describeFolder(volume.directory);
    const now = { ...volume, freeBytes, untestable };
    check(now);
    const message = wordsOfStart(looked).join(" ");
    return { volume: now, warnings: [{ code: "leftovers-removed", message }] };
  }
}
