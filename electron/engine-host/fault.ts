import type { NativeFault, NativeFaultError } from "../../native/index";
import { type DriveError, type DriveErrorCode, driveError } from "../contract/drive-error";

/** Where in the run a system call failed; the same errno means different things in each. */
export type FaultMoment = "preparing" | "measuring";

const goneCodes = new Set(["ENODEV", "ENXIO", "ESTALE", "ENOTCONN", "ERROR_DEV_NOT_EXIST"]);
const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG", "ERROR_DISK_FULL"]);
const deniedCodes = new Set(["EACCES", "EPERM", "ERROR_ACCESS_DENIED", "ERROR_SHARING_VIOLATION"]);
const readOnlyCodes = new Set(["EROFS", "ERROR_WRITE_PROTECT"]);
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

export function isNativeFault(error: unknown): error is NativeFaultError {
  return error instanceof Error && "syscall" in error && "osCode" in error && "code" in error;
}

function codeOf(fault: NativeFault, moment: FaultMoment): DriveErrorCode {
  if (goneCodes.has(fault.code)) {
    return "volume-gone";
  }
  if (fullCodes.has(fault.code)) {
    return moment === "preparing" ? "no-space" : "volume-full";
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
    if (fault.code === "EEXIST" || fault.code === "ELOOP" || fault.code === "ERROR_FILE_EXISTS") {
      return "not-testable";
    }
  }
  return "drive-error";
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
    default:
      return "The drive reported an error. Save copies of what is on it before you go on.";
  }
}

function describeCall(fault: NativeFault): string {
  const where = fault.offset === null ? "" : ` at byte ${fault.offset}`;
  return `${fault.syscall}${where}: ${fault.code}, ${fault.message}`;
}
