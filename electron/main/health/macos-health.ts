import type { HealthReadings } from "../../analysis/health/readings";
import type { SystemAccess } from "../volumes/system-access";
import { diskutilReadings } from "./diskutil-health";

const answerLimitMs = 3000;

/** What diskutil shows of a whole disk's health (`disk0`); `null` where it is nothing. */
export async function readMacHealth(
  disk: string,
  system: Pick<SystemAccess, "run">,
): Promise<HealthReadings | null> {
  const options = { timeoutMs: answerLimitMs };
  try {
    const plist = await system.run("/usr/sbin/diskutil", ["info", "-plist", disk], options);
    const json = await system.run("/usr/bin/plutil", ["-convert", "json", "-o", "-", "-"], {
      ...options,
      input: plist,
    });
    return diskutilReadings(json, Date.now());
  } catch {
    return null;
  }
}
