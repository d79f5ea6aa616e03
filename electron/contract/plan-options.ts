import { z } from "zod";
import { syncCallModeIds } from "./flush-mode";
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
