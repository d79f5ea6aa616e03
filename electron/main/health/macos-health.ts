import type { HealthReadings } from "#analysis/health/readings";
import type { SystemAccess } from "../volumes/system-access";
import { NotAnswering } from "../volumes/time-limit";
import { diskutilReadings } from "./diskutil-health";

const answerLimitMs = 3000;

/** What diskutil shows of a whole disk's health (`disk0`), or why it shows nothing. */
export async function readMacHealth(
  disk: string,
  system: Pick<SystemAccess, "run">,
): Promise<HealthReadings> {
  const options = { timeoutMs: answerLimitMs };
  try {
    const plist = await system.run("/usr/sbin/diskutil", ["info", "-plist", disk], options);
    const json = await system.run("/usr/bin/plutil", ["-convert", "json", "-o", "-", "-"], {
      ...options,
      input: plist,
    });
    // macOS says "Not Supported" of a drive whose adapter passes nothing on, as most of USB.
    return diskutilReadings(json, Date.now()) ?? { gap: "no-report" };
  } catch (error) {
    return { gap: error instanceof NotAnswering ? "no-answer" : "unreadable" };
  }
}
