import { z } from "zod";
import { count, countsSchema } from "./measures";

const levelSchema = z.object({ device: z.string(), flushes: count, bytesWritten: count });

/** What the computer did during one measurement; `null`: the system does not say. */
export const roundEvidenceSchema = z.object({
  /** Every counting level of the device stack, the one under the file system first. */
  levels: z.array(levelSchema).nullable(),
  /**
   * The same where the stack cannot be followed to the drive: the levels down to there. `null`
   * where `levels` has them all, and where nothing is counted.
   */
  followed: z.array(levelSchema).nullable(),
  /** What reached the uppermost device, the file system's own data included. */
  deviceBytesWritten: count.nullable(),
  /**
   * To the drive under test. A lower bound: processes of other users cannot be looked at. `null`
   * where it may have been another drive.
   */
  otherProgramsBytes: count.nullable(),
  /** Share (0 to 1) of the processors' time that other virtual machines took. */
  cpuStealShare: z.number().min(0).max(1).nullable(),
  throttleEvents: count.nullable(),
});
export type RoundEvidence = z.infer<typeof roundEvidenceSchema>;

/** What happened when, in windows of equal length; one entry per window in each list. */
export const timelineCountsSchema = z.object({
  windowNs: count,
  /** Operations that ended in the window; 0 where one took longer than the window. */
  operations: countsSchema,
  bytes: countsSchema,
  /** Of the slowest operation that ended in the window: its latency, and when it began. */
  slowestNs: countsSchema,
  slowestAtNs: countsSchema,
});
export type TimelineCounts = z.infer<typeof timelineCountsSchema>;
