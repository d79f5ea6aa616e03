import { z } from "zod";
import type { FlushModeId } from "./flush-mode";
import { workloadOptions } from "./workloads";

/**
 * What a person may change about a profile's plan ("More options" in the window). The rest is
 * fixed, so that figures of one profile can be compared.
 */

export const planOptionsSchema = z.strictObject(workloadOptions);
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
