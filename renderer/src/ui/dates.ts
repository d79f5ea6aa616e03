/** Dates in the person's own order of day and month, in the language of the program. */
const locale = navigator.language.startsWith("en") ? navigator.language : "en-GB";

const dateAndTime = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });

/** "21 November 2026 at 06:10" from an ISO date. */
export function formatDateTime(iso: string): string {
  return dateAndTime.format(new Date(iso));
}
