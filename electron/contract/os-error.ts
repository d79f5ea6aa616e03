/**
 * Classifies an operating system's error by its symbolic name. Only `medium` blames the drive or
 * the path to it; unlisted errors have no known cause. Linux has special error numbers for a
 * drive's medium errors (https://github.com/torvalds/linux/blob/master/block/blk-core.c,
 * blk_errors); macOS's drivers report them as EDEVERR and EPWROFF
 * (https://github.com/apple-oss-distributions/xnu/blob/main/iokit/Kernel/IOService.cpp,
 * errnoFromReturn).
 */
export const osErrorClasses = [
  /** The medium or the path to it: reading, writing or flushing failed. */
  "medium",
  /** The file system's own structures are damaged, perhaps by the drive. */
  "damaged",
  /** The volume, or the device under it, is gone. */
  "gone",
  "space",
  /** There is space left, but this account or process may not use it. */
  "quota",
  /** The system has run out of something: open files, processes, memory, locks. */
  "limit",
  /** Permissions, a lock or another program, such as a virus scanner, prevent the access. */
  "access",
  /** Another computer that shares the drive has reserved it for itself. */
  "reserved",
  "read-only",
  "missing",
  "not-a-folder",
  "taken",
  /** The system does not support the call for this file or on this volume. */
  "refused",
  "unknown",
] as const;
export type OsErrorClass = (typeof osErrorClasses)[number];

/** Each class lists the error names of Linux and macOS, then of Windows, then of the databases. */
const namesOf: Readonly<Record<Exclude<OsErrorClass, "unknown">, readonly string[]>> = {
  medium: [
    ...["EIO", "EDEVERR", "EREMOTEIO", "ENODATA", "EILSEQ", "ENOLINK", "ETIME"],
    "ETIMEDOUT",
    ...["ERROR_BAD_COMMAND", "ERROR_CRC", "ERROR_SEEK", "ERROR_SECTOR_NOT_FOUND"],
    ...["ERROR_WRITE_FAULT", "ERROR_READ_FAULT", "ERROR_GEN_FAILURE", "ERROR_SEM_TIMEOUT"],
    ...["ERROR_DATA_CHECKSUM_ERROR", "ERROR_DEVICE_HARDWARE_ERROR", "ERROR_BUS_RESET"],
    ...["ERROR_IO_DEVICE", "ERROR_DISK_RECALIBRATE_FAILED", "ERROR_DISK_OPERATION_FAILED"],
    ...["ERROR_DISK_RESET_FAILED", "ERROR_ADAP_HDW_ERR"],
    // Windows' cache could not write data that it had accepted earlier.
    ...["ERROR_LOST_WRITEBEHIND_DATA", "ERROR_LOST_WRITEBEHIND_DATA_LOCAL_DISK_ERROR"],
  ],
  // Linux's file systems report EUCLEAN (EFSCORRUPTED) and, for a wrong checksum, EBADMSG.
  damaged: ["EUCLEAN", "EBADMSG", "ERROR_FILE_CORRUPT", "ERROR_DISK_CORRUPT"],
  gone: [
    ...["ENODEV", "ENXIO", "ENOTCONN", "ENOMEDIUM", "EPWROFF"],
    // For a pulled stick Windows reports one of these; the driver and the moment decide which.
    ...["ERROR_BAD_UNIT", "ERROR_INVALID_DRIVE", "ERROR_NOT_READY", "ERROR_WRONG_DISK"],
    ...["ERROR_DEV_NOT_EXIST", "ERROR_DEVICE_UNREACHABLE", "ERROR_NO_SUCH_DEVICE"],
    ...["ERROR_MEDIA_CHANGED", "ERROR_NO_MEDIA_IN_DRIVE", "ERROR_DEVICE_NOT_CONNECTED"],
    "ERROR_DEVICE_REMOVED",
  ],
  space: [
    "ENOSPC",
    ...["ERROR_DISK_FULL", "ERROR_HANDLE_DISK_FULL"],
    // The drives of a storage space are full, although the space promises more room.
    "ERROR_DISK_RESOURCES_EXHAUSTED",
    "SQLITE_FULL",
  ],
  quota: ["EDQUOT", "EFBIG", "ERROR_DISK_QUOTA_EXCEEDED", "ERROR_FILE_TOO_LARGE"],
  limit: [
    ...["EAGAIN", "EMFILE", "ENFILE", "ENOBUFS", "ENOLCK", "ENOMEM", "EINTR", "EUSERS"],
    ...["ERROR_TOO_MANY_OPEN_FILES", "ERROR_NOT_ENOUGH_MEMORY", "ERROR_OUTOFMEMORY"],
    ...["ERROR_SHARING_BUFFER_EXCEEDED", "ERROR_NO_PROC_SLOTS", "ERROR_NO_SYSTEM_RESOURCES"],
    ...["ERROR_WORKING_SET_QUOTA", "ERROR_PAGEFILE_QUOTA", "ERROR_COMMITMENT_LIMIT"],
    "ERROR_NOT_ENOUGH_QUOTA",
    ...["SQLITE_NOMEM", "SQLITE_IOERR_NOMEM"],
  ],
  access: [
    ...["EACCES", "EPERM", "EBUSY", "ETXTBSY", "EDEADLK"],
    ...["ERROR_ACCESS_DENIED", "ERROR_SHARING_VIOLATION", "ERROR_LOCK_VIOLATION"],
    ...["ERROR_LOCK_FAILED", "ERROR_BUSY", "ERROR_LOCKED", "ERROR_VIRUS_INFECTED"],
    ...["ERROR_VIRUS_DELETED", "ERROR_DELETE_PENDING", "ERROR_USER_MAPPED_FILE"],
    ...["ERROR_UNABLE_TO_REMOVE_REPLACED", "ERROR_UNABLE_TO_MOVE_REPLACEMENT"],
    ...["ERROR_UNABLE_TO_MOVE_REPLACEMENT_2", "ERROR_ACCESS_DISABLED_BY_POLICY"],
    ...["ERROR_PRIVILEGE_NOT_HELD", "ERROR_CANT_ACCESS_FILE"],
    ...["SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PERM", "MDBX_BUSY"],
  ],
  // Linux's block layer has this number for a reservation conflict and for nothing else; kernels
  // before 6.4 called it the failure of a nexus, which SCSI and NVMe set at such a conflict.
  reserved: ["EBADE"],
  "read-only": ["EROFS", "ERROR_WRITE_PROTECT"],
  // ESTALE and ERROR_FILE_INVALID: the file behind an open handle is gone or was replaced.
  missing: [
    ...["ENOENT", "ESTALE"],
    ...["ERROR_FILE_NOT_FOUND", "ERROR_PATH_NOT_FOUND", "ERROR_FILE_INVALID"],
  ],
  "not-a-folder": ["ENOTDIR", "ERROR_DIRECTORY"],
  taken: ["EEXIST", "ELOOP", "ERROR_FILE_EXISTS", "ERROR_ALREADY_EXISTS"],
  refused: [
    ...["ENOTSUP", "EOPNOTSUPP", "ENOTTY", "ENOSYS", "EINVAL"],
    ...["ERROR_NOT_SUPPORTED", "ERROR_INVALID_FUNCTION", "ERROR_INVALID_PARAMETER"],
    ...["ERROR_CALL_NOT_IMPLEMENTED", "ERROR_NOT_CAPABLE", "ERROR_PROC_NOT_FOUND"],
    ...["SETTING_REFUSED", "MDBX_EREMOTE"],
  ],
};

const classes: ReadonlyMap<string, OsErrorClass> = new Map(
  osErrorClasses.flatMap((one) =>
    one === "unknown" ? [] : namesOf[one].map((name): [string, OsErrorClass] => [name, one]),
  ),
);

/** The class of the error with this name, such as `EIO`, `ERROR_CRC` or `SQLITE_FULL`. */
export function osErrorClass(name: string): OsErrorClass {
  return classes.get(name) ?? "unknown";
}
