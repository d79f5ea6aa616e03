import type { SysReader } from "../volumes/block-device";
import { lookForUsb, type UsbConnection } from "./usb-connection";

/**
 * A drive whose firmware crashed, or whose bus was reset, is there again within about a second; a
 * cable that was pulled is not pushed in again as fast.
 */
export const leastAbsenceNs = 3_000_000_000;

const lookEveryMs = 200;
const longestWatchMs = 30_000;
/**
 * A drive that is still there after this time was reset, not unplugged. Whoever pulls its cable then
 * cuts a power that the drive has had since the last save: that proves nothing.
 */
const graceMs = 1_000;

export interface AbsenceWatch {
  readonly sys: SysReader;
  readonly signal: AbortSignal;
  /** Monotonic. */
  readonly nowMs: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * After the writing has failed: for at least how long a USB device is missing. Counted is only what
 * was seen: the time between two looks that both missed it, no more than two intervals each (the
 * computer may have slept), and only while its hub is there. A controller that died, or a hub that
 * was unplugged with its own power supply, takes the device off the bus and leaves it powered.
 * Ends when the device is back or does not go, after thirty seconds, or by the signal.
 */
export async function watchAbsence(
  connection: UsbConnection,
  { sys, signal, nowMs, sleep }: AbsenceWatch,
): Promise<number> {
  const beganMs = nowMs();
  let absentMs = 0;
  let lastMissedMs: number | null = null;
  while (!signal.aborted && nowMs() - beganMs < longestWatchMs) {
    const { isThere, isHubThere } = await lookForUsb(connection, sys);
    const atMs = nowMs();
    if (isThere && (absentMs > 0 || atMs - beganMs > graceMs)) {
      break;
    }
    const isMissed = !isThere && isHubThere;
    if (isMissed && lastMissedMs !== null) {
      absentMs += Math.min(atMs - lastMissedMs, 2 * lookEveryMs);
    }
    lastMissedMs = isMissed ? atMs : null;
    await sleep(lookEveryMs);
  }
  return Math.round(absentMs * 1e6);
}

/**
 * Whether a drive that takes its power from the USB was without it: it was missing for longer than
 * a reset takes, and is there again as a device the system had not seen. `null`: not known.
 */
export function usbLostPower(
  before: UsbConnection | null,
  absentNs: number | null,
  after: UsbConnection | null,
): true | null {
  if (before === null || absentNs === null || after === null) {
    return null;
  }
  const isNew = before.port !== after.port || before.deviceNumber !== after.deviceNumber;
  const isSame = before.identity === after.identity;
  return before.busPowered && isSame && isNew && absentNs >= leastAbsenceNs ? true : null;
}
