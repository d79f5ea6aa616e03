import { z } from "zod";

/**
 * Something to be said to a person, as data: a code of the room of text and the figures it needs,
 * unrounded and with their units in their names. `electron/text/statements.ts` makes the sentence.
 */
export const statementSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type Statement = z.infer<typeof statementSchema>;

/** Sentences one after the other. */
export const paragraphSchema = z.array(statementSchema);
export type Paragraph = readonly Statement[];
