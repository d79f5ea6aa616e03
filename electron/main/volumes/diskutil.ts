import type { SystemAccess } from "./system-access";

/** `diskutil info` of a disk or volume as JSON, into which `plutil` converts its property list. */
export async function diskutilInfo(
  { run }: Pick<SystemAccess, "run">,
  device: string,
  timeoutMs: number,
): Promise<string> {
  const input = await run("/usr/sbin/diskutil", ["info", "-plist", device], { timeoutMs });
  return run("/usr/bin/plutil", ["-convert", "json", "-o", "-", "-"], { timeoutMs, input });
}
