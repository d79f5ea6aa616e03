import { z } from "zod";
import { paragraphSchema } from "./statement";

/** Every way a run can fail. The texts and the exit codes depend on these stable codes. */
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
  /** Another program or a system policy denies DriveProof access to its own files. */
  "access-blocked",
  /** The system's error names no specific cause. */
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
  /** The failed system call; `null` if none was involved. */
  syscall: z.string().nullable(),
  /** errno or Windows error code; `null` if there is none. */
  osCode: z.number().int().nullable(),
  /** One or two plain sentences: what happened and what to do next. */
  message: z.string(),
  /** Byte offset in the test file, if known. */
  offset: z.number().int().nonnegative().nullable(),
  /**
   * Id of the running workload; `null` between workloads or if not known. A plain string, because
   * the file that lists the workloads imports this file.
   */
  during: z.string().nullable().default(null),
  /** `message` as statement codes; missing if only the text is known, as in older reports. */
  statements: paragraphSchema.optional(),
});
export type DriveError = z.infer<typeof driveErrorSchema>;

/** An error as host processes send it, with codes from which main makes the sentences. */
export const hostErrorSchema = driveErrorSchema
  .omit({ message: true })
  .extend({ statements: paragraphSchema });
export type HostError = z.infer<typeof hostErrorSchema>;
