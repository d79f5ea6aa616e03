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

/**
 * "21 November 2026 at 06:10 UTC+01:00": for documents, whose reader may live in another time zone.
 * An offset, because the names of zones are ambiguous: "CST" is one in China and another in America.
 * A report keeps instants in UTC; the zone is that of the computer that shows it.
 */
export function formatDateTimeZone(iso: string): string {
  const zone = utcOffset(-new Date(iso).getTimezoneOffset());
  return `${formatDateTime(iso)} ${currentLanguage() === "en-XA" ? stretched(zone) : zone}`;
}

function utcOffset(minutes: number): string {
  const twoDigits = (value: number) => String(Math.trunc(value)).padStart(2, "0");
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? "-" : "+"}${twoDigits(size / 60)}:${twoDigits(size % 60)}`;
  return size === 0 ? "UTC" : `UTC${offset}`;
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
