import type { DriveError, DriveErrorCode, HostError } from "./drive-error-schema";
import { exitCodes } from "./exit-codes";
import type { Paragraph } from "./statement";

export type { DriveError, DriveErrorCode, HostError };

type WordedError<E> = E extends HostError ? DriveError : E;
/** A host process's message after main has added a sentence to the codes of its error. */
export type Worded<Message> = Message extends { error: infer E }
  ? Omit<Message, "error"> & { error: WordedError<E> }
  : Message;

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

/** The exit codes are those that the command line's `--help` promises. */
export function exitCodeOf(code: DriveErrorCode): number {
  switch (code) {
    case "usage":
    case "output-unusable":
      return exitCodes.usage;
    case "path-missing":
    case "not-a-directory":
    case "no-permission":
    case "read-only":
    case "no-space":
    case "space-unknown":
    case "network-mount":
    case "not-testable":
    case "already-running":
    case "volume-full":
    case "quota-reached":
    // A removed drive counts as not testable, not as faulty: it may be sound.
    case "volume-gone":
      return exitCodes.untestable;
    case "drive-error":
    case "wrong-data":
      return exitCodes.driveFault;
    case "system-limit":
    case "access-blocked":
    case "unclear":
    case "engine-died":
    case "engine-missing":
    case "print-failed":
    case "internal":
      return exitCodes.internal;
    default:
      return assertNever(code);
  }
}

const noDetails = { syscall: null, osCode: null, offset: null, during: null };
type Details = Partial<Omit<DriveError, "code" | "message" | "statements">>;

/** An error without statement codes, which is shown at once and never stored. */
export function driveError(
  code: DriveErrorCode,
  message: string,
  details: Details = {},
): DriveError {
  return { code, message, ...noDetails, ...details };
}

export function hostError(
  code: DriveErrorCode,
  statements: Paragraph,
  details: Details = {},
): HostError {
  return { code, ...noDetails, ...details, statements: [...statements] };
}

/** Carries a `DriveError` through code that throws. */
export class DriveFault extends Error {
  constructor(readonly driveError: DriveError) {
    super(driveError.message);
    this.name = "DriveFault";
  }
}

/** The request cannot be carried out; `message` says why. */
export function notTestable(message: string): DriveFault {
  return new DriveFault(driveError("not-testable", message));
}
