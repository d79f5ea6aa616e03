import { win32 } from "node:path";
import type { SystemAccess } from "./system-access";

/** PowerShell alone needs a second or two to start on a slow machine. */
const limitMs = 20_000;

/** Begins every script: what it prints is UTF-8, and a cmdlet that is refused prints nothing. */
export const scriptHead =
  "[Console]::OutputEncoding=[Text.Encoding]::UTF8;$ErrorActionPreference='SilentlyContinue';";

/**
 * What a script prints. Rejects where PowerShell is forbidden, and with `NotAnswering` at its limit, at
 * which it is ended; it has no processes below it that could outlive it.
 */
export function runPowerShell(
  system: Pick<SystemAccess, "systemRoot" | "run">,
  script: string,
): Promise<string> {
  const program = win32.join(
    system.systemRoot,
    "System32\\WindowsPowerShell\\v1.0\\powershell.exe",
  );
  const args = ["-NoProfile", "-NonInteractive", "-NoLogo", "-Command", script];
  // Another PowerShell, of which this program may have been started, has modules of its own.
  return system.run(program, args, { timeoutMs: limitMs, withoutVariable: "PSModulePath" });
}
