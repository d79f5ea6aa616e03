import type { HealthReadings } from "#analysis/health/readings";
import { diskutilInfo } from "../volumes/diskutil";
import type { SystemAccess } from "../volumes/system-access";
import { NotAnswering } from "../volumes/time-limit";
import { diskutilReadings } from "./diskutil-health";

const answerLimitMs = 3000;

/** A disk's health as diskutil reports it; `disk` is a whole disk, such as `disk0`. */
export async function readMacHealth(
  disk: string,
  system: Pick<SystemAccess, "run">,
): Promise<HealthReadings> {
  try {
    const json = await diskutilInfo(system, disk, answerLimitMs);
    // diskutil says "Not Supported" behind an adapter that hides health data, as most USB adapters
    // do.
    return diskutilReadings(json, Date.now()) ?? { gap: "no-report" };
  } catch (error) {
    return { gap: error instanceof NotAnswering ? "no-answer" : "unreadable" };
  }
}
