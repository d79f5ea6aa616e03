import { z } from "zod";

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Something to be said to a person, as data: a code of the room of text and the figures it needs,
 * unrounded and with their units in their names. `electron/text/statements.ts` makes the sentence.
 */
export const statementSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([scalar, z.array(scalar)])),
});
export type Statement = z.infer<typeof statementSchema>;

/** Sentences one after the other. */
export const paragraphSchema = z.array(statementSchema);
export type Paragraph = readonly Statement[];
