import { z } from "zod";
import { type Paragraph, paragraphSchema } from "./statement";

/**
 * The report's conclusions, made from its figures alone. The texts are English; `statements` has
 * the same sentences as data, for all other languages. `null` if only the text is known.
 */

const severity = z.enum(["good", "info", "caution", "bad"]);

export const findingSchema = z.object({
  code: z.string(),
  severity,
  title: z.string(),
  detail: z.string(),
  statements: z
    .object({
      title: paragraphSchema,
      /** The observation; `means` has its meaning, and `todo` the advice, if any. */
      seen: paragraphSchema,
      means: paragraphSchema,
      todo: paragraphSchema,
    })
    .nullable()
    .default(null),
});
export type Finding = z.infer<typeof findingSchema>;

export const answerSchema = z.object({
  question: z.enum(["saved-means-saved", "safe-speed", "plain-speed", "honesty", "condition"]),
  /** A word or a figure: "Yes", "Not known", "46 saves a second". */
  word: z.string(),
  severity,
  reason: z.string(),
  statements: z.object({ word: paragraphSchema, reason: paragraphSchema }).nullable().default(null),
});
export type Answer = z.infer<typeof answerSchema>;

export const verdictSchema = z.object({
  grade: z.enum(["good", "fair", "poor", "unknown"]),
  headline: z.string(),
  answers: z.array(answerSchema),
  findings: z.array(findingSchema),
  /** What the result means for documents, photos, databases and external copies. */
  meaning: z.array(z.string()),
  advice: z.array(z.string()),
  statements: z
    .object({
      headline: paragraphSchema,
      meaning: z.array(paragraphSchema),
      advice: z.array(paragraphSchema),
    })
    .nullable()
    .default(null),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** The overall judgement, from which headline, colour and the answer about data follow. */
export type Mark =
  /** All tests passed, and flushes were counted at the drive. */
  | "good"
  /** All tests passed, but some results rest on the report of the system or the drive. */
  | "fine"
  /** A plug test without a loss, but with too few power cuts to be sure. */
  | "few"
  /** No judgement is possible from this computer. */
  | "open"
  /** The run ended early and found nothing against the drive. */
  | "early"
  /** Two observations contradict each other, or the drive reports a need for care. */
  | "care"
  /** An error, changed data, or saves that do not reach the drive. */
  | "bad";

/** The verdict as the analysis returns it, in codes, before electron/text adds the sentences. */
export interface Judgement {
  readonly grade: Verdict["grade"];
  readonly headline: Paragraph;
  readonly answers: readonly (Pick<Answer, "question" | "severity"> & {
    readonly word: Paragraph;
    readonly reason: Paragraph;
  })[];
  readonly findings: readonly (Pick<Finding, "code" | "severity"> & {
    readonly title: Paragraph;
    readonly seen: Paragraph;
    readonly means: Paragraph;
    readonly todo: Paragraph;
  })[];
  readonly meaning: readonly Paragraph[];
  readonly advice: readonly Paragraph[];
}
