import { second, sequentialNs } from "./assumed-drive";
import { sum } from "./statistics";

/** What a part of a run costs: its duration, and all bytes that DriveProof writes in that time. */
export interface Effort {
  readonly durationNs: number;
  readonly bytes: number;
}

export const noEffort: Effort = { durationNs: 0, bytes: 0 };

export function addEfforts(efforts: readonly Effort[]): Effort {
  return {
    durationNs: sum(efforts.map(({ durationNs }) => durationNs)),
    bytes: sum(efforts.map(({ bytes }) => bytes)),
  };
}

export function timesEffort({ durationNs, bytes }: Effort, times: number): Effort {
  return { durationNs: durationNs * times, bytes: bytes * times };
}

/** Time and bytes of writing at a given rate until all is written or the time cap is reached. */
export function untilCap(totalBytes: number, capNs: number, bytesPerSecond: number): Effort {
  const wholeNs = (totalBytes / bytesPerSecond) * second;
  const durationNs = Math.min(capNs, wholeNs);
  return { durationNs, bytes: totalBytes * (durationNs / wholeNs) };
}

/** Adds the time in which the system writes these bytes from the page cache to the drive. */
export function settled({ durationNs, bytes }: Effort): Effort {
  return { durationNs: durationNs + sequentialNs(bytes), bytes };
}

/** The effort of filling a file once before the measurement. */
export function filled(bytes: number): Effort {
  return { durationNs: sequentialNs(bytes), bytes };
}
