import { z } from "zod";
import { driveErrorSchema } from "./drive-error";
import { count } from "./measures";
import { plugModeSchema, plugPlanSchema } from "./power-cut-plan";
import { plugTestSchema } from "./power-cut-result";

/** How far a plug test has come. */

/** One run of the system, from its start to its end. */
export interface Boot {
  /** When it began, by the computer's clock, in ISO 8601. */
  readonly at: string;
  /** `null` where the system gives it no identity. */
  readonly id: string | null;
}

/**
 * Where a test stands. Main stores this before each step, so that the program started again knows
 * what to offer; see power-cut-stage.ts.
 */
export const plugStages = [
  "preparing",
  "ready",
  "writing",
  "drive-lost",
  "stopped",
  "reading-back",
  "finished",
  /** Files may be missing because of us: nothing can be said of the drive any more. */
  "removing",
] as const;
export type PlugStage = (typeof plugStages)[number];

export const plugStateSchema = z.object({
  formatVersion: z.literal(1),
  stage: z.enum(plugStages),
  plan: plugPlanSchema,
  /** `null` until the files are made. */
  modes: z.array(plugModeSchema).nullable(),
  writingSince: z.iso.datetime().nullable(),
  /** The drive's counter just before the writing began; `null` where it cannot be read. */
  unsafeShutdowns: count.nullable().default(null),
  /** Identity of the run of the system in which it was written; `null` where not known. */
  bootId: z.string().nullable().default(null),
  driveLost: z.boolean(),
  /** Why the writing ended by itself. */
  error: driveErrorSchema.nullable(),
  result: plugTestSchema.nullable(),
});
export type PlugState = z.infer<typeof plugStateSchema>;
