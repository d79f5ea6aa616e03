import data from "#assets/reference-curves.json";
import type { Published } from "../../reference-curves";

/** Throughput over the size of one write (workload W4). */
export interface ReferenceSweep extends Published {
  readonly points: readonly { readonly bufferBytes: number; readonly bytesPerSecond: number }[];
}

export const referenceSweeps = data.bufferSweeps as readonly ReferenceSweep[];
