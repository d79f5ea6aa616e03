import { z } from "zod";
import { flushModeIds } from "./flush-mode";

export const profileNames = ["smoke", "quick", "standard", "thorough"] as const;
export type ProfileName = (typeof profileNames)[number];

/** Tests this version has; `--tests` accepts these names. They run in this order. */
export const testNames = [
  "flush",
  "buffer",
  "interval",
  "chunked",
  "commits",
  "sustained",
] as const;
export type TestName = (typeof testNames)[number];

/** Those that run unless a person chooses: the long write is for those who ask for it. */
export const usualTests: readonly TestName[] = testNames.filter((test) => test !== "sustained");

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
  /**
   * Rewrites are begun this often, and a latency counts from when an operation was due; `null`: as
   * fast as the drive goes.
   */
  paceOperationsPerSecond: z.number().positive().nullable(),
  /**
   * The second layout: every write makes the file longer, as saving a new file does. It comes after
   * the rewrites, with the same block and modes; `null`: left out.
   */
  append: z
    .object({
      rounds: z.number().int().positive(),
      roundNs: z.number().int().positive(),
      maxRoundBytes: z.number().int().positive(),
    })
    .nullable(),
  /**
   * Saves after a rest, as a program makes them that saves now and then: the drive and the writer idle
   * for so long before each. In the rewritten file, in the ordinary way of saving, between the rounds;
   * `null`: left out.
   */
  spaced: z
    .object({
      rounds: z.number().int().positive(),
      roundNs: z.number().int().positive(),
      idleNs: z.number().int().positive(),
    })
    .nullable()
    .default(null),
});
export type FlushPlan = z.infer<typeof flushPlanSchema>;

/** Workload W4: sequential writes with a growing buffer, through the page cache, to a new file. */
export const bufferPlanSchema = z.object({
  bufferBytes: z.array(z.number().int().positive()).min(1),
  /** Once more around the page cache, with the sizes the system allows there. */
  direct: z.boolean(),
  passes: z.number().int().positive(),
  /** A step ends after this time or these bytes, whichever comes first. */
  stepNs: z.number().int().positive(),
  maxStepBytes: z.number().int().positive(),
  /** A stream after the sweep, until its last flush has returned; `null`: left out. */
  stream: z
    .object({
      writeBytes: z.number().int().positive(),
      /** Writing ends after these bytes or this time; the flush comes after it. */
      maxBytes: z.number().int().positive(),
      maxNs: z.number().int().positive(),
    })
    .nullable()
    .default(null),
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
  /** The primitives of the syncs, one ladder each; `null`: the operating system's usual ones. */
  modes: z.array(z.enum(flushModeIds)).min(1).nullable(),
  /** A trial is stopped after this time and its time extrapolated from what it wrote. */
  capNs: z.number().int().positive(),
});
export type IntervalPlan = z.infer<typeof intervalPlanSchema>;

/** Workload W2: a total in chunks with a sync after each, in every mode. */
export const chunkedPlanSchema = z.object({
  totalBytes: z.number().int().positive(),
  chunkBytes: z.number().int().positive(),
  /** Through all modes, every other one in the opposite order; version 1 once had a single one. */
  passes: z.number().int().positive().default(1),
  /** A mode is stopped after this time in each pass and its time extrapolated from what it wrote. */
  capNs: z.number().int().positive(),
});
export type ChunkedPlan = z.infer<typeof chunkedPlanSchema>;

export const commitEngines = ["append-log", "sqlite", "mdbx"] as const;
export type CommitEngine = (typeof commitEngines)[number];

/** Workload W3: records inserted in transactions, durable against relaxed, by real databases. */
export const commitsPlanSchema = z.object({
  engines: z.array(z.enum(commitEngines)).min(1),
  shapes: z
    .array(
      z.object({
        recordsPerTransaction: z.number().int().positive(),
        transactions: z.number().int().positive(),
      }),
    )
    .min(1),
  keyBytes: z.number().int().positive(),
  valueBytes: z.number().int().positive(),
  /** One engine with one shape and one durability ends after this time, between two commits. */
  capNs: z.number().int().positive(),
});
export type CommitsPlan = z.infer<typeof commitsPlanSchema>;

/** One long write around the page cache, until the speed has settled or a limit is reached. */
export const sustainedPlanSchema = z.object({
  maxBytes: z.number().int().positive(),
  maxNs: z.number().int().positive(),
  writeBytes: z.number().int().positive(),
});
export type SustainedPlan = z.infer<typeof sustainedPlanSchema>;

export const runPlanSchema = z.object({
  profile: z.enum(profileNames),
  /** Empty in the report of a plug test, where none of these was run. */
  tests: z.array(z.enum(testNames)),
  flush: flushPlanSchema,
  buffer: bufferPlanSchema,
  interval: intervalPlanSchema,
  chunked: chunkedPlanSchema,
  commits: commitsPlanSchema,
  sustained: sustainedPlanSchema,
});
export type RunPlan = z.infer<typeof runPlanSchema>;

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const gibibyte = 1024 * mebibyte;
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
    buffer: bufferPlan(1, 150 * millisecond, 64, false, [128, second]),
    interval: intervalPlan(16, 1, 500 * millisecond),
    chunked: chunkedPlan(16, 2, 250 * millisecond),
    commits: commitsPlan([50, 10, 4], 10_000, 200 * millisecond),
    sustained: sustainedPlan(2, 10 * second),
  }),
  quick: () => ({
    flush: flushPlan(128, 4, 1200 * millisecond, 100 * millisecond, 256),
    buffer: bufferPlan(2, 300 * millisecond, 64, false, [512, 2 * second]),
    interval: intervalPlan(256, 1, 1500 * millisecond),
    chunked: chunkedPlan(128, 2, 750 * millisecond),
    commits: commitsPlan([200, 50, 10], 20_000, 600 * millisecond),
    sustained: sustainedPlan(8, 60 * second),
  }),
  standard: () => ({
    flush: flushPlan(256, 5, 2400 * millisecond, 200 * millisecond, 256),
    buffer: bufferPlan(3, 500 * millisecond, 128, true, [2048, 4 * second]),
    interval: intervalPlan(1024, 3, 1200 * millisecond),
    chunked: chunkedPlan(512, 2, 1500 * millisecond),
    commits: commitsPlan([1000, 100, 10], 100_000, 2 * second),
    sustained: sustainedPlan(64, 600 * second),
  }),
  thorough: () => ({
    flush: flushPlan(512, 12, 8 * second, 200 * millisecond, 512),
    // Not 4 GiB, which FAT32 has no files of.
    buffer: bufferPlan(5, second, 256, true, [3072, 8 * second]),
    interval: intervalPlan(1024, 3, 8 * second),
    chunked: chunkedPlan(1024, 4, 3 * second),
    commits: commitsPlan([1000, 100, 10], 100_000, 10 * second),
    sustained: sustainedPlan(256, 2400 * second),
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
    paceOperationsPerSecond: null,
    // Fewer and shorter rounds: what is asked here is how many flushes a longer file costs.
    append: {
      rounds: Math.min(rounds, 3),
      roundNs: Math.ceil(roundNs / 2),
      maxRoundBytes: 64 * mebibyte,
    },
    // Some twenty-five saves in each, of drives that take a millisecond for one.
    spaced: { rounds, roundNs: Math.max(300 * millisecond, roundNs / 4), idleNs: 10 * millisecond },
  };
}

function bufferPlan(
  passes: number,
  stepNs: number,
  maxStepMebibytes: number,
  direct: boolean,
  [streamMebibytes, streamNs]: readonly [number, number],
): BufferPlan {
  return {
    bufferBytes: [...sweptBufferBytes],
    direct,
    passes,
    stepNs,
    maxStepBytes: maxStepMebibytes * mebibyte,
    // Large enough to keep several commands of a fast drive under way at once.
    stream: { writeBytes: 8 * mebibyte, maxBytes: streamMebibytes * mebibyte, maxNs: streamNs },
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
    modes: null,
    capNs,
  };
}

function chunkedPlan(totalMebibytes: number, passes: number, capNs: number): ChunkedPlan {
  return { totalBytes: totalMebibytes * mebibyte, chunkBytes: mebibyte, passes, capNs };
}

/** The four batch shapes of the published note, 10 records to `largest`; fewer when short. */
function commitsPlan(
  [tens, hundreds, thousands]: readonly [number, number, number],
  largest: number,
  capNs: number,
): CommitsPlan {
  return {
    engines: [...commitEngines],
    shapes: [
      { recordsPerTransaction: 10, transactions: tens },
      { recordsPerTransaction: 100, transactions: hundreds },
      { recordsPerTransaction: 1000, transactions: thousands },
      { recordsPerTransaction: largest, transactions: 1 },
    ],
    keyBytes: 16,
    valueBytes: 100,
    capNs,
  };
}

function sustainedPlan(maxGibibytes: number, maxNs: number): SustainedPlan {
  return { maxBytes: maxGibibytes * gibibyte, maxNs, writeBytes: mebibyte };
}

export function planFor(profile: ProfileName, tests: readonly TestName[] = usualTests): RunPlan {
  return { profile, tests: [...tests], ...profiles[profile]() };
}

/**
 * Room the largest database of the plan may take with its journal. The factor is generous: pages
 * are half full after random inserts, and a write-ahead log holds every page once more.
 */
function largestDatabaseBytes(plan: CommitsPlan): number {
  const records = plan.shapes.map((shape) => shape.recordsPerTransaction * shape.transactions);
  return 8 * (plan.keyBytes + plan.valueBytes) * Math.max(...records) + 16 * mebibyte;
}

/**
 * Size of the largest file a test of the plan makes; one test's file is gone before the next. Where
 * changed data goes to a new place, a file that is rewritten needs its size a second time.
 */
export function largestFileBytes(plan: RunPlan, copiesOnWrite = false): number {
  const rewritten = copiesOnWrite ? 2 : 1;
  const fileBytes: Record<TestName, number> = {
    flush: Math.max(rewritten * plan.flush.fileBytes, plan.flush.append?.maxRoundBytes ?? 0),
    buffer: Math.max(plan.buffer.maxStepBytes, plan.buffer.stream?.maxBytes ?? 0),
    interval: rewritten * plan.interval.totalBytes,
    chunked: rewritten * plan.chunked.totalBytes,
    commits: largestDatabaseBytes(plan.commits),
    sustained: plan.sustained.maxBytes,
  };
  return Math.max(...plan.tests.map((test) => fileBytes[test]));
}

/**
 * Free space a volume must have: the largest file, twice where the file system copies on write, and
 * a tenth (at least 64 MiB) to spare.
 */
export function requiredFreeBytes(plan: RunPlan, copiesOnWrite = false): number {
  const fileBytes = largestFileBytes(plan, copiesOnWrite);
  return fileBytes + Math.max(64 * mebibyte, Math.ceil(fileBytes / 10));
}
