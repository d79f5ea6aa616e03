import { type DriveError, hostError } from "#contract/drive-error";
import type { statements } from "#text/verdict/failures";
import type { UnjudgedReport } from "../facts/facts";
import { sayer } from "../say";
import { savesIn } from "../workloads";

const say = sayer<typeof statements>();

const noRoomCode = "error.no-room-to-rewrite";

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

/** The error of rewriting a complete file. */
export interface NoRoom {
  readonly error: DriveError;
  /** Size of the file; `null`: the file is the one that the flush modes rewrite. */
  readonly fileBytes: number | null;
}

/**
 * Whether rewriting a complete test file found no space on a file system that overwrites in place,
 * where no other program can have taken the space. True only if the error names this case itself or
 * a flush mode failed.
 */
export function holdsLess(report: UnjudgedReport): boolean {
  const { error, volume, host } = report;
  return (
    error?.code === "volume-full" &&
    noRoomCodes[host.os].includes(error.osCode ?? 0) &&
    (error.statements?.[0]?.code === noRoomCode ||
      savesIn(report).modes.some(({ status }) => status === "failed")) &&
    isRewrittenInPlace(volume.fileSystem)
  );
}

/**
 * Returns the report; the error `noRoom` of a rewrite becomes the run's error if only the drive can
 * have caused it. Usually a lack of space ends just the workload, because another program may have
 * used the space. A rewrite in place needs no new space.
 */
export function withCapacity(report: UnjudgedReport, noRoom: NoRoom | null): UnjudgedReport {
  const { error } = report;
  if (noRoom === null || (error !== null && error.code !== noRoom.error.code)) {
    return report;
  }
  const { fileBytes } = noRoom;
  const { code, syscall, osCode, offset, during } = noRoom.error;
  const words = say(noRoomCode, fileBytes === null ? {} : { fileBytes });
  const told = hostError(code, [words], { syscall, osCode, offset, during });
  return holdsLess({ ...report, error: told }) ? { ...report, error: told } : report;
}

/** Size of the file that `holdsLess` is about. */
export function rewrittenBytes(report: UnjudgedReport): number {
  const { fileBytes } = report.error?.statements?.[0]?.params ?? {};
  return typeof fileBytes === "number" ? fileBytes : savesIn(report).fileBytes;
}

/** Whether the file system overwrites blocks in place. Windows reports names in capitals. */
function isRewrittenInPlace(fileSystem: string | null): boolean {
  return fileSystem !== null && inPlace.has(fileSystem.toLowerCase());
}
