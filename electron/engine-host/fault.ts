import type { NativeFault, NativeFaultError } from "../../native/index";
import {
  assertNever,
  type DriveError,
  type DriveErrorCode,
  DriveFault,
  driveError,
} from "../contract/drive-error";
import { osErrorClass } from "../contract/os-error";
import { absenceText } from "../text/absence";

/** Where in the run a system call failed; the same errno means different things in each. */
export type FaultMoment = "preparing" | "measuring";

/** What a database found when it read its own files again. */
const damagedCodes = new Set([
  "SQLITE_CORRUPT",
  "SQLITE_NOTADB",
  "MDBX_CORRUPTED",
  "MDBX_PAGE_NOTFOUND",
]);
/** SQLite's words for a failed system call, which do not say which error it was. */
const failedCallCodes = /^SQLITE_(IOERR|READONLY|CANTOPEN)/;

/**
 * Maps a failed system call to the product's stable codes and a sentence for the person.
 * The number decides, also where a database put a code of its own over it.
 */
export function driveErrorOf(fault: NativeFault, moment: FaultMoment): DriveError {
  const code = codeOf(fault, moment);
  return driveError(code, `${sentenceOf(code, moment)} (${describeCall(fault)})`, {
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
  return osErrorClass(code) === "refused" || (code === "ENODEV" && syscall === "mdbx_env_open");
}

function isAborted(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ABORTED";
}

function codeOf(fault: NativeFault, moment: FaultMoment): DriveErrorCode {
  if (damagedCodes.has(fault.code)) {
    return "wrong-data";
  }
  const isPreparing = moment === "preparing";
  const speaksOf = osErrorClass(fault.systemCode ?? fault.code);
  switch (speaksOf) {
    case "medium":
      return "drive-error";
    case "gone":
      return "volume-gone";
    case "space":
      return isPreparing ? "no-space" : "volume-full";
    case "quota":
      return "quota-reached";
    case "limit":
      return "system-limit";
    case "access":
      return isPreparing ? "no-permission" : "access-blocked";
    case "read-only":
      return "read-only";
    case "missing":
      return "path-missing";
    case "not-a-folder":
      return isPreparing ? "not-a-directory" : "unclear";
    case "taken":
      return isPreparing ? "not-testable" : "unclear";
    case "refused":
      return fault.code === "SETTING_REFUSED" ? "internal" : "unclear";
    case "unknown":
      return isOwn(fault.code) ? "internal" : "unclear";
    default:
      return assertNever(speaksOf);
  }
}

/** Nothing the drive has to do with: a database's own refusal, or a folder of ours that is in use. */
function isOwn(code: string): boolean {
  return (
    code === "ENOTEMPTY" ||
    code === "ERROR_DIR_NOT_EMPTY" ||
    (/^(SQLITE|MDBX)_/.test(code) && !failedCallCodes.test(code))
  );
}

function sentenceOf(code: DriveErrorCode, moment: FaultMoment): string {
  switch (code) {
    case "volume-gone":
      return absenceText.removed();
    case "no-space":
      return "There is too little free space for the test file. Free some space and start over.";
    case "volume-full":
      return "The volume ran full during the test. Free some space and start over.";
    case "quota-reached":
      return "The system allows this account no more space here, or no file of this size; that says nothing about the drive.";
    case "system-limit":
      return "The computer ran short of something the test needs, such as open files, processes or memory; that says nothing about the drive.";
    case "access-blocked":
      return "Another program, or a rule of the system, kept DriveProof from its own files; that says nothing about the drive.";
    case "unclear":
      return "The system reported an error that does not say where it comes from; whether the drive has to do with it is not known.";
    case "read-only":
      return moment === "preparing"
        ? "This drive can only be read, not written."
        : "The volume became read-only during the test. Systems do that after an error, or because someone asked for it; which of the two is not known.";
    case "no-permission":
      return "You may not write in this folder. Choose another folder on this drive.";
    case "path-missing":
      return moment === "preparing"
        ? "This folder no longer exists."
        : "The folder, or a file of the test in it, was removed during the test; that says nothing about the drive.";
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
