import { type DriveError, hostError } from "#contract/drive-error";
import type { statements } from "#text/verdict/failures";
import type { UnjudgedReport } from "../facts/facts";
import { sayer } from "../say";
import { savesIn } from "../workloads";

const say = sayer<typeof statements>();

/**
 * File systems that store a block where it was: a file that is allocated and filled needs no more
 * room to be rewritten. Not those that copy on write (APFS, btrfs, ZFS, ReFS, bcachefs, F2FS).
 */
const inPlace: ReadonlySet<string> = new Set([
  ...["ext2", "ext3", "ext4", "xfs", "jfs", "vfat", "msdos", "exfat", "ntfs", "ntfs3", "hfs"],
]);

/** ENOSPC; ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL. A quota or a limit has other numbers. */
const noRoomCodes: Readonly<Record<UnjudgedReport["host"]["os"], readonly number[]>> = {
  linux: [28],
  macos: [28],
  windows: [39, 112],
};

/**
 * Whether rewriting the test file, complete on the volume, failed for want of room: nobody else can
 * have taken that. Only the rewrites of the flush modes go into a file that exists already.
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
 * The report with `noRoom`, the error of a rewrite, as the drive's error where it is one. A run lets
 * a workload that runs out of space end alone, because another program may have used the space. A
 * rewrite in place needs no new space, so here no other program can be the cause.
 */
export function withCapacity(report: UnjudgedReport, noRoom: DriveError | null): UnjudgedReport {
  const { error } = report;
  if (noRoom === null || (error !== null && error.code !== noRoom.code)) {
    return report;
  }
  const told = hostError(noRoom.code, [say("error.no-room-to-rewrite")], detailsOf(noRoom));
  return holdsLess({ ...report, error: told }) ? { ...report, error: told } : report;
}

/** `false` as well where the file system is not known. Windows writes names in capitals. */
function isRewrittenInPlace(fileSystem: string | null): boolean {
  return fileSystem !== null && inPlace.has(fileSystem.toLowerCase());
}

function detailsOf({ syscall, osCode, offset, during }: DriveError) {
  return { syscall, osCode, offset, during };
}
