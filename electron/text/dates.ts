import { currentLanguage, type Language } from "./language";
import { stretched } from "./pseudo";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** "21 November 2026 at 06:10", in the day and month order of the user's system. */
export function formatDateTime(iso: string): string {
  return formatted(here(iso), { dateStyle: "long", timeStyle: "short" });
}

/**
 * "21 November 2026 at 06:10 UTC+01:00", for readers in another time zone: an offset, because names
 * of zones are ambiguous ("CST" is one in China and another in America). The zone is that of the
 * computer that shows the report, which keeps instants in UTC.
 */
export function formatDateTimeZone(iso: string): string {
  return `${formatDateTime(iso)} ${zoneOf(iso)}`;
}

/** The end of what began at `startIso`: "06:25 UTC+01:00", with the date if it is another day. */
export function formatEndTimeZone(iso: string, startIso: string): string {
  const dayOf = (each: string) => formatted(here(each), { dateStyle: "long" });
  return dayOf(iso) === dayOf(startIso)
    ? `${formatted(here(iso), { timeStyle: "short" })} ${zoneOf(iso)}`
    : formatDateTimeZone(iso);
}

/**
 * The moment whose UTC time is the local time of `iso`. A formatter keeps the time zone in which it
 * was made, and the computer may have changed its zone since.
 */
function here(iso: string): Date {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
}

function zoneOf(iso: string): string {
  const zone = utcOffset(-new Date(iso).getTimezoneOffset());
  return currentLanguage() === "en-XA" ? stretched(zone) : zone;
}

function utcOffset(minutes: number): string {
  const twoDigits = (value: number) => String(Math.trunc(value)).padStart(2, "0");
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? "-" : "+"}${twoDigits(size / 60)}:${twoDigits(size % 60)}`;
  return size === 0 ? "UTC" : `UTC${offset}`;
}

/** "November 2023" from `2023-11`. */
export function formatMonth(month: string): string {
  return formatted(new Date(`${month}-01T00:00:00Z`), { year: "numeric", month: "long" });
}

function formatted(date: Date, options: Intl.DateTimeFormatOptions): string {
  const language = currentLanguage();
  const key = JSON.stringify([language, options]);
  const formatter =
    formatters.get(key) ??
    new Intl.DateTimeFormat(regionalTag(language), { timeZone: "UTC", ...options });
  formatters.set(key, formatter);
  const text = formatter.format(date);
  return language === "en-XA" ? stretched(text) : text;
}

/** The system's locale if it is of this language, such as "en-US"; else British English. */
function regionalTag(language: Language): string {
  const system = new Intl.DateTimeFormat().resolvedOptions().locale;
  const [spoken = "en"] = language.split("-");
  return system.split("-")[0] === spoken ? system : "en-GB";
}
