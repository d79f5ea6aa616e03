import { uptime } from "node:os";
import type { Boot } from "#contract/power-cut/state";
import { nodeSystemAccess, type SystemAccess } from "../volumes/system-access";

const answerLimitMs = 2000;

/**
 * Linux and macOS give each boot a UUID (random(4), `kern.bootsessionuuid`). `id` is `null` on
 * Windows, which has none, and if it cannot be read.
 */
export async function currentBoot(
  system: Pick<SystemAccess, "platform" | "readFile" | "run"> = nodeSystemAccess(),
): Promise<Boot> {
  const at = new Date(Date.now() - uptime() * 1000).toISOString();
  // A sandbox may hide the id; the boot time still identifies the boot.
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
