import type { Paragraph, Statement } from "#contract/statement";
import type { ParamsOf, Tellings } from "#text/telling";

/**
 * Speaks in the codes of one table of `electron/text`, of which only the types are used here: the
 * compiler checks that each code is there and is given what it needs.
 */
export function sayer<Table extends Tellings>() {
  return <Code extends keyof Table & string>(
    code: Code,
    ...[params]: keyof ParamsOf<Table[Code]> extends never ? [] : [ParamsOf<Table[Code]>]
  ): Statement => ({ code, params: { ...(params as Statement["params"] | undefined) } });
}

/** What is said: one sentence, or some one after the other. */
export type Part = Statement | Paragraph;

export function paragraph(part: Part | null): Paragraph {
  if (part === null) {
    return [];
  }
  return "code" in part ? [part] : part;
}
