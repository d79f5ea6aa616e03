import type { GetICUArgs } from "@schummar/icu-type-parser";
import { IntlMessageFormat } from "intl-messageformat";
import { currentLanguage, type Language } from "./language";
import { formatNumber } from "./numbers";
import { pseudo } from "./pseudo";

/** Words and figures come as finished text, numbers only to choose a plural or to be counted. */
interface ValueTypes {
  ICUArgument: string;
  ICUNumberArgument: number;
  ICUDateArgument: never;
}
type ValuesOf<M extends string> = GetICUArgs<M, ValueTypes>;

/** One function for each message, which takes exactly the values that are named in it. */
export type Texts<C extends Readonly<Record<string, string>>> = {
  readonly [K in keyof C]: keyof ValuesOf<C[K]> extends never
    ? () => string
    : (values: ValuesOf<C[K]>) => string;
};

/**
 * A catalogue of English messages in ICU MessageFormat as functions. They render in the language of
 * the moment, so none may be called while a module is loaded.
 */
export function messages<const C extends Readonly<Record<string, string>>>(english: C): Texts<C> {
  return Object.fromEntries(
    Object.entries(english).map(([key, message]) => [key, rendererOf(message)]),
  ) as Texts<C>;
}

function rendererOf(english: string): (values?: Record<string, string | number>) => string {
  const formats = new Map<Language, IntlMessageFormat>();
  return (values) => {
    const language = currentLanguage();
    const format = formats.get(language) ?? formatOf(english, language);
    formats.set(language, format);
    return String(format.format(values));
  };
}

function formatOf(english: string, language: Language): IntlMessageFormat {
  const format = new IntlMessageFormat(english, language, undefined, options);
  return language === "en-XA"
    ? new IntlMessageFormat(pseudo(format.getAst()), language, undefined, options)
    : format;
}

const pluralRules = new Map<string, Intl.PluralRules>();

const options = {
  // A message is text for terminals and pages alike.
  ignoreTag: true,
  // A select over a union of codes names each of them; the compiler sees to it.
  requiresOtherClause: false,
  formatters: {
    // Counts look like all other numbers of the program.
    getNumberFormat: () => ({ format: formatNumber }) as Intl.NumberFormat,
    getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...args),
    getPluralRules: (locales?: string | string[], rules?: Intl.PluralRulesOptions) => {
      const key = `${locales} ${rules?.type}`;
      const known = pluralRules.get(key) ?? new Intl.PluralRules(locales, rules);
      pluralRules.set(key, known);
      return known;
    },
  },
};
