import { z } from "zod";
import type { HealthReadings } from "#analysis/health/readings";
import { dataUnitBytes, warningNames } from "./health-pages";

/** Keys of `diskutil info -plist`, converted to JSON by `plutil`. */
const smartSchema = z.looseObject({
  SMARTStatus: z.string().nullish().catch(null),
  SMARTDeviceSpecificKeysMayVaryNotGuaranteed: z
    .record(z.string(), z.unknown())
    .nullish()
    .catch(null),
});

/** The health that diskutil reports; `null` if it reports none. Throws if the text is not JSON. */
export function diskutilReadings(json: string, nowMs: number): HealthReadings | null {
  const parsed = smartSchema.safeParse(JSON.parse(json));
  if (!parsed.success) {
    return null;
  }
  const { SMARTStatus: status, SMARTDeviceSpecificKeysMayVaryNotGuaranteed: smart } = parsed.data;
  // diskutil's usual word for a failing drive is "Failing"; every word with "fail" in it counts.
  const isFailing = /fail/i.test(status ?? "");
  const selfAssessment = isFailing ? "failing" : status === "Verified" ? "passed" : null;
  if (selfAssessment === null && !smart) {
    return null;
  }
  const keys = smart ?? {};
  const amount = (name: string) => numberOf(keys[name]);
  // diskutil splits a 128-bit counter into two keys of 64 bits, `…_0` and `…_1`.
  const counter = (name: string) => {
    const [low, high] = [0, 1].map((half) => amount(`${name}_${half}`));
    return low == null ? null : low + (high ?? 0) * 2 ** 64;
  };
  const units = (name: string) => {
    const count = counter(name);
    return count === null ? null : count * dataUnitBytes;
  };
  const kelvin = amount("TEMPERATURE");
  const warnings = amount("CRITICAL_WARNING");
  return {
    source: "diskutil",
    protocol: smart ? "nvme" : null,
    asOfMs: nowMs,
    selfAssessment,
    criticalWarnings: warnings === null ? null : warningNames(warnings),
    percentageUsed: amount("PERCENTAGE_USED"),
    availableSparePercent: amount("AVAILABLE_SPARE"),
    spareThresholdPercent: amount("AVAILABLE_SPARE_THRESHOLD"),
    bytesRead: units("DATA_UNITS_READ"),
    bytesWritten: units("DATA_UNITS_WRITTEN"),
    powerOnHours: counter("POWER_ON_HOURS"),
    powerCycles: counter("POWER_CYCLES"),
    unsafeShutdowns: counter("UNSAFE_SHUTDOWNS"),
    mediaErrors: counter("MEDIA_ERRORS"),
    temperatureCelsius: kelvin === null || kelvin === 0 ? null : Math.round(kelvin - 273.15),
  };
}

function numberOf(value: unknown): number | null {
  return typeof value === "number"
    ? value
    : typeof value === "string" && /^\d{1,40}$/.test(value)
      ? Number(value)
      : null;
}
