import { z } from "zod";
import type { Volume } from "#contract/volume";
import type { SystemAccess } from "./system-access";
import { Udisks, udisksDeviceOf } from "./udisks";

/**
 * An NVMe drive counts the times its power went without notice (Unsafe Shutdowns, NVMe Base
 * Specification, SMART / Health Information log). UDisks shows what the drive answered when it appeared,
 * and asks it anew every ten minutes; so two readings are two answers only where UDisks has asked
 * between them.
 */
export interface CounterReading {
  readonly count: number;
  /** When UDisks asked the drive, in seconds since 1970; `null`: not known. */
  readonly askedAt: number | null;
}

/**
 * The counter of the one NVMe drive a volume lies on; `null` for any other drive, for several, for one
 * that counts something else, and wherever the system does not show it: on macOS, on Windows, and
 * without UDisks 2.10.
 */
export async function readUnsafeShutdowns(
  { evidenceDevices }: Pick<Volume, "evidenceDevices">,
  system: Pick<SystemAccess, "platform" | "run">,
): Promise<CounterReading | null> {
  const [device, ...others] = nvmeDrives(evidenceDevices);
  if (system.platform !== "linux" || device === undefined || others.length > 0) {
    return null;
  }
  try {
    const udisks = new Udisks(system);
    const drive = await udisks.driveOf(device);
    if (drive === null) {
      return null;
    }
    const [attributes, askedAt] = await Promise.all([
      udisks.smartAttributes(drive, "NVMe.Controller"),
      udisks.askedAt(drive, "NVMe.Controller").catch(() => null),
    ]);
    const count = unsafeShutdowns(attributes);
    return count === null ? null : { count, askedAt };
  } catch {
    // No busctl, no UDisks, an older one, or a drive without the interface: all "not known".
    return null;
  }
}

/** Whether the drive was asked twice and had counted nothing meanwhile. */
export function hasStoodStill(first: CounterReading | null, then: CounterReading | null): boolean {
  if (first === null || then === null || first.count !== then.count) {
    return false;
  }
  // Without both times the two may be one answer.
  return first.askedAt !== null && then.askedAt !== null && first.askedAt < then.askedAt;
}

/** A multipath namespace `nvme0n1` shows its paths `nvme0c1n1` beside itself. */
function nvmeDrives(devices: readonly string[]): string[] {
  const drives = devices.map(udisksDeviceOf).filter((device) => /^nvme\d+n\d+$/.test(device));
  return [...new Set(drives)];
}

const counter = z.object({ type: z.literal("t"), data: z.number().int().nonnegative() });
const attributesAnswer = z.object({
  type: z.literal("a{sv}"),
  data: z.tuple([
    z.object({
      unsafe_shutdowns: counter,
      power_cycles: counter.optional().catch(undefined),
    }),
  ]),
});

/**
 * The counter in an answer of `busctl call … SmartGetAttributes`; `null` where it is not in it, and
 * where it is above the number of times the drive was switched on: then it counts something else.
 */
export function unsafeShutdowns(answer: string): number | null {
  const attributes = attributesAnswer.safeParse(JSON.parse(answer));
  if (!attributes.success) {
    return null;
  }
  const { unsafe_shutdowns: unsafe, power_cycles: cycles } = attributes.data.data[0];
  return cycles !== undefined && unsafe.data > cycles.data ? null : unsafe.data;
}
