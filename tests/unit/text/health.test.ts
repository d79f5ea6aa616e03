import { expect, it } from "vitest";
import { impossibleText, lifeShareText, quantityName } from "#text/health";

it.each([
  [null, "no figure"],
  [-273, "-273"],
  [0.5, "0.5"],
  [0, "0"],
  [999_999_999_999_999, "999999999999999"],
  [1e15, "a number of 16 digits"],
  [2 ** 128 * 512_000, "a number of 45 digits"],
  [-1e20, "a number of 21 digits"],
])("impossibleText() shows the impossible figure %s as: %s", (value, text) => {
  expect(impossibleText(value)).toBe(text);
});

it("quantityName() names the attribute with the wear of a SATA SSD, and names no attribute for other figures", () => {
  const wearAttribute = { id: 177, value: 63, isLast: false };
  expect(quantityName("percentageUsed", { wearAttribute })).toBe("Rated life used (177)");
  expect(quantityName("percentageUsed", { wearAttribute: null })).toBe("Rated life used");
  expect(quantityName("powerOnHours", { wearAttribute })).toBe("Hours switched on");
});

it("lifeShareText() turns a count of tenths of a drive's rated life into a range of percentages", () => {
  expect([1, 2, 10, 11].map(lifeShareText)).toEqual([
    ...["0 to 10\u00a0%", "10 to 20\u00a0%", "90 to 100\u00a0%", "more than 100\u00a0%"],
  ]);
});
