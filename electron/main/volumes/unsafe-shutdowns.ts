import { z } from "zod";
import type { Volume } from "#contract/volume";
import type { SystemAccess } from "./system-access";
import { Udisks, udisksDeviceOf } from "./udisks";

/**
 * The number of power losses without prior notice that an NVMe drive counts (Unsafe Shutdowns, NVMe
 * Base Specification, SMART / Health Information log). UDisks reads it when the drive appears and
 * every ten minutes, so two readings are independent only if UDisks has queried the drive in
 * between.
 */
export interface CounterReading {
  readonly count: number;
  /** How often the drive was switched on; `null` if not known. */
  readonly powerCycles: number | null;
  /** When UDisks queried the drive, in seconds since 1970; `null` if not known. */
  readonly askedAt: number | null;
}

/**
 * The counter of a volume's only NVMe drive. `null` for any other drive, for several drives, for a
 * drive that counts something else, and if the system does not report it: on macOS, on Windows, and
 * without UDisks 2.10.
 */
export async function readUnsafeShutdowns(
  { evidenceDevices }: Pick<Volume, "evidenceDevices">,
  system: Pick<SystemAccess, "platform" | "run">,
): Promise<CounterReading | null> {
  const device = onlyDriveOf(evidenceDevices);
  if (system.platform !== "linux" || device === null || !/^nvme\d+n\d+$/.test(device)) {
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
    const counted = unsafeShutdowns(attributes);
    return counted && { ...counted, askedAt };
  } catch {
    // The count is not known: busctl or UDisks is missing, UDisks is older, or the drive lacks the
    // interface.
    return null;
  }
}

/** Whether two separate queries of the drive returned the same count. */
export function hasStoodStill(first: CounterReading | null, then: CounterReading | null): boolean {
  if (first === null || then === null || first.count !== then.count) {
    return false;
  }
  // If a time is not known or both are equal, both readings may come from one query.
  return first.askedAt !== null && then.askedAt !== null && first.askedAt < then.askedAt;
}

/** Devices that other devices provide cannot lose power themselves: device-mapper, RAID, loop. */
const layers = /^(dm-|md|loop)/;

/**
 * The only drive among the devices; `null` if there are several, because one drive of a mirror can
 * lose its power while the other keeps the data. sysfs lists the paths `nvme0c1n1` of a multipath
 * namespace `nvme0n1` as separate devices; they count as one drive.
 */
export function onlyDriveOf(devices: readonly string[]): string | null {
  const drives = new Set(devices.filter((name) => !layers.test(name)).map(udisksDeviceOf));
  const [drive = null] = drives;
  return drives.size === 1 ? drive : null;
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
 * Parses `busctl call … SmartGetAttributes`. `null` if there are no counters, or if the drive
 * counts more losses of power than power cycles, and so must count something else.
 */
export function unsafeShutdowns(
  answer: string,
): Pick<CounterReading, "count" | "powerCycles"> | null {
  const attributes = attributesAnswer.safeParse(JSON.parse(answer));
  if (!attributes.success) {
    return null;
  }
  const { unsafe_shutdowns: unsafe, power_cycles: cycles } = attributes.data.data[0];
  return cycles !== undefined && unsafe.data > cycles.data
    ? null
    : { count: unsafe.data, powerCycles: cycles?.data ?? null };
}
