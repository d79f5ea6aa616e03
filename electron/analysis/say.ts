import type { Paragraph, Statement } from "#contract/statement";
import type { ParamsOf, Tellings } from "#text/telling";

/**
 * Returns a function that makes statements from one table in `electron/text`, by the table's type:
 * the compiler checks that each code exists and gets its parameters.
 */
export function sayer<Table extends Tellings>() {
  return <Code extends keyof Table & string>(
    code: Code,
    ...[params]: keyof ParamsOf<Table[Code]> extends never ? [] : [ParamsOf<Table[Code]>]
  ): Statement => ({ code, params: { ...(params as Statement["params"] | undefined) } });
}

/** One sentence, or several in order; `null` and `false` say nothing. */
export type Part = Statement | readonly Part[] | null | false;

export function paragraph(part: Part): Paragraph {
  if (part === null || part === false) {
    return [];
  }
  return "code" in part ? [part] : part.flatMap(paragraph);
}
