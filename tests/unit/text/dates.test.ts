import { afterEach, expect, it, vi } from "vitest";
import { formatDateTime, formatDateTimeZone, formatEndTimeZone } from "#text/dates";

const noon = "2026-07-15T12:00:00.000Z";

afterEach(() => vi.restoreAllMocks());

function inZone(minutesBehindUtc: number): void {
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(minutesBehindUtc);
}

it.each([
  [-60, "UTC+01:00"],
  [-345, "UTC+05:45"],
  [210, "UTC-03:30"],
  [660, "UTC-11:00"],
  [0, "UTC"],
])(
  "formatDateTimeZone() appends the time zone of a computer that is %i minutes behind UTC",
  (minutes, zone) => {
    inZone(minutes);
    expect(formatDateTimeZone(noon)).toBe(`${formatDateTime(noon)} ${zone}`);
  },
);

it("formatEndTimeZone() shows the date of the end only if the end is on another day than the beginning", () => {
  inZone(-60);
  const end = formatEndTimeZone("2026-07-15T12:25:00.000Z", noon);
  expect(end).toMatch(/^\d\d?:\d\d(\s[AP]M)? UTC\+01:00$/);
  expect(formatDateTimeZone("2026-07-15T12:25:00.000Z").endsWith(` ${end}`)).toBe(true);
  const later = "2026-07-17T12:25:00.000Z";
  expect(formatEndTimeZone(later, noon)).toBe(formatDateTimeZone(later));
});

it("formatDateTimeZone() and formatEndTimeZone() show the new local time after the time zone of the computer has changed", () => {
  const minutesIn = (minutesBehindUtc: number) => {
    inZone(minutesBehindUtc);
    const end = formatEndTimeZone("2026-07-15T12:25:00.000Z", noon);
    return [formatDateTimeZone(noon), end].map((text) => /\d:(\d\d)/.exec(text)?.[1]);
  };
  expect(minutesIn(-390)).toEqual(["30", "55"]);
  expect(minutesIn(-345)).toEqual(["45", "10"]);
});
