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

/** The exit code for an error, one of those that the command line's `--help` promises. */
export function exitCodeOf(code: DriveErrorCode): number {
  return exitCodes[exits[code]];
}

const exits: Readonly<Record<DriveErrorCode, keyof typeof exitCodes>> = {
  usage: "usage",
  "output-unusable": "usage",
  "path-missing": "untestable",
  "not-a-directory": "untestable",
  "no-permission": "untestable",
  "read-only": "untestable",
  "no-space": "untestable",
  "space-unknown": "untestable",
  "network-mount": "untestable",
  "not-testable": "untestable",
  "already-running": "untestable",
  "volume-full": "untestable",
  "quota-reached": "untestable",
  // A removed drive counts as not testable, not as faulty: it may be sound.
  "volume-gone": "untestable",
  "drive-error": "driveFault",
  "wrong-data": "driveFault",
  "system-limit": "internal",
  "access-blocked": "internal",
  unclear: "internal",
  "engine-died": "internal",
  "engine-missing": "internal",
  "print-failed": "internal",
  internal: "internal",
};

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

/** The error for a request that cannot be carried out; `message` says why. */
export function notTestable(message: string): DriveFault {
  return new DriveFault(driveError("not-testable", message));
}
