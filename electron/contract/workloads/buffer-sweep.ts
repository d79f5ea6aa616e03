import { z } from "zod";
import { sequentialCountsSchema } from "../engine-counts";
import { count, nanoseconds, worstWindowSchema } from "../measures";

/** Sequential writes with ever larger buffers, through the page cache, to a new file. */

export const order = 2;
export const shortName = "buffer";

export const planSchema = z.object({
  bufferBytes: z.array(z.number().int().positive()).min(1),
  /** Whether to repeat the sweep without the page cache, which allows only some buffer sizes. */
  direct: z.boolean(),
  passes: z.number().int().positive(),
  /** Writing with one buffer size ends after this time or after `maxStepBytes`. */
  stepNs: z.number().int().positive(),
  maxStepBytes: z.number().int().positive(),
  /** One long write after the sweep, until its last flush has returned; `null`: left out. */
  stream: z
    .object({
      writeBytes: z.number().int().positive(),
      /** The long write ends after these bytes or after `maxNs`; its flush follows. */
      maxBytes: z.number().int().positive(),
      maxNs: z.number().int().positive(),
    })
    .nullable()
    .default(null),
});
export type BufferPlan = z.infer<typeof planSchema>;

const step = {
  bufferBytes: count,
  /** Whether the writes bypass the page cache. */
  direct: z.boolean(),
  pass: count,
};

export const options = {
  /** Whether the buffer sweep is repeated without the page cache. */
  direct: z.boolean(),
};

export const steps = [
  z.object({ kind: z.literal("buffer-step"), ...step }),
  z.object({ kind: z.literal("buffer-stream") }),
] as const;

export const events = [
  z.object({
    type: z.literal("buffer-step"),
    ...step,
    systemCall: z.string(),
    settleSystemCall: z.string(),
    /** The system's sentence if it refused this size, so that `counts` is `null`. */
    refusal: z.string().nullable(),
    counts: sequentialCountsSchema.nullable(),
  }),
  z.object({
    type: z.literal("buffer-stream"),
    systemCall: z.string(),
    unbuffered: z.boolean(),
    /** Why the writes went through the page cache; `null` if they bypassed it. */
    reason: z.string().nullable(),
    counts: sequentialCountsSchema.nullable(),
  }),
] as const;

/** Medians over the passes. */
export const bufferPointSchema = z.object({
  bufferBytes: count,
  bytesPerSecond: z.number().nonnegative(),
  systemCallsPerSecond: z.number().nonnegative(),
  /** Time in user mode, summed over the passes. */
  cpuUserNs: nanoseconds.nullable(),
  /** Time in the kernel, summed over the passes. */
  cpuSystemNs: nanoseconds.nullable(),
  elapsedNs: nanoseconds,
  bytes: count,
  systemCalls: count,
  /** Duration of the final flush, not part of `elapsedNs`. A pass without it is not counted. */
  settleNs: nanoseconds,
  /**
   * Share (0 to 1) of the elapsed time in which the processor worked for the writer. `null`, like
   * the processor times, if the system counts in steps too coarse for a pass.
   */
  cpuShare: z.number().nonnegative().nullable(),
  /** Bytes per second, final flush included: the drive's rate, not that of memory. */
  settledBytesPerSecond: z.number().nonnegative(),
  worstWindow: worstWindowSchema.nullable(),
});
export type BufferPoint = z.infer<typeof bufferPointSchema>;

export const bufferSweepSchema = z.object({
  /** Whether the writes bypass the page cache. */
  direct: z.boolean(),
  systemCall: z.string(),
  settleSystemCall: z.string(),
  points: z.array(bufferPointSchema),
  /** Sizes that could not be measured, with the system's reason. */
  skipped: z.array(z.object({ bufferBytes: count, reason: z.string() })),
  /**
   * Smallest buffer whose throughput is within 5 % of the plateau that the largest buffers reach;
   * `null` if the data show no plateau.
   */
  kneeBufferBytes: count.nullable(),
  limit: z.enum(["processor", "drive", "unclear"]),
});
export type BufferSweep = z.infer<typeof bufferSweepSchema>;

/** The long write at the end of the buffer sweep, timed until its last flush has returned. */
export const streamSchema = z.object({
  systemCall: z.string(),
  /**
   * Whether the writes bypassed the page cache. If not, a second thread flushed during the write.
   */
  unbuffered: z.boolean(),
  /** Why the writes went through the page cache; `null` if they bypassed it. */
  reason: z.string().nullable(),
  bytes: count,
  /** Elapsed time, the last flush included. */
  elapsedNs: nanoseconds,
  bytesPerSecond: z.number().nonnegative(),
});
export type Stream = z.infer<typeof streamSchema>;

export const results = {
  /** A sweep through the page cache and, if measured, one that bypasses it. */
  bufferSweeps: z.array(bufferSweepSchema),
  /** The long write at the end; `null` if not measured. */
  stream: streamSchema.nullable().default(null),
};

export const mostShown = { bufferSweeps: 50 };
