import { win32 } from "node:path";
import type { SystemAccess } from "./system-access";

/** PowerShell alone needs a second or two to start on a slow machine. */
const limitMs = 20_000;

/** First lines of every script: UTF-8 output, and no error text from a refused cmdlet. */
export const scriptHead =
  "[Console]::OutputEncoding=[Text.Encoding]::UTF8;$ErrorActionPreference='SilentlyContinue';";

/**
 * The output of a script. Rejects if PowerShell is blocked by policy, and with `NotAnswering` after
 * the time limit, when it is killed; it has no child processes that could outlive it.
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
  // If a different PowerShell started this program, the variable names its modules, not ours.
  return system.run(program, args, { timeoutMs: limitMs, withoutVariable: "PSModulePath" });
}
