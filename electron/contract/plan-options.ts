import { z } from "zod";
import type { FlushModeId } from "./flush-mode";
import { workloadOptions } from "./workloads";

/**
 * What a person may change in a profile's plan ("More options" in the window). All other options
 * are fixed, so that figures of one profile can be compared.
 */

export const planOptionsSchema = z.strictObject(workloadOptions);
export type PlanOptions = z.infer<typeof planOptionsSchema>;

/** An option that is missing keeps the value of the profile. */
export const planChangesSchema = planOptionsSchema.partial();
export type PlanChanges = z.infer<typeof planChangesSchema>;

/** Changes that only the command line allows, so that the window's figures stay comparable. */
export interface FreeChanges extends PlanChanges {
  /** The flush modes are measured in this order. */
  readonly modes?: readonly FlushModeId[] | undefined;
  /** Operations to begin per second; `null`: as many as possible. */
  readonly paceOperationsPerSecond?: number | null | undefined;
  /** Most bytes that the long write writes. */
  readonly sustainedBytes?: number | undefined;
  /** Most bytes that the capacity test writes. */
  readonly capacityBytes?: number | undefined;
}
