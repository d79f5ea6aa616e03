import { z } from "zod";

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * A statement as data: a code from electron/text and its figures, unrounded and with units in their
 * names. `electron/text/statements.ts` makes the sentence.
 */
export const statementSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([scalar, z.array(scalar)])),
});
export type Statement = z.infer<typeof statementSchema>;

export const paragraphSchema = z.array(statementSchema);
export type Paragraph = readonly Statement[];

/** Why there is no figure, or how the measurement failed; empty if it succeeded. */
export const reasonFields = {
  reason: z.string().nullable(),
  /** `reason` as statement codes; missing if only the text is known, as in older reports. */
  statements: paragraphSchema.optional(),
};
export type Reason = z.infer<z.ZodObject<typeof reasonFields>>;

/** Whether there are figures, or why not. */
export const outcomeFields = {
  status: z.enum(["measured", "unavailable", "failed"]),
  ...reasonFields,
};
export type Outcome = z.infer<z.ZodObject<typeof outcomeFields>>;
