import type { SystemAccess } from "./system-access";

/** Returns the property list of `diskutil info` as JSON, converted by `plutil`. */
export async function diskutilInfo(
  { run }: Pick<SystemAccess, "run">,
  device: string,
  timeoutMs: number,
): Promise<string> {
  const input = await run("/usr/sbin/diskutil", ["info", "-plist", device], { timeoutMs });
  return run("/usr/bin/plutil", ["-convert", "json", "-o", "-", "-"], { timeoutMs, input });
}
