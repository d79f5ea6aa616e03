import type { HealthReadings } from "#analysis/health/readings";
import { diskutilInfo } from "../volumes/diskutil";
import type { SystemAccess } from "../volumes/system-access";
import { NotAnswering } from "../volumes/time-limit";
import { diskutilReadings } from "./diskutil-health";

const answerLimitMs = 3000;

/** The health of a whole disk (`disk0`) as diskutil reports it, or why diskutil reports none. */
export async function readMacHealth(
  disk: string,
  system: Pick<SystemAccess, "run">,
): Promise<HealthReadings> {
  try {
    const json = await diskutilInfo(system, disk, answerLimitMs);
    // diskutil reports nothing usable ("Not Supported") behind an adapter that hides health data,
    // as most USB adapters do.
    return diskutilReadings(json, Date.now()) ?? { gap: "no-report" };
  } catch (error) {
    return { gap: error instanceof NotAnswering ? "no-answer" : "unreadable" };
  }
}
