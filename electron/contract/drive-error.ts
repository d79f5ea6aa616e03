import { z } from "zod";
import { exitCodes } from "./exit-codes";
import { type Paragraph, paragraphSchema } from "./statement";

/** Every way a run can fail, as stable codes. The texts and the exit codes depend on them. */
export const driveErrorCodes = [
  "usage",
  "path-missing",
  "not-a-directory",
  "no-permission",
  "read-only",
  "no-space",
  "space-unknown",
  "network-mount",
  "not-testable",
  "already-running",
  "drive-error",
  "wrong-data",
  "volume-full",
  /** The volume has space left, but this account or process may not use it. */
  "quota-reached",
  "volume-gone",
  /** The system has run out of file descriptors, processes, memory or another resource. */
  "system-limit",
  /** Another program or a system policy denies us access to our own files. */
  "access-blocked",
  /** The system returned an error that names no specific cause. */
  "unclear",
  "engine-died",
  "engine-missing",
  "output-unusable",
  "print-failed",
  "internal",
] as const;
export type DriveErrorCode = (typeof driveErrorCodes)[number];

export const driveErrorSchema = z.object({
  code: z.enum(driveErrorCodes),
  /** The system call that failed, `null` if no call was involved. */
  syscall: z.string().nullable(),
  /** The operating system's number (errno or Windows error code). */
  osCode: z.number().int().nullable(),
  /** One or two plain sentences: what happened and what to do next. */
  message: z.string(),
  /** Byte offset in the test file, if known. */
  offset: z.number().int().nonnegative().nullable(),
  /**
   * Id of the workload that was running; `null` between workloads or if not known. A plain string,
   * because workloads are defined in terms of this file.
   */
  during: z.string().nullable().default(null),
  /** `message` as codes; missing if only the text is known, as in older reports. */
  statements: paragraphSchema.optional(),
});
export type DriveError = z.infer<typeof driveErrorSchema>;

/** An error as a host reports it: hosts send codes, and main makes the sentences. */
export const hostErrorSchema = driveErrorSchema
  .omit({ message: true })
  .extend({ statements: paragraphSchema });
export type HostError = z.infer<typeof hostErrorSchema>;

type WordedError<E> = E extends HostError ? DriveError : E;
/** A host's message after its error was put into words. */
export type Worded<Message> = Message extends { error: infer E }
  ? Omit<Message, "error"> & { error: WordedError<E> }
  : Message;

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

/** Maps an error to the exit code that design and `--help` promise. */
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
    // A drive that was removed cannot be tested, which says nothing bad about it.
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

/** An error in words only, for errors that are shown at once and never stored. */
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
