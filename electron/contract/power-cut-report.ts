import { z } from "zod";
import { flushModeIds, guarantees } from "./flush-mode";
import { plugCountsSchema, plugTestSchema } from "./power-cut-result";

/** The plug tests of one drive as the report holds them; see analysis/power-cut/sum.ts. */

const count = z.number().int().nonnegative();

/**
 * Upper bound (0 to 1) of the share of power cuts in which a confirmed save is lost, with 95 %
 * confidence, by the rule of three: 3 / n after n cuts without a loss. `null` where something was
 * lost or nothing was proven.
 */
const lossRateBound = z.number().min(0).max(1).nullable();

/** One mode over all tests whose cut put it at risk; tests that prove nothing are left out. */
export const powerCutModeSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  guarantee: z.enum(guarantees),
  /** Losses are no broken promise: this mode does not claim to survive a power cut. */
  lossExpected: z.boolean(),
  cuts: count,
  cutsWithLoss: count,
  /** Tests that prove nothing about this mode. */
  notProven: count,
  /** Sums. */
  counts: plugCountsSchema,
  failed: count,
  reordered: count,
  unaided: count,
  /** Of the worst cut. */
  lostSpanNs: count.nullable(),
  lossRateBound,
});
export type PowerCutMode = z.infer<typeof powerCutModeSchema>;

/** Field `powerCut` of the report. */
export const powerCutSchema = z.object({
  /** Every plug test of this drive that was known, oldest first. */
  tests: z.array(plugTestSchema).min(1),
  /** Tests that prove something about modes that promise to survive a power cut. */
  cuts: count,
  cutsWithLoss: count,
  /** Of the cuts: those that the drive's own counter of unsafe shutdowns confirms. */
  confirmedCuts: count,
  notProven: count,
  lossRateBound,
  modes: z.array(powerCutModeSchema),
});
export type PowerCut = z.infer<typeof powerCutSchema>;
