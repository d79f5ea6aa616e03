import { z } from "zod";
import { hostErrorSchema } from "../drive-error-schema";
import { cpuCounts, latencyCountsSchema } from "../engine-counts";
import { type FlushModeId, flushModeIds, type Guarantee } from "../flush-mode";
import { count, latencySchema, nanoseconds } from "../measures";
import { type FlushModeResult, flushModeResultSchema, flushRoundSchema } from "../mode-result";
import { roundEvidenceSchema, timelineCountsSchema } from "../round-evidence";

/** The main test: every flush mode of the system rewrites random blocks of 4 KiB. */

export const order = 1;
export const shortName = "flush";

export const planSchema = z.object({
  fileBytes: z.number().int().positive(),
  blockBytes: z.number().int().positive(),
  rounds: z.number().int().positive(),
  /** Measured time of one mode in one round. */
  roundNs: z.number().int().positive(),
  /** Warm-up before the measured part of each round, left out of every figure. */
  warmupNs: z.number().int().nonnegative(),
  /**
   * A round ends early after this many bytes: modes that only reach memory would write tens of
   * gigabytes and wear the drive without new insight.
   */
  maxRoundBytes: z.number().int().positive(),
  /** The operating system's modes, unless a person chose fewer. */
  modes: z.array(z.enum(flushModeIds)).min(1),
  /** Latency counts from when an operation was due. `null`: as fast as the drive allows. */
  paceOperationsPerSecond: z.number().positive().nullable(),
  /**
   * The second layout, measured after the rewrites with the same block size and modes: every write
   * extends the file, as saving a new file does. `null`: left out.
   */
  append: z
    .object({
      rounds: z.number().int().positive(),
      roundNs: z.number().int().positive(),
      maxRoundBytes: z.number().int().positive(),
    })
    .nullable(),
  /**
   * Saves after a rest, like those of a program that saves now and then: between the rounds, drive
   * and writer are idle for `idleNs` before each ordinary save to the rewritten file. `null`: left
   * out.
   */
  spaced: z
    .object({
      rounds: z.number().int().positive(),
      roundNs: z.number().int().positive(),
      idleNs: z.number().int().positive(),
    })
    .nullable()
    .default(null),
  /**
   * Measures plain writes (mode `none`) once more, after the whole file was refilled in calls of
   * `pieceBytes` instead of single blocks, which changes how the page cache stores the file.
   * Follows only `rounds` of the rounds, among them the first and the last. `null`: left out.
   */
  plainWrites: z
    .object({ rounds: z.number().int().positive(), pieceBytes: z.number().int().positive() })
    .nullable()
    .default(null),
});
export type FlushPlan = z.infer<typeof planSchema>;

/**
 * Where the writes go: the prepared file, its growing end, the prepared file after a rest before
 * each write, or the prepared file after it was refilled in larger pieces.
 */
export const flushLayouts = ["rewrite", "append", "spaced", "refilled"] as const;
export type FlushLayout = (typeof flushLayouts)[number];

export const options = {
  /** Whether the flush modes also save to a file that grows. */
  append: z.boolean(),
};

export const steps = [
  z.object({
    kind: z.literal("flush-round"),
    layout: z.enum(flushLayouts),
    mode: z.enum(flushModeIds),
    round: count,
  }),
] as const;

export const flushRoundCountsSchema = z.object({
  mode: z.enum(flushModeIds),
  round: count,
  operations: count,
  bytes: count,
  elapsedNs: count,
  ...cpuCounts,
  latency: latencyCountsSchema,
  timeline: timelineCountsSchema,
  /** Flush commands that passed every level of the device stack; `null` if not counted. */
  deviceFlushes: count.nullable(),
  evidence: roundEvidenceSchema,
  startedAt: z.iso.datetime(),
  /** Whether this is a second measurement, made because the first was disturbed. */
  repeated: z.boolean(),
  endedBy: z.enum(["time", "bytes", "stopped", "error"]),
});
export type FlushRoundCounts = z.infer<typeof flushRoundCountsSchema>;

export const availableModeSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  /** The system's refusal in words; `null` if the mode can be used in the test folder. */
  refusal: z.string().nullable(),
});
export type AvailableMode = z.infer<typeof availableModeSchema>;

export const events = [
  /** The flush modes that this folder supports; sent as soon as the test file is open. */
  z.object({ type: z.literal("modes"), modes: z.array(availableModeSchema) }),
  z.object({
    type: z.literal("flush-round"),
    layout: z.enum(flushLayouts),
    systemCall: z.string(),
    counts: flushRoundCountsSchema,
  }),
  /** The computer slept, or the program was halted, in each attempt at this round. */
  z.object({
    type: z.literal("flush-round-left-out"),
    layout: z.enum(flushLayouts),
    mode: z.enum(flushModeIds),
    round: count,
    counts: z.null(),
  }),
  /** A mode failed in a round; it is not tried again. */
  z.object({
    type: z.literal("mode-failed"),
    layout: z.enum(flushLayouts),
    mode: z.enum(flushModeIds),
    error: hostErrorSchema,
  }),
] as const;

/** Saves after a rest in `leadingSaveMode()`. A rate would only show how long the rests are. */
export const spacedSavesSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  /** The rest: the time from the end of one save to the start of the next. */
  idleNs: nanoseconds,
  operations: count,
  rounds: z.array(flushRoundSchema.omit({ iops: true, repeated: true })),
  latencyNs: latencySchema,
  deviceFlushesPerSync: z.number().nonnegative().nullable(),
});
export type SpacedSaves = z.infer<typeof spacedSavesSchema>;

/**
 * Plain writes (mode `none`), compared by how the file was filled before. Such writes end in the
 * page cache, in which Linux stores the data of one call as one piece (a large folio) if the file
 * system supports large folios.
 */
export const plainWritesSchema = z.object({
  systemCall: z.string(),
  /**
   * For each state of the file: first filled block by block, as in the rounds of `flushModes`;
   * then, if measured, filled in larger pieces.
   */
  states: z
    .array(
      z.object({
        /** Bytes of each call that filled the file. */
        pieceBytes: count,
        operations: count,
        /** The median of the rounds. */
        iops: z.number().nonnegative(),
        iopsMin: z.number().nonnegative(),
        iopsMax: z.number().nonnegative(),
        /** The median length: plain writes reach their byte limit before the planned time. */
        roundNs: nanoseconds,
        latencyNs: latencySchema.nullable(),
      }),
    )
    .min(1)
    .max(2),
  /** Rounds after the refilling; each has the number of its round in `flushModes`. */
  refilledRounds: z.array(flushRoundSchema),
  /** Rate before the refilling divided by the rate after it: the median of the rounds. */
  ratio: z.number().positive().nullable(),
});
export type PlainWrites = z.infer<typeof plainWritesSchema>;

export const results = {
  flushModes: z.array(flushModeResultSchema),
  /** The second layout, in which every write makes the file longer. `null` if not measured. */
  appendModes: z.array(flushModeResultSchema).nullable(),
  /** The ordinary save after a rest. `null` if not measured. */
  spacedSaves: spacedSavesSchema.nullable().default(null),
  /**
   * How the size of the writes that filled the file affects plain writes. `null` if not measured.
   */
  plainWrites: plainWritesSchema.nullable().default(null),
};

export const mostShown = { flushModes: 100, appendModes: 100 };

export interface LiveMode {
  readonly mode: FlushModeId;
  readonly systemCall: string;
  readonly guarantee: Guarantee;
  readonly status: "waiting" | "running" | "measured" | "unavailable" | "failed";
  readonly reason: string | null;
  /** Median rate of the finished rounds; before one has finished, the rate of the running one. */
  readonly iops: number | null;
  readonly roundsDone: number;
}

/** One point of the window's chart of the last seconds. */
export interface LiveSample {
  /** Time since the start of the inspection. */
  readonly atNs: number;
  readonly mode: FlushModeId;
  /** Saves per second; 0 if none ended in this interval because the drive was busy all the time. */
  readonly iops: number;
}

/**
 * What the window shows while this workload runs, instead of its results; exists only as a type.
 */
export declare const live: {
  readonly modes: readonly LiveMode[];
  /** The last 30 seconds, at most 300 points, oldest first. */
  readonly samples: readonly LiveSample[];
  /** Latency of the running mode so far, `null` if too few operations were seen. */
  readonly p50Ns: number | null;
  readonly p99Ns: number | null;
  readonly appendModes: FlushModeResult[] | null;
};
