import { z } from "zod";
import type { HealthReadings } from "#analysis/health/readings";
import type { HealthGap } from "#contract/health";
import { sectorCounts } from "./sector-counts";

/**
 * Reading what UDisks shows of a drive's health, as `busctl --json=short` prints it. Every field is
 * taken alone: one that is missing or of another type is not known, and keeps no other from being read.
 */

const kelvin = 273.15;

/** The fields of an answer `a{sv}`; none where it is something else. Throws where it is no JSON. */
function fieldsOf(answer: string): ReadonlyMap<string, unknown> {
  return fieldsIn(JSON.parse(answer));
}

/** Attributes come beside the properties, which stand without them. */
function parsedOrNull(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return null;
  }
}

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

type Fields = ReturnType<typeof fieldsOf>;

function numberIn(fields: Fields, name: string): number | null {
  const value = fields.get(name);
  return typeof value === "number" ? value : null;
}

/** Times are seconds since 1970; 0 stands for never. */
function timeIn(fields: Fields): number | null {
  const seconds = numberIn(fields, "SmartUpdated");
  return seconds === null || seconds <= 0 ? null : seconds * 1000;
}

/** Why the drive's figures are not there; `null`: they are. */
function gapOf(shown: Fields): HealthGap | null {
  if (shown.get("SmartSupported") === false) {
    return "no-report";
  }
  if (shown.get("SmartEnabled") === false) {
    return "switched-off";
  }
  return numberIn(shown, "SmartUpdated") === 0 ? "not-asked-yet" : null;
}

/** Kelvin, where 0 stands for a drive that does not say. */
function celsiusIn(fields: Fields): number | null {
  const value = numberIn(fields, "SmartTemperature");
  return value === null || value === 0 ? null : Math.round(value - kelvin);
}

/** Properties and attributes of `NVMe.Controller`; without attributes what the properties say. */
export function nvmeReadings(properties: string, attributes: string | null): HealthReadings {
  const shown = fieldsOf(properties);
  const gap = gapOf(shown);
  if (gap !== null) {
    return { source: "udisks", protocol: "nvme", gap, temperatureCelsius: celsiusIn(shown) };
  }
  const counted: Fields = attributes === null ? new Map() : fieldsIn(parsedOrNull(attributes));
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
    // The list is empty as well where UDisks does not say when it asked the drive.
    criticalWarnings: warnings.success && timeIn(shown) !== null ? warnings.data.map(String) : null,
  };
}

/** id, name, flags, value, worst, threshold, pretty value, unit of it, more */
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

/** Properties and attributes of `Drive.Ata`. */
export function ataReadings(properties: string, attributes: string | null): HealthReadings {
  const shown = fieldsOf(properties);
  const gap = gapOf(shown);
  if (gap !== null) {
    return { source: "udisks", protocol: "ata", gap, temperatureCelsius: celsiusIn(shown) };
  }
  const wasAsked = timeIn(shown) !== null;
  const parsed = ataAttributesAnswer.safeParse(
    attributes === null ? null : parsedOrNull(attributes),
  );
  const rows = parsed.success
    ? parsed.data.data[0].flatMap((row) => {
        const one = ataAttribute.safeParse(row);
        return one.success ? [one.data] : [];
      })
    : [];
  const seconds = numberIn(shown, "SmartPowerOnSeconds");
  const bad = numberIn(shown, "SmartNumBadSectors");
  const sectors = sectorCounts((wanted) => rows.find(([id]) => id === wanted)?.[6] ?? null);
  const cycles = rows.find(([id]) => id === powerCycleCount);
  const isFailing = shown.get("SmartFailing");
  return {
    source: "udisks",
    protocol: "ata",
    asOfMs: timeIn(shown),
    powerOnHours: wasAsked && seconds !== null && seconds > 0 ? Math.floor(seconds / 3600) : null,
    powerCycles: cycles?.[6] ?? null,
    ...sectors,
    // Minus one stands for not known. What is larger than both counters was packed.
    badSectors:
      sectors.badSectors ?? (wasAsked && bad !== null && bad >= 0 && bad < 2 ** 16 ? bad : null),
    temperatureCelsius: celsiusIn(shown),
    selfAssessment:
      !wasAsked || typeof isFailing !== "boolean" ? null : isFailing ? "failing" : "passed",
    failingAttributes: rows.length === 0 ? null : failingIn(rows),
  };
}

function failingIn(rows: readonly z.infer<typeof ataAttribute>[]) {
  return rows.flatMap(([id, , flags, value, , threshold]) =>
    isFailingAttribute({ flags, value, threshold }) ? [{ id, value, threshold }] : [],
  );
}

/**
 * At or below its own threshold, and of those that warn of a failure (flag 1). Values from 1 to 253 are
 * in use; thresholds 0, 254 and 255 are for "never", "invalid" and tests (ATA/ATAPI-5, SMART).
 */
export function isFailingAttribute(attribute: {
  readonly flags: number;
  readonly value: number;
  readonly threshold: number;
}): boolean {
  const { flags, value, threshold } = attribute;
  const warns = (flags & 1) === 1;
  return (
    warns && value >= 1 && value <= 253 && threshold >= 1 && threshold <= 253 && value <= threshold
  );
}
