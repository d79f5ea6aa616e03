import {
  type Health,
  type HealthGap,
  type HealthQuantity,
  lifeExceeded,
  type Newness,
  type Purchase,
} from "#contract/health";
import { formatBytes, formatCelsius, formatCount } from "./format";
import { messages } from "./messages";
import { units } from "./units";

/** Texts for the drive's own health report. */

export const quantityNames: Readonly<Record<HealthQuantity, () => string>> = messages({
  percentageUsed: "Rated life used",
  availableSparePercent: "Spare left",
  spareThresholdPercent: "Least spare the drive should have",
  bytesRead: "Data read",
  bytesWritten: "Data written",
  powerOnHours: "Hours switched on",
  powerCycles: "Times switched on",
  unsafeShutdowns: "Times the power went without notice",
  mediaErrors: "Errors of the medium, not corrected",
  badSectors: "Bad sectors, replaced or waiting",
  reallocatedSectors: "Sectors replaced (5)",
  pendingSectors: "Sectors that wait, not readable (197)",
  uncorrectableSectors: "Sectors not correctable (198)",
  temperatureCelsius: "Temperature",
});

const names = messages({ wearOfAttribute: "Rated life used ({id})" });

/** The name of a quantity, with the attribute that the wear of a SATA SSD was computed from. */
export function quantityName(
  quantity: HealthQuantity,
  { wearAttribute }: Pick<Health, "wearAttribute">,
): string {
  return quantity === "percentageUsed" && wearAttribute !== null
    ? names.wearOfAttribute({ id: `${wearAttribute.id}` })
    : quantityNames[quantity]();
}

const values = messages({
  percentOrMore: "{figure}\u00a0% or more",
  hours: "{count, plural, =0 {less than an hour} one {#\u00a0hour} other {#\u00a0hours}}",
});

/** A figure with its unit; `isWearLast`: the wear value cannot rise further, so add "or more". */
export function quantityText(quantity: HealthQuantity, value: number, isWearLast = false): string {
  switch (quantity) {
    case "percentageUsed":
      // 255, the maximum of this one-byte field, means "255 or more".
      return value === 255 || isWearLast
        ? values.percentOrMore({ figure: formatCount(value) })
        : units.percent({ figure: formatCount(value) });
    case "availableSparePercent":
    case "spareThresholdPercent":
      return units.percent({ figure: formatCount(value) });
    case "bytesRead":
    case "bytesWritten":
      return formatBytes(value);
    case "powerOnHours":
      return values.hours({ count: Math.floor(value) });
    case "temperatureCelsius":
      return formatCelsius(value);
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
  reallocatedSectors: "{count, plural, one {# sector} other {# sectors}} replaced",
  pendingSectors: "{count, plural, one {# sector} other {# sectors}} waiting",
  uncorrectableSectors: "{count, plural, one {# sector} other {# sectors}} not correctable",
  temperatureCelsius: "{figure}",
});

const lifeShares = messages({
  between: "{least} to {most}\u00a0%",
  moreThanAll: "more than 100\u00a0%",
});

/** The share of its rated life that eMMC memory has used: "10 to 20 %". */
export function lifeShareText(tenths: number): string {
  return tenths >= lifeExceeded
    ? lifeShares.moreThanAll()
    : lifeShares.between({ least: `${(tenths - 1) * 10}`, most: `${tenths * 10}` });
}

/** A figure as part of a sentence: "83 GB written". */
export function quantityPhrase(
  quantity: HealthQuantity,
  value: number,
  isWearLast?: boolean,
): string {
  return phrases[quantity]({ figure: quantityText(quantity, value, isWearLast), count: value });
}

/** A figure that cannot be true, exactly as reported: it may be negative or of any size. */
export function impossibleText(value: number | null): string {
  if (value === null) {
    return healthText.noFigure();
  }
  const size = Math.abs(value);
  // Prints very large numbers as a count of digits, because "1.7e+44" is hard to read.
  return size < longestWritten
    ? String(value)
    : healthText.manyDigits({ digits: `${Math.floor(Math.log10(size)) + 1}` });
}

const longestWritten = 1e15;

export const healthText = messages({
  title: "Health",
  caption: "What the drive says of itself",
  figure: "Figure",
  value: "Value",
  remark: "Remark",
  impossible: "cannot be true ({value}), so it is not judged",
  unfit: "{value}, which does not fit the other figures, so it is not judged",
  notReported: "not reported",
  noFigure: "no figure",
  manyDigits: "a number of {digits} digits",
  asOf: "As the system asked the drive at {time}.",
  reading: "Asking the drive about its health…",
  noFault: "No fault reported",
  copyFirst:
    "Copy what matters to another drive before anything else. More options shows what it reports.",
  computer: "{drive}. In {computer}.",
  purchase: "How was this drive sold to you?",
  purchasedIn: "In which month did you buy it?",
  purchasedInDetail: "Then its hours can be compared with the time since.",
});

/** Reasons why a drive's health is not known. */
export const gapNames: Readonly<Record<HealthGap, () => string>> = messages({
  "no-drive": "There is no drive of its own here.",
  "several-drives": "The volume lies on several drives, so that no figure is that of one drive.",
  "not-shown": "The system does not show it without an administrator’s password.",
  "not-listed": "The service of the system that asks drives (UDisks) does not know this one.",
  unreadable: "The system was asked, and no answer came that could be read.",
  "drive-unknown": "Which drive lies below this volume is not known.",
  "no-report": "Neither the drive nor its adapter gives the system a report of its health.",
  "not-read":
    "This memory (eMMC) reports its wear to the system, in numbers whose meaning is not known here.",
  "switched-off": "The drive’s watch over itself (SMART) is switched off.",
  "not-asked-yet":
    "The system has not asked the drive yet, which it does by itself every few minutes.",
  "no-service": "The service of the system that asks drives (UDisks) is not running here.",
  refused: "The system refused to show it to this user.",
  "no-answer": "No answer came in time.",
});

/** The condition that follows from the drive's own report. */
export const conditionNames = messages({
  failing: "The drive reports that it is failing",
  care: "The drive reports something that calls for care",
  noted: "The drive has replaced bad sectors",
  well: "The drive reports no fault",
  "not-known": "The drive’s health is not known",
});

/** The drive's use compared with a new drive, in a word or two. */
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
