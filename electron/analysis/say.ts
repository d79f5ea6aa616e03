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

/** One sentence, or several in order. */
export type Part = Statement | Paragraph;

export function paragraph(part: Part | null): Paragraph {
  if (part === null) {
    return [];
  }
  return "code" in part ? [part] : part;
}
