import { uptime } from "node:os";
import type { Boot } from "#contract/power-cut/state";
import { nodeSystemAccess, type SystemAccess } from "../volumes/system-access";

const answerLimitMs = 2000;

/**
 * The run of the system that this program is in. Linux and macOS name each run by a UUID of its own
 * (random(4), `kern.bootsessionuuid`); Windows does not, and where it is not to be had it is `null`.
 */
export async function currentBoot(
  system: Pick<SystemAccess, "platform" | "readFile" | "run"> = nodeSystemAccess(),
): Promise<Boot> {
  const at = new Date(Date.now() - uptime() * 1000).toISOString();
  // A sandbox may hide it; the time is then what is left to go by.
  const id = await bootId(system).catch(() => null);
  return { at, id: id?.trim() || null };
}

async function bootId({
  platform,
  readFile,
  run,
}: Pick<SystemAccess, "platform" | "readFile" | "run">): Promise<string | null> {
  switch (platform) {
    case "linux":
      return readFile("/proc/sys/kernel/random/boot_id");
    case "darwin":
      return run("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"], { timeoutMs: answerLimitMs });
    default:
      return null;
  }
}
