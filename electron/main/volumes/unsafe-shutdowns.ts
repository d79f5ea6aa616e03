import { z } from "zod";
import type { Volume } from "../../contract/volume";
import type { SystemAccess } from "./system-access";

/**
 * An NVMe drive counts the times its power went without notice (Unsafe Shutdowns, NVMe Base
 * Specification, SMART / Health Information log). Only an administrator may ask the drive, but
 * UDisks 2.10 and later asks it when the drive appears and shows the answer to everybody over D-Bus:
 * SmartGetAttributes asks for no authorisation
 * (https://storaged.org/udisks/docs/gdbus-org.freedesktop.UDisks2.NVMe.Controller.html). The counter
 * changes only when power comes back, so that an answer kept since then is current.
 */

const service = "org.freedesktop.UDisks2";
const root = "/org/freedesktop/UDisks2";
const answerLimitMs = 3000;

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
  const ask = (...args: readonly string[]) =>
    system.run("busctl", ["--system", "--json=short", ...args], { timeoutMs: answerLimitMs });
  try {
    const block = [`${root}/block_devices/${device}`, `${service}.Block`, "Drive"];
    const drive = drivePath(await ask("get-property", service, ...block));
    if (drive === null) {
      return null;
    }
    const method = [drive, `${service}.NVMe.Controller`, "SmartGetAttributes", "a{sv}", "0"];
    return unsafeShutdowns(await ask("call", service, ...method));
  } catch {
    // No busctl, no UDisks, an older one, or a drive without the interface: all "not known".
    return null;
  }
}

/** A multipath namespace `nvme0n1` shows its paths `nvme0c1n1` beside itself. */
function nvmeDrives(devices: readonly string[]): string[] {
  const drives = devices.flatMap((device) => {
    const [, controller, namespace] = /^nvme(\d+)(?:c\d+)?n(\d+)$/.exec(device) ?? [];
    return controller === undefined ? [] : [`nvme${controller}n${namespace}`];
  });
  return [...new Set(drives)];
}

const pathAnswer = z.object({ type: z.literal("o"), data: z.string() });

/** The drive's object path in an answer of `busctl get-property`; "/" stands for no drive. */
export function drivePath(answer: string): string | null {
  const path = pathAnswer.safeParse(JSON.parse(answer));
  return path.success && path.data.data.startsWith(`${root}/drives/`) ? path.data.data : null;
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
