import { z } from "zod";
import type { HealthReadings } from "#analysis/health/readings";
import type { HealthGap } from "#contract/health";
import { parsedJson } from "../files/parsed-json";
import { attributeCelsius } from "./health-pages";
import { sectorCounts } from "./sector-counts";

/**
 * Parses a drive's health as UDisks reports it and `busctl --json=short` prints it. Each field is
 * parsed alone: if one is missing or has another type, only this one is not known.
 */

const kelvin = 273.15;

/** UDisks' reply of D-Bus type `a{sv}`; empty for another type. */
function fieldsIn(answer: unknown): ReadonlyMap<string, unknown> {
  const parsed = fieldsAnswer.safeParse(answer);
  return new Map(
    Object.entries(parsed.success ? parsed.data.data[0] : {}).map(([name, field]) => [
      name,
      field.data,
    ]),
  );
}

const fieldsAnswer = z.object({
  type: z.literal("a{sv}"),
  data: z.tuple([z.record(z.string(), z.object({ data: z.unknown() }))]),
});

type Fields = ReturnType<typeof fieldsIn>;

function numberIn(fields: Fields, name: string): number | null {
  const value = fields.get(name);
  return typeof value === "number" ? value : null;
}

/** When UDisks last queried the drive, in milliseconds since 1970; `null` if never (UDisks: 0). */
function timeIn(fields: Fields): number | null {
  const seconds = numberIn(fields, "SmartUpdated");
  return seconds === null || seconds <= 0 ? null : seconds * 1000;
}

function gapOf(shown: Fields): HealthGap | null {
  if (shown.get("SmartSupported") === false) {
    return "no-report";
  }
  if (shown.get("SmartEnabled") === false) {
    return "switched-off";
  }
  return numberIn(shown, "SmartUpdated") === 0 ? "not-asked-yet" : null;
}

/**
 * Results of the last self-test by which the drive failed it, under UDisks' names for ATA and NVMe
 * drives. A test that was aborted, interrupted or never run says nothing of the drive.
 */
const failedTests: ReadonlySet<unknown> = new Set([
  ...["fatal", "error_unknown", "error_electrical", "error_servo", "error_read", "error_handling"],
  ...["fatal_error", "unknown_seg_fail", "known_seg_fail"],
]);

function hasFailedTest(fields: Fields): boolean {
  return timeIn(fields) !== null && failedTests.has(fields.get("SmartSelftestStatus"));
}

/** Converts UDisks' temperature, in Kelvin or 0 if the drive has none, to °C. */
function celsiusIn(fields: Fields): number | null {
  const value = numberIn(fields, "SmartTemperature");
  return value === null || value === 0 ? null : Math.round(value - kelvin);
}

/**
 * Parses an NVMe drive's health. Throws if the properties are not JSON. The attributes, which only
 * supplement them, may be missing or not JSON.
 */
export function nvmeReadings(properties: string, attributes: string | null): HealthReadings {
  const shown = fieldsIn(JSON.parse(properties));
  const gap = gapOf(shown);
  if (gap !== null) {
    return { source: "udisks", protocol: "nvme", gap, temperatureCelsius: celsiusIn(shown) };
  }
  const counted = fieldsIn(parsedJson(attributes ?? ""));
  const warnings = z.array(z.unknown()).safeParse(shown.get("SmartCriticalWarning"));
  return {
    source: "udisks",
    protocol: "nvme",
    asOfMs: timeIn(shown),
    percentageUsed: numberIn(counted, "percent_used"),
    availableSparePercent: numberIn(counted, "avail_spare"),
    spareThresholdPercent: numberIn(counted, "spare_thresh"),
    bytesRead: numberIn(counted, "total_data_read"),
    bytesWritten: numberIn(counted, "total_data_written"),
    powerOnHours: numberIn(shown, "SmartPowerOnHours"),
    powerCycles: numberIn(counted, "power_cycles"),
    unsafeShutdowns: numberIn(counted, "unsafe_shutdowns"),
    mediaErrors: numberIn(counted, "media_errors"),
    temperatureCelsius: celsiusIn(shown),
    selfTestFailed: hasFailedTest(shown),
    // The list of warnings is also empty if UDisks never queried the drive.
    criticalWarnings: warnings.success && timeIn(shown) !== null ? warnings.data.map(String) : null,
  };
}

/**
 * UDisks lists an attribute as id, name, flags, value, worst, threshold, pretty value, pretty unit
 * and expansion.
 */
const ataAttribute = z
  .tuple([
    z.number().int().min(1).max(254),
    z.string(),
    z.number(),
    z.number(),
    z.number(),
    z.number(),
    z.number(),
    z.number(),
  ])
  .rest(z.unknown());
const ataAttributesAnswer = z.object({ data: z.tuple([z.array(z.unknown())]) });

const powerCycleCount = 12;

export function ataReadings(properties: string, attributes: string | null): HealthReadings {
  const shown = fieldsIn(JSON.parse(properties));
  const gap = gapOf(shown);
  if (gap !== null) {
    return { source: "udisks", protocol: "ata", gap, temperatureCelsius: celsiusIn(shown) };
  }
  const wasAsked = timeIn(shown) !== null;
  const parsed = ataAttributesAnswer.safeParse(parsedJson(attributes ?? ""));
  const rows = parsed.success
    ? parsed.data.data[0].flatMap((row) => {
        const one = ataAttribute.safeParse(row);
        return one.success ? [one.data] : [];
      })
    : [];
  const seconds = numberIn(shown, "SmartPowerOnSeconds");
  const bad = numberIn(shown, "SmartNumBadSectors");
  const counted = rows.filter(([, , , , , , , unit]) => unit !== unknownUnit);
  const figureOf = (wanted: number) => counted.find(([id]) => id === wanted)?.[6] ?? null;
  const sectors = sectorCounts(figureOf);
  const areShown = sectors.reallocatedSectors !== null || sectors.pendingSectors !== null;
  // UDisks' sum of bad sectors is -1 if it is not known, and from 2^16 on it holds packed fields.
  const sumOfUdisks = wasAsked && bad !== null && bad >= 0 && bad < 2 ** 16 ? bad : null;
  const read = rows.map((row) => ({ id: row[0], value: row[3], raw: rawOf(row) }));
  const isFailing = shown.get("SmartFailing");
  return {
    source: "udisks",
    protocol: "ata",
    asOfMs: timeIn(shown),
    powerOnHours: wasAsked && seconds !== null && seconds > 0 ? Math.floor(seconds / 3600) : null,
    powerCycles: figureOf(powerCycleCount),
    ...sectors,
    attributes: read,
    ...(areShown ? {} : { badSectors: sumOfUdisks }),
    // UDisks' temperature counts only without attributes: it is the highest of 190, 194 and 231,
    // and on SSDs 231 is the life left (libatasmart).
    temperatureCelsius:
      rows.length === 0
        ? celsiusIn(shown)
        : attributeCelsius((wanted) => read.find(({ id }) => id === wanted)?.raw ?? null),
    selfAssessment:
      !wasAsked || typeof isFailing !== "boolean" ? null : isFailing ? "failing" : "passed",
    selfTestFailed: hasFailedTest(shown),
    failingAttributes: rows.length === 0 ? null : failingIn(rows),
    onceFailingAttributes: onceFailingIn(rows),
    // UDisks' number of failing attributes (`num_attributes_failing`) counts only if UDisks lists
    // no attributes: the number includes attributes with any flags. -1 means not known.
    hasFailingAttributes:
      wasAsked && rows.length === 0 && (numberIn(shown, "SmartNumAttributesFailing") ?? 0) > 0,
  };
}

/** UDisks' unit of an unknown attribute; the value is then 0 (libatasmart, make_pretty). */
const unknownUnit = 0;
/**
 * UDisks' units of converted attributes: milliseconds, thousandths of a kelvin, and megabytes if
 * the drive counts 32 MiB (libatasmart, make_pretty).
 */
const milliseconds = 2;
const millikelvins = 4;
const megabytes = 7;
/**
 * The attributes that count hours, although UDisks reports milliseconds: power-on hours (9), hours
 * under load (222) and head flying hours (240). Other attributes of times have other units.
 */
const inHours: readonly number[] = [9, 222, 240];

/** Undoes UDisks' conversions, such as that of attribute 231 to a temperature. */
function rawOf([id, , , , , , figure, unit]: z.infer<typeof ataAttribute>): number {
  if (unit === milliseconds && inHours.includes(id)) {
    return Math.round(figure / 3_600_000);
  }
  if (unit === megabytes) {
    return Math.round((figure * 1e6) / 2 ** 25);
  }
  return unit === millikelvins ? Math.round(figure / 1000 - kelvin) : figure;
}

function failingIn(rows: readonly z.infer<typeof ataAttribute>[]) {
  return rows.flatMap(([id, , flags, value, , threshold]) =>
    !isAtThreshold(value, threshold)
      ? []
      : [{ id, value, threshold, ...(warnsOfFailure(flags) ? {} : { isAdvisory: true }) }],
  );
}

/** Attributes that were once at their threshold and are not now: smartctl's `In_the_past`. */
function onceFailingIn(rows: readonly z.infer<typeof ataAttribute>[]) {
  return rows.flatMap(([id, , flags, value, worst, threshold]) =>
    isValid(value) && value > threshold && warnsOfFailure(flags) && isAtThreshold(worst, threshold)
      ? [{ id, worst, threshold }]
      : [],
  );
}

/** Whether an attribute's value is valid: 0, 254 and 255 are not (ATA/ATAPI-5, SMART). */
function isValid(value: number): boolean {
  return value >= 1 && value <= 253;
}

function warnsOfFailure(flags: number): boolean {
  return (flags & 1) === 1;
}

/**
 * Whether a valid value, 1 to 253, is at or below the threshold; the thresholds 0, 254 and 255 mean
 * "never", "invalid" and "test" (ATA/ATAPI-5, SMART).
 */
function isAtThreshold(value: number, threshold: number): boolean {
  return isValid(value) && isValid(threshold) && value <= threshold;
}
