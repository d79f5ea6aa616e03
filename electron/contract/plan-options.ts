import { z } from "zod";
import { type FlushModeId, syncCallModeIds } from "./flush-mode";
import { commitDatabases } from "./workloads/commits";

/**
 * What a person may change about a profile's plan ("More options" in the window). The rest is
 * fixed, so that figures of one profile can be compared.
 */

const areDistinct = <T extends string>(list: readonly T[]) => new Set(list).size === list.length;

export const planOptionsSchema = z.strictObject({
  /** The flush modes also save to a file that grows. */
  append: z.boolean(),
  /** The buffer sweep also bypasses the page cache. */
  direct: z.boolean(),
  /** The primitives of the sync-interval workload, one series of trials each. */
  syncModes: z
    .array(z.enum(syncCallModeIds))
    .min(1)
    .max(syncCallModeIds.length)
    .refine(areDistinct),
  /** The databases of the commits workload. */
  engines: z.array(z.enum(commitDatabases)).min(1).max(commitDatabases.length).refine(areDistinct),
});
export type PlanOptions = z.infer<typeof planOptionsSchema>;

/** Only what differs from the profile. */
export const planChangesSchema = planOptionsSchema.partial();
export type PlanChanges = z.infer<typeof planChangesSchema>;

/** What only the command line changes: figures of the window keep to their profile there. */
export interface FreeChanges extends PlanChanges {
  /** The flush modes, in the order of the list. */
  readonly modes?: readonly FlushModeId[] | undefined;
  /** Saves a second of the flush modes; `null`: as many as there can be. */
  readonly paceOperationsPerSecond?: number | null | undefined;
  /** The most that the long write writes. */
  readonly sustainedBytes?: number | undefined;
  /** The most that the size test writes. */
  readonly capacityBytes?: number | undefined;
}
