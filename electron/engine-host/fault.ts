import { sayer } from "#analysis/say";
import { assertNever, type HostError, hostError } from "#contract/drive-error";
import { type OsErrorClass, osErrorClass } from "#contract/os-error";
import type { NativeFault, NativeFaultError } from "#native/index";
import type { statements } from "#text/inspection/errors";

/** Makes the statement of an error: a code of `electron/text` with its figures. */
export const say = sayer<typeof statements>();

/** Carries a `HostError` through code that throws. */
export class HostFault extends Error {
  constructor(readonly error: HostError) {
    super(error.code);
    this.name = "HostFault";
  }
}

/** Phase in which a system call failed: an errno can mean different things in each phase. */
export type FaultMoment = "preparing" | "measuring";

/** Codes of a database that finds its files damaged when it reads them back. */
const damagedCodes = new Set([
  "SQLITE_CORRUPT",
  "SQLITE_NOTADB",
  "MDBX_CORRUPTED",
  "MDBX_PAGE_NOTFOUND",
]);
/**
 * Classes of system errors that the engine reports instead of the database's error code
 * (`is_drive_failure` in the addon).
 */
const ofFailedCalls: readonly OsErrorClass[] = [
  ...(["medium", "damaged", "gone", "reserved", "missing"] as const),
];
/**
 * System calls on a file that is open for writing: they fail with "read-only" only if the volume
 * became read-only after the opening.
 */
const writingCalls = /write|sync|fallocate|truncate|FlushFileBuffers/i;
/**
 * Calls that create a file or folder: such a call can fail for lack of an inode although much space
 * is free.
 */
const makingCalls = /^(open|mkdir|CreateFile|CreateDirectory)/;
/** SQLite's codes for failed system calls, which do not identify the error. */
const failedCallCodes = /^SQLITE_(IOERR|READONLY|CANTOPEN)/;

/**
 * Returns the `HostError` of a failed system call, classified by the system's error or, without
 * one, by the database's code.
 */
export function hostErrorOf(
  fault: NativeFault,
  moment: FaultMoment,
  platform: NodeJS.Platform = process.platform,
): HostError {
  const { syscall, osCode, offset } = fault;
  const call = { syscall, error: fault.code, words: fault.message, atByte: offset };
  const details = { syscall, osCode, offset };
  const protection = moment === "preparing" ? protectionOf(fault, platform) : null;
  if (protection !== null) {
    return hostError("no-permission", [say(`error.${protection}`, call)], details);
  }
  const code = codeOf(fault, moment);
  return hostError(code, [say(sentenceOf(code, moment, fault), call)], details);
}

/**
 * Which protection of the system blocks this program although the account has access; `null`: none.
 * Windows' Controlled Folder Access reports the new file as missing (ERROR_PATH_NOT_FOUND would
 * mean a missing folder); if the inspected folder itself is gone, `DriveWatch.explain` finds out.
 * The privacy settings of macOS return EPERM; an account without permission gets EACCES.
 */
function protectionOf({ code, systemCode }: NativeFault, platform: NodeJS.Platform) {
  switch (systemCode ?? code) {
    case "ERROR_FILE_NOT_FOUND":
      return "controlled-folder";
    case "EPERM":
      return platform === "darwin" ? "privacy" : null;
    default:
      return null;
  }
}

/**
 * The `HostError` of anything thrown; an error that is not a `HostFault` is a bug of this program.
 */
export function errorOf(cause: unknown): HostError {
  if (cause instanceof HostFault) {
    return cause.error;
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return hostError("internal", [say("error.itself", { reason })]);
}

/**
 * Runs a call of the native engine. A failed system call rejects with a `HostFault`; a stop gives
 * `null`.
 */
export async function attempt<T>(
  moment: FaultMoment,
  isStopping: () => boolean,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (cause) {
    if (isNativeFault(cause)) {
      throw new HostFault(hostErrorOf(cause, moment));
    }
    if (isStopping() && isAborted(cause)) {
      return null;
    }
    throw cause;
  }
}

/** Opens and returns a session. Throws a `HostFault` if the system cannot start its thread. */
export function sessionOf<Session>(open: () => Session): Session {
  try {
    return open();
  } catch (cause) {
    throw isNativeFault(cause) ? new HostFault(hostErrorOf(cause, "preparing")) : cause;
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
 * The system's refusal of a measurement, in the form that the workload's event carries: the system
 * does not support the call on this volume, or returned an error without a specific cause. Throws
 * any other error again, such as that of the drive or a full volume, which is a failure and no
 * refusal.
 */
export function refusalOf(cause: unknown) {
  if (!isNativeFault(cause) || !["refused", "unknown"].includes(osErrorClass(cause.code))) {
    throw cause;
  }
  return { systemCall: cause.syscall, refusal: refusalWords(cause) };
}

/**
 * Whether the error means that the system or the database does not offer a function on this volume.
 * On a file system without shared mappings libmdbx reports ENODEV, the code of a missing device.
 */
export function isRefusal({ code, syscall }: NativeFault): boolean {
  return osErrorClass(code) === "refused" || (code === "ENODEV" && syscall === "mdbx_env_open");
}

/**
 * Of the errors of concurrent calls, returns the one that names the cause; `null` without errors.
 * An error of the medium comes first, because it can turn the file system read-only before the
 * other threads' calls; without one, the first error that is not "read-only" counts.
 */
export function causeOf(faults: readonly NativeFault[]): NativeFault | null {
  const classOf = (fault: NativeFault) => osErrorClass(fault.systemCode ?? fault.code);
  return (
    faults.find((fault) => classOf(fault) === "medium") ??
    faults.find((fault) => classOf(fault) !== "read-only") ??
    faults[0] ??
    null
  );
}

function isAborted(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ABORTED";
}

function codeOf(fault: NativeFault, moment: FaultMoment) {
  const isPreparing = moment === "preparing";
  const speaksOf = osErrorClass(fault.systemCode ?? fault.code);
  // A database may report damaged files only because a system call failed. The drive then returned
  // an error, not wrong data.
  if (damagedCodes.has(fault.code) && !ofFailedCalls.includes(speaksOf)) {
    return "wrong-data";
  }
  switch (speaksOf) {
    case "medium":
      return "drive-error";
    case "damaged":
      return "unclear";
    case "gone":
      return "volume-gone";
    case "space":
      return isPreparing || makingCalls.test(fault.syscall) ? "no-space" : "volume-full";
    case "quota":
      return "quota-reached";
    case "limit":
      return "system-limit";
    case "access":
      return isPreparing ? "no-permission" : "access-blocked";
    case "reserved":
      return "access-blocked";
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

/**
 * Whether this program is to blame: a database refused a call, or a folder of this program is not
 * empty.
 */
function isOwn(code: string): boolean {
  return (
    code === "ENOTEMPTY" ||
    code === "ERROR_DIR_NOT_EMPTY" ||
    (/^(SQLITE|MDBX)_/.test(code) && !failedCallCodes.test(code))
  );
}

function sentenceOf(code: ReturnType<typeof codeOf>, moment: FaultMoment, fault: NativeFault) {
  const { syscall } = fault;
  const speaksOf = osErrorClass(fault.systemCode ?? fault.code);
  if (code === "unclear" && speaksOf === "damaged") {
    return "error.damaged-file-system";
  }
  if (speaksOf === "reserved") {
    return "error.reserved";
  }
  if (code === "read-only" && (moment === "measuring" || writingCalls.test(syscall))) {
    return "error.became-read-only";
  }
  // A refused `open` concerns the folder itself, which is opened for reading; `openat` opens files
  // in it.
  if (code === "no-permission" && syscall === "open") {
    return "error.no-reading";
  }
  if (moment === "measuring" && code === "path-missing") {
    return "error.file-removed";
  }
  return `error.${code}` as const;
}
