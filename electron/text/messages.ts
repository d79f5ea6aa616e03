import type { GetICUArgs } from "@schummar/icu-type-parser";
import { IntlMessageFormat } from "intl-messageformat";
import { shownInSentence } from "#contract/shown-text";
import { currentLanguage, type Language } from "./language";
import { formatNumber } from "./numbers";
import { pseudo } from "./pseudo";

/** A message's values: text arrives formatted; numbers only choose a plural or are counted. */
interface ValueTypes {
  ICUArgument: string;
  ICUNumberArgument: number;
  ICUDateArgument: never;
}
export type Catalogue = Readonly<Record<string, string>>;
type ValuesOf<M extends string> = GetICUArgs<M, ValueTypes>;

/** One function per message; its parameters are exactly the placeholders of the message. */
export type Texts<C extends Catalogue> = {
  readonly [K in keyof C]: keyof ValuesOf<C[K]> extends never
    ? () => string
    : (values: ValuesOf<C[K]>) => string;
};

/**
 * Turns English messages in ICU MessageFormat into functions that render in the current language,
 * so that a module must not call them while it loads.
 */
export function messages<const C extends Catalogue>(english: C): Texts<C> {
  return rendered(english, {}) as Texts<C>;
}

/** How `{size, number, bytes}` prints the number: one function for each name after the number. */
export type NumberStyles = Readonly<Record<string, { readonly print: (value: number) => string }>>;

/** One function per message, without the types of its placeholders. */
export function rendered(english: Catalogue, styles: NumberStyles) {
  return mapped(english, (message) => {
    const formatIn = formatsOf(message, true, styles);
    return (values) => String(formatIn(currentLanguage()).format(shownValues(values)));
  });
}

/** Text in parts, so that a page can style the text inside a tag. */
export type Rich<Tag extends string = string> = readonly (string | Tagged<Tag>)[];
export interface Tagged<Tag extends string = string> {
  readonly tag: Tag;
  readonly parts: Rich<Tag>;
}

type TagsOf<M extends string> = M extends `${string}</${infer Tag}>${infer Rest}`
  ? Tag | TagsOf<Rest>
  : never;

/** As `Texts`, but each function returns the text in parts, so that a page can style them. */
export type RichTexts<C extends Catalogue> = {
  readonly [K in keyof C]: keyof ValuesOf<C[K]> extends never
    ? () => Rich<TagsOf<C[K]>>
    : (values: ValuesOf<C[K]>) => Rich<TagsOf<C[K]>>;
};

/**
 * Messages with tags, as in "Saved to <mono>{path}</mono>". A page decides what a tag means. No
 * placeholder may have the name of a tag.
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
      [formatIn(currentLanguage()).format<Tagged>({ ...shownValues(values), ...tags })].flat();
  }) as RichTexts<C>;
}

export type Values = Record<string, string | number | boolean>;

/** The values of a sentence without control characters: some are names from outside. */
function shownValues(values: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? shownInSentence(value) : value,
    ]),
  );
}

function mapped<T>(
  english: Catalogue,
  renderer: (message: string) => (values?: Values) => T,
): Record<string, (values?: Values) => T> {
  return Object.fromEntries(
    Object.entries(english).map(([key, message]) => [key, renderer(message)]),
  );
}

/** The parsed message for each language, cached from its first use. */
function formatsOf(english: string, ignoreTag: boolean, styles: NumberStyles = {}) {
  const formats = new Map<Language, IntlMessageFormat>();
  return (language: Language): IntlMessageFormat => {
    const format = formats.get(language) ?? formatOf(english, language, ignoreTag, styles);
    formats.set(language, format);
    return format;
  };
}

function formatOf(english: string, language: Language, ignoreTag: boolean, styles: NumberStyles) {
  const all = { ...options, ignoreTag };
  // Changes only the type: `getNumberFormat` gets the styles as they are.
  const named = { number: styles as Record<string, object> };
  const format = new IntlMessageFormat(english, language, named, all);
  return language === "en-XA"
    ? new IntlMessageFormat(pseudo(format.getAst()), language, named, all)
    : format;
}

// Disables locale resolution, which only times of day need: it takes 20 ms at every start.
IntlMessageFormat.resolveLocale = () => undefined;

const pluralRules = new Map<string, Intl.PluralRules>();

const options = {
  // A select over a union of codes lists all of them, as the compiler checks: no "other" is needed.
  requiresOtherClause: false,
  formatters: {
    // Formats counts like all other numbers of the program.
    getNumberFormat: (_locales: unknown, style?: object) =>
      ({
        format: (style as NumberStyles[string] | undefined)?.print ?? formatNumber,
      }) as Intl.NumberFormat,
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

/** The text without its tags, for screen readers and comparisons. */
export function plainText(text: Rich): string {
  return text.map((part) => (typeof part === "string" ? part : plainText(part.parts))).join("");
}
