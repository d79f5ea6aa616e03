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
type Catalogue = Readonly<Record<string, string>>;
type ValuesOf<M extends string> = GetICUArgs<M, ValueTypes>;

/** One function for each message, which takes exactly the values that are named in it. */
export type Texts<C extends Catalogue> = {
  readonly [K in keyof C]: keyof ValuesOf<C[K]> extends never
    ? () => string
    : (values: ValuesOf<C[K]>) => string;
};

/**
 * A catalogue of English messages in ICU MessageFormat as functions. They render in the language of
 * the moment, so none may be called while a module is loaded.
 */
export function messages<const C extends Catalogue>(english: C): Texts<C> {
  return mapped(english, (message) => {
    const formatIn = formatsOf(message, true);
    return (values) => String(formatIn(currentLanguage()).format(values));
  }) as Texts<C>;
}

/** A text in parts, so that a page can set what stands between two tags apart. */
export type Rich<Tag extends string = string> = readonly (string | Tagged<Tag>)[];
export interface Tagged<Tag extends string = string> {
  readonly tag: Tag;
  readonly parts: Rich<Tag>;
}

type TagsOf<M extends string> = M extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | TagsOf<Rest>
  : never;

/** As `Texts`, rendered to parts. */
export type RichTexts<C extends Catalogue> = {
  readonly [K in keyof C]: keyof ValuesOf<C[K]> extends never
    ? () => Rich<TagsOf<C[K]>>
    : (values: ValuesOf<C[K]>) => Rich<TagsOf<C[K]>>;
};

/**
 * Messages with tags in them, as in "Saved to <mono>{path}</mono>". A tag is no HTML but a name that
 * the page gives a meaning; no value may have the same.
 */
export function richMessages<const C extends Catalogue>(english: C): RichTexts<C> {
  return mapped(english, (message) => {
    const formatIn = formatsOf(message, false);
    const tags = Object.fromEntries(
      [...message.matchAll(/<\/(\w+)>/g)].map(([, tag = ""]) => [
        tag,
        (parts: (string | Tagged)[]): Tagged => ({ tag, parts }),
      ]),
    );
    return (values): Rich =>
      [formatIn(currentLanguage()).format<Tagged>({ ...values, ...tags })].flat();
  }) as RichTexts<C>;
}

type Values = Record<string, string | number>;

function mapped<T>(
  english: Catalogue,
  renderer: (message: string) => (values?: Values) => T,
): Record<string, (values?: Values) => T> {
  return Object.fromEntries(
    Object.entries(english).map(([key, message]) => [key, renderer(message)]),
  );
}

/** The parsed message for each language, kept from its first use on. */
function formatsOf(english: string, ignoreTag: boolean): (to: Language) => IntlMessageFormat {
  const formats = new Map<Language, IntlMessageFormat>();
  return (language) => {
    const format = formats.get(language) ?? formatOf(english, language, ignoreTag);
    formats.set(language, format);
    return format;
  };
}

function formatOf(english: string, language: Language, ignoreTag: boolean): IntlMessageFormat {
  const all = { ...options, ignoreTag };
  const format = new IntlMessageFormat(english, language, undefined, all);
  return language === "en-XA"
    ? new IntlMessageFormat(pseudo(format.getAst()), language, undefined, all)
    : format;
}

// Only times of day would need it. It asks which languages the system knows: 20 ms of every start.
IntlMessageFormat.resolveLocale = () => undefined;

const pluralRules = new Map<string, Intl.PluralRules>();

const options = {
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

/** What of it is read aloud or compared. */
export function plainText(text: Rich): string {
  return text.map((part) => (typeof part === "string" ? part : plainText(part.parts))).join("");
}
