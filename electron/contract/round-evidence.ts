import { z } from "zod";
import { count, countsSchema } from "./measures";

const levelSchema = z.object({ device: z.string(), flushes: count, bytesWritten: count });

/** The computer's activity during one measurement; `null` if the system does not report it. */
export const roundEvidenceSchema = z.object({
  /** Every level of the device stack with counters, the one under the file system first. */
  levels: z.array(levelSchema).nullable(),
  /**
   * The upper levels of a device stack that could not be followed down to the drive. `null` if
   * `levels` has every level, or if nothing is counted.
   */
  followed: z.array(levelSchema).nullable(),
  /** Bytes that reached the uppermost device, the file system's own data included. */
  deviceBytesWritten: count.nullable(),
  /**
   * Other programs' writes to the drive under test. A lower bound: other users' processes cannot be
   * inspected. `null` if the bytes may have gone to another drive.
   */
  otherProgramsBytes: count.nullable(),
  /** Share (0 to 1) of the processors' time that other virtual machines took. */
  cpuStealShare: z.number().min(0).max(1).nullable(),
  throttleEvents: count.nullable(),
});
export type RoundEvidence = z.infer<typeof roundEvidenceSchema>;

/** Operations over time in at most 256 equal windows; each list has one entry per window. */
export const timelineCountsSchema = z.object({
  windowNs: count,
  /** Operations that ended in the window; 0 if one operation lasted throughout it. */
  operations: countsSchema,
  bytes: countsSchema,
  /** Latency of the slowest operation that ended in the window; `slowestAtNs` is its start. */
  slowestNs: countsSchema,
  slowestAtNs: countsSchema,
});
export type TimelineCounts = z.infer<typeof timelineCountsSchema>;
