import { z } from "zod";
import { workloadIdSchema, workloadPlansSchema } from "./workloads";

export const profileNames = ["smoke", "quick", "standard", "thorough"] as const;
export type ProfileName = (typeof profileNames)[number];

export const runPlanSchema = z.object({
  profile: z.enum(profileNames),
  /** Workloads that run; empty in the report of a plug test. */
  tests: z.array(workloadIdSchema),
  workloads: workloadPlansSchema,
});
export type RunPlan = z.infer<typeof runPlanSchema>;
