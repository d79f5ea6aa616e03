import { win32 } from "node:path";
import type { SystemAccess } from "../volumes/system-access";

/** Names from Windows' registry; empty if unknown. */
export interface WindowsComputer {
  readonly maker: string;
  readonly product: string;
  readonly version: string;
  readonly firmware: string;
}

const answerLimitMs = 5000;

/**
 * The registry key with the firmware's description, which Windows stores at each boot; every user
 * may read it.
 */
const firmwareKey = "HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS";

/** Reads the computer's names. Rejects if an administrator has disabled registry access. */
export async function readWindowsComputer(
  system: Pick<SystemAccess, "systemRoot" | "run">,
): Promise<WindowsComputer> {
  const program = win32.join(system.systemRoot, "System32\\reg.exe");
  return parseWindowsComputer(
    await system.run(program, ["query", firmwareKey], { timeoutMs: answerLimitMs }),
  );
}

/**
 * Parses reg.exe's output. Values that were not ASCII may be wrong or empty, because reg.exe prints
 * in the console's code page.
 */
export function parseWindowsComputer(text: string): WindowsComputer {
  const value = (name: string) => {
    const found = new RegExp(`^ +${name} +REG_SZ +(.*)$`, "m").exec(text)?.[1]?.trim() ?? "";
    return found.includes("\uFFFD") ? "" : found;
  };
  return {
    maker: value("SystemManufacturer"),
    product: value("SystemProductName"),
    version: value("SystemVersion"),
    firmware: `${value("BIOSVendor")} ${value("BIOSVersion")}`.trim(),
  };
}
