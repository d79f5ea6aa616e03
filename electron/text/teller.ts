import type { DriveError } from "#contract/drive-error";
import type { Paragraph, Statement } from "#contract/statement";
import { inLanguage } from "./language";
import type { Tellings } from "./telling";

/** Sentences of statements in the current language. */
export interface StatementTeller {
  /** The sentence of a statement. Throws a `RangeError` for an unknown code. */
  tell(statement: Statement): string;
  /** Joins the sentences of a paragraph. */
  tellAll(paragraph: Paragraph): string;
  /**
   * Whether these statements still render to this stored English text; those of an earlier version
   * may not.
   */
  stillMakes(paragraph: Paragraph, text: string): boolean;
  /** Message of an error or warning in the current language; as stored if its codes changed. */
  messageOf(worded: Pick<DriveError, "message" | "statements">): string;
}

/** `modules` is called at first use, not at load, because some of the texts import this file. */
export function tellerOf(
  modules: () => readonly { readonly statements?: Tellings }[],
): StatementTeller {
  let known: Tellings | null = null;
  const tell = ({ code, params }: Statement) => {
    known ??= Object.assign({}, ...modules().map(({ statements }) => statements)) as Tellings;
    const telling = known[code];
    if (telling === undefined) {
      throw new RangeError(`there is no statement "${code}"`);
    }
    return telling(params as never);
  };
  const tellAll = (paragraph: Paragraph) => paragraph.map(tell).join(" ");
  const stillMakes = (paragraph: Paragraph, text: string) => {
    try {
      return inLanguage("en", () => tellAll(paragraph)) === text;
    } catch {
      return false;
    }
  };
  return {
    tell,
    tellAll,
    stillMakes,
    messageOf: ({ message, statements }) =>
      statements !== undefined && stillMakes(statements, message) ? tellAll(statements) : message,
  };
}
