import { describe, expect, it } from "vitest";
import { formatDateTime, formatDateTimeZone } from "#text/dates";

describe("formatDateTimeZone()", () => {
  it.each(["2026-01-15T12:00:00.000Z", "2026-07-15T12:00:00.000Z"])(
    "ends with the time zone in which it shows %s",
    (iso) => {
      const told = formatDateTimeZone(iso);
      expect(told.startsWith(`${formatDateTime(iso)} `)).toBe(true);
      const zone = told.slice(formatDateTime(iso).length + 1);
      const offsetMinutes = -new Date(iso).getTimezoneOffset();
      // A name of letters has no offset in it; only that of none is known everywhere.
      const expected = offsetMinutes === 0 ? /^(UTC|GMT|WET)$/ : /^[A-Z]{2,5}([+-]\d+(:\d+)?)?$/;
      expect(zone).toMatch(expected);
    },
  );
});
