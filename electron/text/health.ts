import type { HealthQuantity, Newness, Purchase } from "../contract/health";
import { formatBytes, formatCount } from "./format";
import { messages } from "./messages";
import { formatNumber } from "./numbers";

/** What a drive says of its own condition. */

export const quantityNames: Readonly<Record<HealthQuantity, () => string>> = messages({
  percentageUsed: "Rated life used",
  availableSparePercent: "Spare left",
  spareThresholdPercent: "Least spare the drive should have",
  bytesRead: "Data read",
  bytesWritten: "Data written",
  powerOnHours: "Hours switched on",
  powerCycles: "Times switched on",
  unsafeShutdowns: "Times the power went without notice",
  mediaErrors: "Errors of the medium",
  badSectors: "Bad sectors",
  temperatureCelsius: "Temperature",
});

const values = messages({
  percent: "{figure}\u00a0%",
  hours: "{count, plural, one {#\u00a0hour} other {#\u00a0hours}}",
  celsius: "{figure}\u00a0°C",
});

/** A figure in its unit. */
export function quantityText(quantity: HealthQuantity, value: number): string {
  switch (quantity) {
    case "percentageUsed":
    case "availableSparePercent":
    case "spareThresholdPercent":
      return values.percent({ figure: formatCount(value) });
    case "bytesRead":
    case "bytesWritten":
      return formatBytes(value);
    case "powerOnHours":
      return values.hours({ count: Math.floor(value) });
    case "temperatureCelsius":
      return values.celsius({ figure: formatNumber(Math.round(value)) });
    default:
      return formatCount(value);
  }
}

const phrases = messages({
  percentageUsed: "{figure} of its rated life used",
  availableSparePercent: "{figure} of its spare left",
  spareThresholdPercent: "{figure} as the least spare",
  bytesRead: "{figure} read",
  bytesWritten: "{figure} written",
  powerOnHours: "{figure} switched on",
  powerCycles: "switched on {count, plural, one {# time} other {# times}}",
  unsafeShutdowns: "{count, plural, one {# power loss} other {# power losses}} without notice",
  mediaErrors: "{count, plural, one {# error} other {# errors}} of the medium",
  badSectors: "{count, plural, one {# bad sector} other {# bad sectors}}",
  temperatureCelsius: "{figure}",
});

/** A figure as a part of a sentence: "83 GB written". */
export function quantityPhrase(quantity: HealthQuantity, value: number): string {
  return phrases[quantity]({ figure: quantityText(quantity, value), count: value });
}

/** A figure that cannot be true, as it came: it may be below zero or of any size. */
export function impossibleText(value: number | null): string {
  return value === null ? healthText.noFigure() : String(value);
}

export const healthText = messages({
  title: "Health",
  caption: "What the drive says of itself",
  figure: "Figure",
  value: "Value",
  remark: "Remark",
  impossible: "cannot be true ({value}), so it is not judged",
  noFigure: "no figure",
  asOf: "As the system asked the drive at {time}.",
  reading: "Asking the drive about its health…",
  computer: "{drive}. In {computer}.",
  purchase: "How was this drive sold to you?",
});

/** What the drive's own report amounts to. */
export const conditionNames = messages({
  failing: "The drive reports that it is failing",
  care: "The drive reports something that calls for care",
  well: "The drive reports no fault",
  "not-known": "Not known without an administrator’s password",
});

/** How the drive compares with one that is new, in a word or two. */
export const newnessNames: Readonly<Record<Newness, () => string>> = messages({
  new: "Consistent with new",
  used: "More used than new",
  "heavily-used": "Heavily used",
  "not-known": "Not known",
});

export const purchaseNames: Readonly<Record<Purchase | "unsaid", () => string>> = messages({
  unsaid: "Not said",
  new: "As new",
  used: "As used",
});
