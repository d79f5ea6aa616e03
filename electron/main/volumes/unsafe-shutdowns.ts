import { z } from "zod";
import type { Volume } from "../../contract/volume";
import type { SystemAccess } from "./system-access";
import { Udisks, udisksDeviceOf } from "./udisks";

/**
 * An NVMe drive counts the times its power went without notice (Unsafe Shutdowns, NVMe Base
 * Specification, SMART / Health Information log). The counter changes only when power comes back, so
 * that an answer UDisks has kept since then is current.
 */

/**
 * The counter of the one NVMe drive a volume lies on; `null` for any other drive, for several, and
 * wherever the system does not show it: on macOS, on Windows, and without UDisks 2.10.
 */
export async function readUnsafeShutdowns(
  { evidenceDevices }: Pick<Volume, "evidenceDevices">,
  system: Pick<SystemAccess, "platform" | "run">,
): Promise<number | null> {
  const [device, ...others] = nvmeDrives(evidenceDevices);
  if (system.platform !== "linux" || device === undefined || others.length > 0) {
    return null;
  }
  try {
    const udisks = new Udisks(system);
    const drive = await udisks.driveOf(device);
    return drive === null
      ? null
      : unsafeShutdowns(await udisks.smartAttributes(drive, "NVMe.Controller"));
  } catch {
    // No busctl, no UDisks, an older one, or a drive without the interface: all "not known".
    return null;
  }
}

/** A multipath namespace `nvme0n1` shows its paths `nvme0c1n1` beside itself. */
function nvmeDrives(devices: readonly string[]): string[] {
  const drives = devices.map(udisksDeviceOf).filter((device) => /^nvme\d+n\d+$/.test(device));
  return [...new Set(drives)];
}

const attributesAnswer = z.object({
  type: z.literal("a{sv}"),
  data: z.tuple([
    z.object({
      unsafe_shutdowns: z.object({ type: z.literal("t"), data: z.number().int().nonnegative() }),
    }),
  ]),
});

/** The counter in an answer of `busctl call … SmartGetAttributes`; `null` where it is not in it. */
export function unsafeShutdowns(answer: string): number | null {
  const attributes = attributesAnswer.safeParse(JSON.parse(answer));
  return attributes.success ? attributes.data.data[0].unsafe_shutdowns.data : null;
}
