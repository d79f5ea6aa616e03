import { z } from "zod";
import { flushModeIds } from "./flush-mode";

export const profileNames = ["smoke", "quick", "standard", "thorough"] as const;
export type ProfileName = (typeof profileNames)[number];

/** Tests this version has; `--tests` accepts these names. */
export const testNames = ["flush"] as const;
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

export const runPlanSchema = z.object({
  profile: z.enum(profileNames),
  tests: z.array(z.enum(testNames)).min(1),
  flush: flushPlanSchema,
});
export type RunPlan = z.infer<typeof runPlanSchema>;

const mebibyte = 1024 * 1024;
const millisecond = 1_000_000;
const second = 1000 * millisecond;

const flushPlans: Readonly<Record<ProfileName, FlushPlan>> = {
  smoke: flushPlan(64, 3, 500 * millisecond, 100 * millisecond, 256),
  quick: flushPlan(128, 5, 2200 * millisecond, 100 * millisecond, 256),
  standard: flushPlan(256, 8, 4800 * millisecond, 200 * millisecond, 256),
  thorough: flushPlan(512, 16, 10 * second, 200 * millisecond, 512),
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

export function planFor(profile: ProfileName, tests: readonly TestName[] = testNames): RunPlan {
  return { profile, tests: [...tests], flush: { ...flushPlans[profile] } };
}

/** Free space a volume must have: the test file and a tenth (at least 64 MiB) to spare. */
export function requiredFreeBytes(plan: RunPlan): number {
  return plan.flush.fileBytes + Math.max(64 * mebibyte, Math.ceil(plan.flush.fileBytes / 10));
}
