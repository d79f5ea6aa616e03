import { z } from "zod";
import { flushModeIds, guarantees } from "./flush-mode";
import { powerCutCountsSchema, powerCutTestSchema } from "./power-cut-result";

/** The plug tests of one drive as the report holds them; see analysis/power-cut/sum.ts. */

const count = z.number().int().nonnegative();

/**
 * Upper bound (0 to 1) of the share of power cuts in which a confirmed save is lost, with 95 %
 * confidence, by the rule of three: 3 / n after n cuts without a loss. `null` where something was
 * lost or nothing was proven.
 */
const lossRateBound = z.number().min(0).max(1).nullable();

/** One mode over all tests whose cut put it at risk; tests that prove nothing are left out. */
export const powerCutModeSumSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  guarantee: z.enum(guarantees),
  /** Losing something breaks no promise: this mode does not claim to survive a power cut. */
  lossExpected: z.boolean(),
  /** Cuts that prove something about this mode: usually one mode each, the last that waited. */
  cuts: count,
  cutsWithLoss: count,
  /** Cuts shown by the system's records; the others rest on the person's word. */
  systemCuts: count.default(0),
  /** Tests that prove nothing about this mode. */
  notProven: count,
  /** Sums. */
  counts: powerCutCountsSchema,
  failed: count,
  reordered: count,
  unaided: count,
  /** Of the worst cut. */
  lostSpanNs: count.nullable(),
  /** Of the cut with the widest window; `null` where one is not known. */
  windowNs: count.nullable().default(null),
  lossRateBound,
});
export type PowerCutModeSum = z.infer<typeof powerCutModeSumSchema>;

/** Field `powerCut` of the report. */
export const powerCutSchema = z.object({
  /** Every plug test of this drive that was known, oldest first. */
  tests: z.array(powerCutTestSchema).min(1),
  /**
   * The mode that `cuts`, `confirmedCuts` and `lossRateBound` refer to: the ordinary save where it
   * promises to survive a power cut, otherwise the call that does. `null`: none was tested.
   */
  mode: z.enum(flushModeIds).nullable().default(null),
  /** Cuts that prove something about that mode, or in which another that promises lost something. */
  cuts: count,
  cutsWithLoss: count,
  /** Of the cuts: those the system's records show. */
  confirmedCuts: count,
  notProven: count,
  lossRateBound,
  modes: z.array(powerCutModeSumSchema),
});
export type PowerCut = z.infer<typeof powerCutSchema>;
