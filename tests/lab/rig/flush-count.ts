import { attribute } from "./sweep.mjs";

/** Flush requests a block device has completed, and the time they took together. */
export interface FlushCount {
  readonly flushes: number;
  readonly elapsedNs: number;
}

/** Fields 16 and 17 of `stat`: https://docs.kernel.org/block/stat.html */
export function flushCount(device: string): FlushCount {
  const fields = (attribute(`/sys/block/${device}/stat`) ?? "").trim().split(/\s+/).map(Number);
  const [flushes, milliseconds] = fields.slice(15);
  if (flushes === undefined || milliseconds === undefined) {
    throw new Error(`the kernel counts no flushes of ${device}`);
  }
  return { flushes, elapsedNs: milliseconds * 1e6 };
}

export function flushesBetween(before: FlushCount, after: FlushCount): FlushCount {
  return {
    flushes: after.flushes - before.flushes,
    elapsedNs: after.elapsedNs - before.elapsedNs,
  };
}
