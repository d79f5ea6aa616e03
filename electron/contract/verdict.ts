import { z } from "zod";

/** What the report says in words, made from its figures alone. */

export const findingSchema = z.object({
  code: z.string(),
  severity: z.enum(["good", "info", "caution", "bad"]),
  title: z.string(),
  detail: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** One of the four answers on the verdict page. */
export const answerSchema = z.object({
  question: z.enum(["saved-means-saved", "safe-speed", "plain-speed", "honesty"]),
  /** A word or a figure: "Yes", "Not known", "46 saves a second". */
  word: z.string(),
  severity: z.enum(["good", "info", "caution", "bad"]),
  reason: z.string(),
});
export type Answer = z.infer<typeof answerSchema>;

export const verdictSchema = z.object({
  grade: z.enum(["good", "fair", "poor", "unknown"]),
  headline: z.string(),
  answers: z.array(answerSchema),
  findings: z.array(findingSchema),
  /** Two or three sentences: documents, photos, databases, external copies. */
  meaning: z.array(z.string()),
  /** What the person can do. */
  advice: z.array(z.string()),
});
export type Verdict = z.infer<typeof verdictSchema>;
