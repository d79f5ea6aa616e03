import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatCelsius,
  formatCount,
  formatDuration,
  formatPercent,
  formatRate,
  formatRatio,
} from "#text/format";
import { plain } from "../../helpers/read-verdict";

/** The expected texts have ordinary spaces; the product's have no-break ones. */

function significantDigits(text: string): number {
  const digits = (plain(text).match(/^<?[\d .]+/)?.[0] ?? "").replace(/[^\d.]/g, "");
  const withoutLeading = digits.replace(/^0*\.?0*/, "").replace(".", "");
  return digits.includes(".") ? withoutLeading.length : withoutLeading.replace(/0+$/, "").length;
}

describe("formatRate()", () => {
  it.each([
    [0, "0.0"],
    [0.02, "<0.1"],
    [4, "4.0"],
    [9.94, "9.9"],
    [9.96, "10"],
    [46.4, "46"],
    [999.6, "1 000"],
    [1234, "1 230"],
    [61_349, "61 300"],
    [1_234_567, "1 230 000"],
  ])("formats %f per second as %s", (rate, text) => {
    expect(plain(formatRate(rate))).toBe(text);
  });
});

it("the formatters put no-break spaces inside a number and before its unit", () => {
  expect(formatRate(61_300)).toBe("61\u202f300");
  expect(formatDuration(24_000_000)).toBe("24\u00a0ms");
  expect(formatBytes(268_435_456)).toBe("268\u00a0MB");
});

it.each([
  [0, "0 ns"],
  [85, "85 ns"],
  [999.7, "1.0 µs"],
  [1000, "1.0 µs"],
  [320_000, "320 µs"],
  [999_400, "999 µs"],
  [999_600, "1.0 ms"],
  [8_330_000, "8.3 ms"],
  [24_000_000, "24 ms"],
  [999_600_000, "1.0 s"],
  [1_300_000_000, "1.3 s"],
  [59_400_000_000, "59 s"],
  [59_600_000_000, "1 min"],
  [260_000_000_000, "4 min 20 s"],
  [3_599_600_000_000, "1 h"],
  [3_900_000_000_000, "1 h 5 min"],
])("formatDuration() formats %f ns as %s", (ns, text) => {
  expect(plain(formatDuration(ns))).toBe(text);
});

describe("formatBytes()", () => {
  it.each([
    [0, "0 B"],
    [512, "512 B"],
    [4096, "4.1 kB"],
    [268_435_456, "268 MB"],
    [999_600, "1 MB"],
    [3_000_000_000, "3 GB"],
    [1_000_204_886_016, "1 TB"],
    [12_345_678_901, "12.3 GB"],
  ])("formats %i bytes as %s", (bytes, text) => {
    expect(plain(formatBytes(bytes))).toBe(text);
  });
});

it("formatBytesPerSecond() formats 103400000 bytes per second as 103 MB/s", () => {
  expect(plain(formatBytesPerSecond(103_400_000))).toBe("103 MB/s");
});

it.each([
  [512, "512 B"],
  [4096, "4 KiB"],
  [1_048_576, "1 MiB"],
  [1000, "1 000 B"],
])("formatBlockBytes() formats %i bytes as %s", (bytes, text) => {
  expect(plain(formatBlockBytes(bytes))).toBe(text);
});

it.each([
  [0, "0 %"],
  [0.00001, "0.001 %"],
  [0.0000001, "<0.0001 %"],
  [0.000000001, "<0.0001 %"],
  [0.0123, "1.2 %"],
  [0.5, "50 %"],
  [0.996, "100 %"],
  [0.994, "99 %"],
  [1.34, "134 %"],
])("formatPercent() formats a share of %f as %s", (share, text) => {
  expect(plain(formatPercent(share))).toBe(text);
});

it("formatCount() formats a count exactly, and formatRatio() rounds a ratio", () => {
  expect(plain(formatCount(1_234_567))).toBe("1 234 567");
  expect(plain(formatRatio(46.2))).toBe("46 times");
  expect(plain(formatRatio(1.31))).toBe("1.3 times");
});

it("the formatters print a negative zero, from JSON or from rounding, without a sign", () => {
  const none = [formatBytes(-0), formatCount(-0), formatRate(-0), formatDuration(-0)];
  expect([...none, formatBlockBytes(-0), formatPercent(-0)].join()).not.toMatch(/-/);
  expect(formatCelsius(-0.4)).toBe(formatCelsius(0));
  expect(formatCelsius(-0.6)).toBe(formatCelsius(-1));
  expect(formatCelsius(-1)).toMatch(/^-1\b/);
});

describe("the formatter", () => {
  const rounding = { formatRate, formatBytes, formatPercent, formatRatio };

  it.each(Object.entries(rounding))("%s shows three significant digits at most", (_, format) => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e14, noNaN: true }), (value) => {
        expect(significantDigits(format(value))).toBeLessThanOrEqual(3);
      }),
    );
  });

  it.each(Object.entries({ ...rounding, formatCount, formatDuration, formatBlockBytes }))(
    "%s never writes an exponent, and throws a RangeError for NaN, Infinity and -1",
    (_, format) => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), (value) => {
          expect(plain(format(value))).toMatch(/^<?\d/);
          expect(format(value)).not.toMatch(/e[+-]?\d/);
        }),
      );
      for (const nonsense of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
        expect(() => format(nonsense)).toThrow(RangeError);
      }
    },
  );

  it("formatRate never shows a larger rate as a smaller one", () => {
    const value = (text: string) => Number(text.replace(/[^\d.]/g, ""));
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 1e9, noNaN: true }),
        fc.double({ min: 1, max: 2, noNaN: true }),
        (rate, factor) => {
          expect(value(formatRate(rate * factor))).toBeGreaterThanOrEqual(value(formatRate(rate)));
        },
      ),
    );
  });
});
