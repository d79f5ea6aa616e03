import type { SysReader } from "../volumes/block-device";
import type { Clock } from "./others-flushes";
import { lookForUsb, type UsbConnection } from "./usb-connection";

/**
 * Shortest absence, in nanoseconds, that means an unplugged drive: a crash or bus reset takes about
 * a second, a person who plugs a cable in again takes longer.
 */
const leastAbsenceNs = 3_000_000_000;

const lookEveryMs = 200;
const longestWatchMs = 30_000;
/**
 * A drive that is still present after this many milliseconds counts as reset, not unplugged. If its
 * cable is pulled later, the drive had power long after the last save, and the cut proves nothing.
 */
const graceMs = 1_000;

interface AbsenceWatch extends Clock {
  readonly sys: SysReader;
  readonly signal: AbortSignal;
}

/**
 * Measures, after the writing has failed, how long a USB device is missing: a lower bound in
 * nanoseconds. Adds up the times between two consecutive checks that both found the device missing,
 * at most two intervals each, because the computer may have slept in between. Only checks that find
 * the device's hub count: a crashed controller, or an unplugged hub with its own power supply,
 * takes the device off the bus but leaves it powered. Ends when the device returns or never leaves,
 * after thirty seconds, or on the signal.
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
 * True if a bus-powered USB drive lost its power: it was missing for longer than a reset takes, and
 * came back with a new port or device number. `null` if not known.
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
