import { z } from "zod";
import { sequentialCountsSchema } from "../engine-counts";
import { flushModeIds } from "../flush-mode";
import { count, intervalSchema, latencySchema, nanoseconds, worstWindowSchema } from "../measures";
import { outcomeFields } from "../statement";

/** A fixed number of bytes, written in chunks with a sync after each, in every flush mode. */

export const order = 4;
export const shortName = "chunked";

export const planSchema = z.object({
  totalBytes: z.number().int().positive(),
  chunkBytes: z.number().int().positive(),
  /** Number of passes through all flush modes; every second one goes in the opposite order. */
  passes: z.number().int().positive().default(1),
  /** A mode is stopped at this limit in a pass, and its time for all bytes is extrapolated. */
  capNs: z.number().int().positive(),
});
export type ChunkedPlan = z.infer<typeof planSchema>;

const turn = { mode: z.enum(flushModeIds), pass: count };

export const steps = [z.object({ kind: z.literal("chunked-mode"), ...turn })] as const;

export const events = [
  z.object({
    type: z.literal("chunked-mode"),
    ...turn,
    systemCall: z.string(),
    /** The system's sentence if it refused this flush mode, so that `counts` is `null`. */
    refusal: z.string().nullable(),
    counts: sequentialCountsSchema.nullable(),
  }),
] as const;

export const chunkedModeSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  ...outcomeFields,
  /** Time to write all bytes: the median of the passes. */
  elapsedNs: nanoseconds.nullable(),
  /** Whether any of the mode's passes was extrapolated. */
  extrapolated: z.boolean(),
  /** The passes in the order of measurement; empty in reports with a single pass. */
  passes: z
    .array(z.object({ pass: count, elapsedNs: nanoseconds, extrapolated: z.boolean() }))
    .default([]),
  /** Confidence interval of the median; `null` for fewer than two passes. */
  elapsedIntervalNs: intervalSchema.nullable().default(null),
  /** Time relative to the fastest mode. `null` if the passes disagree about it. */
  ratioToFastest: z.number().nonnegative().nullable(),
  /** Latency of one chunk, its sync included. */
  latencyNs: latencySchema.nullable(),
  worstWindow: worstWindowSchema.nullable(),
});
export type ChunkedMode = z.infer<typeof chunkedModeSchema>;

export const chunkedSchema = z.object({
  totalBytes: count,
  chunkBytes: count,
  modes: z.array(chunkedModeSchema),
});
export type Chunked = z.infer<typeof chunkedSchema>;

export const results = {
  /** Results of the writes in chunks; `null` if not measured. */
  chunked: chunkedSchema.nullable(),
};
