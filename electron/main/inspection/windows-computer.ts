import { win32 } from "node:path";
import type { SystemAccess } from "../volumes/system-access";

/** What Windows says of the computer it runs on; empty where it does not. */
export interface WindowsComputer {
  readonly maker: string;
  readonly product: string;
  readonly version: string;
  readonly firmware: string;
}

const answerLimitMs = 5000;

/** Where Windows keeps at each start what the firmware tells of the computer; every user may read it. */
const firmwareKey = "HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS";

/** Rejects where an administrator has forbidden to read the registry. */
export async function readWindowsComputer(
  system: Pick<SystemAccess, "systemRoot" | "run">,
): Promise<WindowsComputer> {
  const program = win32.join(system.systemRoot, "System32\\reg.exe");
  return parseWindowsComputer(
    await system.run(program, ["query", firmwareKey], { timeoutMs: answerLimitMs }),
  );
}

/** It prints in the terminal's code page: what is not ASCII may have become something else. */
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
