import { healthOf } from "#analysis/health/readings";
import type { Health } from "#contract/health";

/** The time at which the drive's health was read, by the computer's clock. */
export const readAtMs = Date.UTC(2026, 10, 20, 10, 0);

/** A healthy NVMe drive that was set up a few days ago. */
export function sampleHealth(changes: Partial<Health> = {}): Health {
  const health = healthOf(
    {
      source: "udisks",
      protocol: "nvme",
      asOfMs: readAtMs - 240_000,
      percentageUsed: 0,
      availableSparePercent: 100,
      spareThresholdPercent: 10,
      bytesRead: 61e9,
      bytesWritten: 83e9,
      powerOnHours: 14,
      powerCycles: 31,
      unsafeShutdowns: 2,
      mediaErrors: 0,
      temperatureCelsius: 38,
      criticalWarnings: [],
    },
    readAtMs,
  );
  return { ...health, ...changes };
}
