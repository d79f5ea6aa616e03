import { z } from "zod";
import { runPowerShell, scriptHead } from "../volumes/powershell";
import type { SystemAccess } from "../volumes/system-access";

/** What Windows says of the computer it runs on; empty or `null` where it does not. */
export interface WindowsComputer {
  readonly maker: string;
  readonly product: string;
  readonly version: string;
  readonly firmware: string;
  /** True also where Windows isolates a part of itself by one, on a computer that is real. */
  readonly hypervisorPresent: boolean | null;
  /** `BatteryStatus` of each battery: 1 is discharging. */
  readonly batteries: readonly number[];
}

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? "");

const computerSchema = z.object({
  product: z.object({ Vendor: text, Name: text, Version: text }).nullish(),
  firmware: z.object({ Version: text, SMBIOSBIOSVersion: text }).nullish(),
  hypervisor: z.boolean().nullish(),
  // PowerShell unwraps a list of one.
  batteries: z
    .union([z.array(z.number()), z.number().transform((one) => [one])])
    .nullish()
    .transform((list) => list ?? []),
});

/**
 * Serial numbers beside these are not asked for.
 * https://learn.microsoft.com/windows/win32/cimwin32prov/win32-battery
 */
const script = `${scriptHead}@{
product=Get-CimInstance Win32_ComputerSystemProduct|Select-Object Vendor,Name,Version;
firmware=Get-CimInstance Win32_BIOS|Select-Object Version,SMBIOSBIOSVersion;
hypervisor=(Get-CimInstance Win32_ComputerSystem).HypervisorPresent;
batteries=@(Get-CimInstance Win32_Battery|ForEach-Object{$_.BatteryStatus})
}|ConvertTo-Json -Depth 3 -Compress`;

/** Throws when the text is not the answer to the script. */
export function parseWindowsComputer(json: string): WindowsComputer {
  // Trimming also removes a byte order mark.
  const { product, firmware, hypervisor, batteries } = computerSchema.parse(
    JSON.parse(json.trim()),
  );
  return {
    maker: product?.Vendor ?? "",
    product: product?.Name ?? "",
    version: product?.Version ?? "",
    firmware: `${firmware?.Version ?? ""} ${firmware?.SMBIOSBIOSVersion ?? ""}`.trim(),
    hypervisorPresent: hypervisor ?? null,
    batteries,
  };
}

/** Asks once for as long as the program runs: a computer does not change, and one that is slow stays so. */
export class WindowsComputerReader {
  private answer: Promise<WindowsComputer> | null = null;

  constructor(private readonly system: Pick<SystemAccess, "systemRoot" | "run">) {}

  /** Rejects where PowerShell is forbidden or was ended at its limit. */
  read(): Promise<WindowsComputer> {
    this.answer ??= runPowerShell(this.system, script).then(parseWindowsComputer);
    return this.answer;
  }
}
