import { currentLanguage, type Language } from "./language";
import { stretched } from "./pseudo";

const formatters = new Map<Language, Intl.DateTimeFormat>();

/**
 * "21 November 2026 at 06:10" from an ISO date, in the day and month order of the user's system.
 */
export function formatDateTime(iso: string): string {
  const language = currentLanguage();
  const known = formatters.get(language);
  const formatter =
    known ??
    new Intl.DateTimeFormat(regionalTag(language), { dateStyle: "long", timeStyle: "short" });
  formatters.set(language, formatter);
  const date = formatter.format(new Date(iso));
  return language === "en-XA" ? stretched(date) : date;
}

/** "21 November 2026 at 06:10 GMT+1": for paper, whose reader may live in another time zone. */
export function formatDateTimeZone(iso: string): string {
  const language = currentLanguage();
  const options = { timeZoneName: "short" } as const;
  const parts = new Intl.DateTimeFormat(regionalTag(language), options).formatToParts(
    new Date(iso),
  );
  const zone = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return `${formatDateTime(iso)} ${language === "en-XA" ? stretched(zone) : zone}`;
}

/** "November 2023" from `2023-11`. */
export function formatMonth(month: string): string {
  const language = currentLanguage();
  const options = { year: "numeric", month: "long", timeZone: "UTC" } as const;
  const date = new Intl.DateTimeFormat(regionalTag(language), options).format(
    new Date(`${month}-01T00:00:00Z`),
  );
  return language === "en-XA" ? stretched(date) : date;
}

/** The regional variant of the language that the system uses, if any; otherwise British English. */
function regionalTag(language: Language): string {
  const system = new Intl.DateTimeFormat().resolvedOptions().locale;
  const [spoken = "en"] = language.split("-");
  return system.split("-")[0] === spoken ? system : "en-GB";
}
