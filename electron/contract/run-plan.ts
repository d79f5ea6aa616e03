import { z } from "zod";
import { flushModeIds } from "./flush-mode";

export const profileNames = ["smoke", "quick", "standard", "thorough"] as const;
export type ProfileName = (typeof profileNames)[number];

/** Tests this version has; `--tests` accepts these names. They run in this order. */
export const testNames = ["flush", "buffer", "interval", "chunked"] as const;
export type TestName = (typeof testNames)[number];

export const flushPlanSchema = z.object({
  fileBytes: z.number().int().positive(),
  blockBytes: z.number().int().positive(),
  rounds: z.number().int().positive(),
  /** Measured time of one mode in one round. */
  roundNs: z.number().int().positive(),
  /** Written before the measured part of each round and left out of every figure. */
  warmupNs: z.number().int().nonnegative(),
  /**
   * A round ends early after this many bytes: modes that only reach memory would otherwise write
   * tens of gigabytes and wear the drive without telling anything new.
   */
  maxRoundBytes: z.number().int().positive(),
  /** `null`: every mode the operating system has. */
  modes: z.array(z.enum(flushModeIds)).nullable(),
});
export type FlushPlan = z.infer<typeof flushPlanSchema>;

/** Workload W4: sequential writes with a growing buffer, through the page cache, to a new file. */
export const bufferPlanSchema = z.object({
  bufferBytes: z.array(z.number().int().positive()).min(1),
  passes: z.number().int().positive(),
  /** A step ends after this time or these bytes, whichever comes first. */
  stepNs: z.number().int().positive(),
  maxStepBytes: z.number().int().positive(),
});
export type BufferPlan = z.infer<typeof bufferPlanSchema>;

/** Workload W5: a total in small writes, synced never, at the end, every so often, or beside. */
export const intervalPlanSchema = z.object({
  totalBytes: z.number().int().positive(),
  blockBytes: z.number().int().positive(),
  /** Strategies "every", largest interval first. */
  intervalsBytes: z.array(z.number().int().positive()),
  /** Strategy "background": the second thread syncs at this interval. */
  backgroundNs: z.number().int().positive(),
  trials: z.number().int().positive(),
  /** A trial is stopped after this time and its time extrapolated from what it wrote. */
  capNs: z.number().int().positive(),
});
export type IntervalPlan = z.infer<typeof intervalPlanSchema>;

/** Workload W2: a total in chunks with a sync after each, in every mode. */
export const chunkedPlanSchema = z.object({
  totalBytes: z.number().int().positive(),
  chunkBytes: z.number().int().positive(),
  /** A mode is stopped after this time and its time extrapolated from what it wrote. */
  capNs: z.number().int().positive(),
});
export type ChunkedPlan = z.infer<typeof chunkedPlanSchema>;

export const runPlanSchema = z.object({
  profile: z.enum(profileNames),
  tests: z.array(z.enum(testNames)).min(1),
  flush: flushPlanSchema,
  buffer: bufferPlanSchema,
  interval: intervalPlanSchema,
  chunked: chunkedPlanSchema,
});
export type RunPlan = z.infer<typeof runPlanSchema>;

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const millisecond = 1_000_000;
const second = 1000 * millisecond;

type ProfilePlan = Omit<RunPlan, "profile" | "tests">;

/** 512 B to 16 MiB in powers of two. */
const sweptBufferBytes = Array.from({ length: 16 }, (_, step) => 512 * 2 ** step);
const ladderBytes = [
  100 * mebibyte,
  10 * mebibyte,
  mebibyte,
  ...[512, 256, 128, 64, 32, 16, 4].map((size) => size * kibibyte),
];

const profiles: Readonly<Record<ProfileName, () => ProfilePlan>> = {
  smoke: () => ({
    flush: flushPlan(64, 3, 400 * millisecond, 100 * millisecond, 256),
    buffer: bufferPlan(1, 150 * millisecond, 64),
    interval: intervalPlan(16, 1, 500 * millisecond),
    chunked: chunkedPlan(32, 500 * millisecond),
  }),
  quick: () => ({
    flush: flushPlan(128, 4, 1200 * millisecond, 100 * millisecond, 256),
    buffer: bufferPlan(2, 300 * millisecond, 64),
    interval: intervalPlan(256, 1, 1500 * millisecond),
    chunked: chunkedPlan(256, 1500 * millisecond),
  }),
  standard: () => ({
    flush: flushPlan(256, 5, 2400 * millisecond, 200 * millisecond, 256),
    buffer: bufferPlan(3, 500 * millisecond, 128),
    interval: intervalPlan(1024, 3, 1200 * millisecond),
    chunked: chunkedPlan(1024, 3 * second),
  }),
  thorough: () => ({
    flush: flushPlan(512, 12, 8 * second, 200 * millisecond, 512),
    buffer: bufferPlan(5, second, 256),
    interval: intervalPlan(1024, 3, 8 * second),
    chunked: chunkedPlan(1024, 12 * second),
  }),
};

function flushPlan(
  fileMebibytes: number,
  rounds: number,
  roundNs: number,
  warmupNs: number,
  maxRoundMebibytes: number,
): FlushPlan {
  return {
    fileBytes: fileMebibytes * mebibyte,
    blockBytes: 4096,
    rounds,
    roundNs,
    warmupNs,
    maxRoundBytes: maxRoundMebibytes * mebibyte,
    modes: null,
  };
}

function bufferPlan(passes: number, stepNs: number, maxStepMebibytes: number): BufferPlan {
  return {
    bufferBytes: [...sweptBufferBytes],
    passes,
    stepNs,
    maxStepBytes: maxStepMebibytes * mebibyte,
  };
}

/** Intervals that do not fit at least twice into the total would be the strategy "end" again. */
function intervalPlan(totalMebibytes: number, trials: number, capNs: number): IntervalPlan {
  const totalBytes = totalMebibytes * mebibyte;
  return {
    totalBytes,
    blockBytes: 4096,
    intervalsBytes: ladderBytes.filter((bytes) => 2 * bytes <= totalBytes),
    backgroundNs: 100 * millisecond,
    trials,
    capNs,
  };
}

function chunkedPlan(totalMebibytes: number, capNs: number): ChunkedPlan {
  return { totalBytes: totalMebibytes * mebibyte, chunkBytes: mebibyte, capNs };
}

export function planFor(profile: ProfileName, tests: readonly TestName[] = testNames): RunPlan {
  return { profile, tests: [...tests], ...profiles[profile]() };
}

/** Size of the largest file a test of the plan makes; one test's file is gone before the next. */
export function largestFileBytes(plan: RunPlan): number {
  const fileBytes: Record<TestName, number> = {
    flush: plan.flush.fileBytes,
    buffer: plan.buffer.maxStepBytes,
    interval: plan.interval.totalBytes,
    chunked: plan.chunked.totalBytes,
  };
  return Math.max(...plan.tests.map((test) => fileBytes[test]));
}

/** Free space a volume must have: the largest file and a tenth (at least 64 MiB) to spare. */
export function requiredFreeBytes(plan: RunPlan): number {
  const fileBytes = largestFileBytes(plan);
  return fileBytes + Math.max(64 * mebibyte, Math.ceil(fileBytes / 10));
}
