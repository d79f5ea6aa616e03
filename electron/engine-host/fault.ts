import type { NativeFault, NativeFaultError } from "../../native/index";
import {
  type DriveError,
  type DriveErrorCode,
  DriveFault,
  driveError,
} from "../contract/drive-error";

/** Where in the run a system call failed; the same errno means different things in each. */
export type FaultMoment = "preparing" | "measuring";

const goneCodes = new Set([
  "ENODEV",
  "ENXIO",
  "ESTALE",
  "ENOTCONN",
  // What Windows says after a stick was pulled depends on its driver and on the moment.
  "ERROR_DEV_NOT_EXIST",
  "ERROR_DEVICE_NOT_CONNECTED",
  "ERROR_DEVICE_REMOVED",
  "ERROR_NO_MEDIA_IN_DRIVE",
  "ERROR_NO_SUCH_DEVICE",
  "ERROR_NOT_READY",
]);
const fullCodes = new Set([
  "ENOSPC",
  "EDQUOT",
  "EFBIG",
  "ERROR_DISK_FULL",
  "ERROR_HANDLE_DISK_FULL",
  "ERROR_DISK_QUOTA_EXCEEDED",
  "ERROR_FILE_TOO_LARGE",
  "SQLITE_FULL",
]);
const deniedCodes = new Set(["EACCES", "EPERM", "ERROR_ACCESS_DENIED", "ERROR_SHARING_VIOLATION"]);
const readOnlyCodes = new Set(["EROFS", "ERROR_WRITE_PROTECT"]);
/** What a database found when it read its own files again. */
const damagedCodes = new Set([
  "SQLITE_CORRUPT",
  "SQLITE_NOTADB",
  "MDBX_CORRUPTED",
  "MDBX_PAGE_NOTFOUND",
]);
/** What a database reports of the drive, as other programs get it from the system. */
const databaseDriveCodes = /^SQLITE_(IOERR|READONLY|CANTOPEN)/;
/** Nothing the drive has to do with. */
const ownCodes = new Set([
  "ENOMEM",
  "ENOTEMPTY",
  "ERROR_DIR_NOT_EMPTY",
  "ERROR_NOT_ENOUGH_MEMORY",
  "ERROR_OUTOFMEMORY",
  "SETTING_REFUSED",
]);
const refusedCodes = new Set([
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOTTY",
  "ENOSYS",
  "EINVAL",
  "ERROR_NOT_SUPPORTED",
  "ERROR_INVALID_FUNCTION",
  "ERROR_INVALID_PARAMETER",
  "ERROR_CALL_NOT_IMPLEMENTED",
  "ERROR_NOT_CAPABLE",
  "ERROR_PROC_NOT_FOUND",
  "SETTING_REFUSED",
  "MDBX_EREMOTE",
]);
const takenCodes = new Set(["EEXIST", "ELOOP", "ERROR_FILE_EXISTS", "ERROR_ALREADY_EXISTS"]);
const missingCodes = new Set(["ENOENT", "ERROR_FILE_NOT_FOUND", "ERROR_PATH_NOT_FOUND"]);

/**
 * Maps a failed system call to the product's stable codes and a sentence for the person.
 * The only place where an operating system's error names are given a meaning.
 */
export function driveErrorOf(fault: NativeFault, moment: FaultMoment): DriveError {
  const code = codeOf(fault, moment);
  return driveError(code, `${sentenceOf(code)} (${describeCall(fault)})`, {
    syscall: fault.syscall,
    osCode: fault.osCode,
    offset: fault.offset,
  });
}

/** The same for whatever was thrown; what has no meaning is a mistake of ours. */
export function errorOf(cause: unknown): DriveError {
  if (cause instanceof DriveFault) {
    return cause.driveError;
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  return driveError("internal", `DriveProof itself failed: ${message}`);
}

/** Runs native work; turns a failed system call into a `DriveFault` and a stop into `null`. */
export async function attempt<T>(
  moment: FaultMoment,
  isStopping: () => boolean,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (cause) {
    if (isNativeFault(cause)) {
      throw new DriveFault(driveErrorOf(cause, moment));
    }
    if (isStopping() && isAborted(cause)) {
      return null;
    }
    throw cause;
  }
}

/** A refusal in the system's own words, for engineers: "pwrite: EINVAL, Invalid argument". */
export function refusalWords(refusal: NativeFault): string;
export function refusalWords(refusal: NativeFault | null): string | null;
export function refusalWords(refusal: NativeFault | null): string | null {
  return refusal && `${refusal.syscall}: ${refusal.code}, ${refusal.message}`;
}

export function isNativeFault(error: unknown): error is NativeFaultError {
  return error instanceof Error && "syscall" in error && "osCode" in error && "code" in error;
}

/**
 * Whether something could not be made because the system, or the database itself, does not offer it
 * here. A file system without shared mappings answers libmdbx with the code of a missing device.
 */
export function isRefusal({ code, syscall }: NativeFault): boolean {
  return refusedCodes.has(code) || (code === "ENODEV" && syscall === "mdbx_env_open");
}

function isAborted(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ABORTED";
}

function codeOf(fault: NativeFault, moment: FaultMoment): DriveErrorCode {
  if (goneCodes.has(fault.code)) {
    return "volume-gone";
  }
  if (fullCodes.has(fault.code)) {
    return moment === "preparing" ? "no-space" : "volume-full";
  }
  if (damagedCodes.has(fault.code)) {
    return "wrong-data";
  }
  if (isOwn(fault.code)) {
    return "internal";
  }
  if (readOnlyCodes.has(fault.code)) {
    return moment === "preparing" ? "read-only" : "drive-error";
  }
  if (moment === "preparing") {
    if (deniedCodes.has(fault.code)) {
      return "no-permission";
    }
    if (missingCodes.has(fault.code)) {
      return "path-missing";
    }
    if (fault.code === "ENOTDIR" || fault.code === "ERROR_DIRECTORY") {
      return "not-a-directory";
    }
    if (takenCodes.has(fault.code)) {
      return "not-testable";
    }
  }
  return "drive-error";
}

function isOwn(code: string): boolean {
  return ownCodes.has(code) || (/^(SQLITE|MDBX)_/.test(code) && !databaseDriveCodes.test(code));
}

function sentenceOf(code: DriveErrorCode): string {
  switch (code) {
    case "volume-gone":
      return "The drive went away during the test. Plug it in again and start over.";
    case "no-space":
      return "There is too little free space for the test file. Free some space and start over.";
    case "volume-full":
      return "The drive filled up during the test. Free some space and start over.";
    case "read-only":
      return "This drive can only be read, not written.";
    case "no-permission":
      return "You may not write in this folder. Choose another folder on this drive.";
    case "path-missing":
      return "This folder no longer exists.";
    case "not-a-directory":
      return "This is not a folder.";
    case "not-testable":
      return "Something else already has the name of the test file. Nothing was changed.";
    case "wrong-data":
      return "What was read back is not what was written. Do not trust this drive with anything.";
    case "internal":
      return "This part of the inspection could not go on; that says nothing about the drive.";
    default:
      return "The drive reported an error. Save copies of what is on it before you go on.";
  }
}

function describeCall(fault: NativeFault): string {
  const where = fault.offset === null ? "" : ` at byte ${fault.offset}`;
  return `${fault.syscall}${where}: ${fault.code}, ${fault.message}`;
}
