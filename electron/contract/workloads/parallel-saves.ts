import { z } from "zod";
import { hostErrorSchema } from "../drive-error-schema";
import { latencyCountsSchema } from "../engine-counts";
import { flushModeIds } from "../flush-mode";
import { count, intervalSchema, latencySchema, nanoseconds, timedRounds } from "../measures";
import { outcomeFields } from "../statement";

/** Several programs that save at once: each writer is a thread with its own file. */

export const order = 8;
export const shortName = "parallel";

const plan = z.object({
  /** Numbers of writers to measure; empty in reports of versions without this workload. */
  writers: z.array(z.number().int().positive()),
  modes: z.array(z.enum(flushModeIds)),
  /** Size of each writer's file, which is rewritten at random. */
  fileBytes: z.number().int().positive(),
  blockBytes: z.number().int().positive(),
  /** Each round has every mode with every number of writers; `maxRoundBytes` limits each writer. */
  ...timedRounds,
});
export type ParallelPlan = z.infer<typeof plan>;

const none: ParallelPlan = {
  writers: [],
  modes: [],
  fileBytes: 4096,
  blockBytes: 4096,
  rounds: 1,
  roundNs: 1,
  warmupNs: 1,
  maxRoundBytes: 1,
};
export const planSchema = plan.default(none);

const round = { mode: z.enum(flushModeIds), writers: count, round: count };

export const steps = [z.object({ kind: z.literal("parallel-round"), ...round })] as const;
export type ParallelStep = z.infer<(typeof steps)[0]>;

export const writerCountsSchema = z.object({
  operations: count,
  bytes: count,
  elapsedNs: count,
  /** Start of this writer, counted from the start of the first writer. */
  startNs: count,
  /** The end of this writer, counted from the start of the first writer. */
  endNs: count,
  latency: latencyCountsSchema,
  endedBy: z.enum(["time", "bytes", "stopped", "error"]),
});
export type WriterCounts = z.infer<typeof writerCountsSchema>;

export const parallelCountsSchema = z.object({
  each: z.array(writerCountsSchema),
  deviceFlushes: count.nullable(),
});
export type ParallelCounts = z.infer<typeof parallelCountsSchema>;

export const events = [
  z.object({
    type: z.literal("parallel-round"),
    ...round,
    systemCall: z.string(),
    /** The system's sentence if it refused this flush mode, so that `counts` is `null`. */
    refusal: z.string().nullable(),
    counts: parallelCountsSchema.nullable(),
    error: hostErrorSchema.nullable(),
  }),
] as const;

export const parallelSaveSchema = z.object({
  mode: z.enum(flushModeIds),
  writers: z.number().int().positive(),
  systemCall: z.string(),
  ...outcomeFields,
  /** Saves of all writers in all rounds. */
  operations: count,
  /** The rate of all writers together: the median of the rounds. */
  iops: z.number().nonnegative().nullable(),
  /** Confidence interval of the median; `null` for fewer than two rounds. */
  iopsInterval: intervalSchema.nullable(),
  rounds: z.array(
    z.object({
      round: count,
      iops: z.number().nonnegative(),
      operations: count,
      /** Time from the start of the first writer to the end of the last. */
      elapsedNs: nanoseconds,
      /** The share of `elapsedNs` in which all writers were writing. */
      overlap: z.number().min(0).max(1).nullable().default(null),
      deviceFlushes: count.nullable(),
    }),
  ),
  /** Latency of one save, over all writers. */
  latencyNs: latencySchema.nullable(),
  /** Each writer's 99th percentile; `null` if the writer made too few saves to know it. */
  writerP99Ns: z.array(nanoseconds.nullable()),
  /** Flush commands that reached the drive per save; `null` if not counted on this system. */
  deviceFlushesPerSync: z.number().nonnegative().nullable(),
});
export type ParallelSave = z.infer<typeof parallelSaveSchema>;

export const results = {
  /** One result for each mode and number of writers; `null` if not measured. */
  parallelSaves: z.array(parallelSaveSchema).nullable().default(null),
};

export const mostShown = { parallelSaves: 200 };
