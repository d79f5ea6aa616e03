import { type DriveError, hostError } from "#contract/drive-error";
import type { statements } from "#text/verdict/failures";
import type { UnjudgedReport } from "../facts/facts";
import { sayer } from "../say";
import { savesIn } from "../workloads";

const say = sayer<typeof statements>();

/**
 * File systems that overwrite blocks in place, so that rewriting a filled file needs no more space.
 * (APFS, btrfs, ZFS, ReFS, bcachefs and F2FS copy on write.)
 */
const inPlace: ReadonlySet<string> = new Set([
  ...["ext2", "ext3", "ext4", "xfs", "jfs", "vfat", "msdos", "exfat", "ntfs", "ntfs3", "hfs"],
]);

/** A full volume: ENOSPC; ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL. Quotas have other codes. */
const noRoomCodes: Readonly<Record<UnjudgedReport["host"]["os"], readonly number[]>> = {
  linux: [28],
  macos: [28],
  windows: [39, 112],
};

/**
 * Whether rewriting a complete test file found no space on a file system that overwrites in place,
 * so that no other program can have taken the space.
 */
export function holdsLess(report: UnjudgedReport): boolean {
  const { error, volume, host } = report;
  return (
    error?.code === "volume-full" &&
    noRoomCodes[host.os].includes(error.osCode ?? 0) &&
    savesIn(report).modes.some(({ status }) => status === "failed") &&
    isRewrittenInPlace(volume.fileSystem)
  );
}

/**
 * The report; with `noRoom`, the error of a rewrite, as the run's error if the drive must have
 * caused it. Usually a lack of space ends only the workload, because another program may have used
 * the space. A rewrite in place needs no new space, so no other program can be its cause.
 */
export function withCapacity(report: UnjudgedReport, noRoom: DriveError | null): UnjudgedReport {
  const { error } = report;
  if (noRoom === null || (error !== null && error.code !== noRoom.code)) {
    return report;
  }
  const told = hostError(noRoom.code, [say("error.no-room-to-rewrite")], detailsOf(noRoom));
  return holdsLess({ ...report, error: told }) ? { ...report, error: told } : report;
}

/** Whether the file system overwrites blocks in place. Windows reports names in capitals. */
function isRewrittenInPlace(fileSystem: string | null): boolean {
  return fileSystem !== null && inPlace.has(fileSystem.toLowerCase());
}

function detailsOf({ syscall, osCode, offset, during }: DriveError) {
  return { syscall, osCode, offset, during };
}
