import data from "#assets/reference-curves.json";
import type { Published } from "../../reference-curves";

export interface ReferenceSweep extends Published {
  readonly points: readonly { readonly bufferBytes: number; readonly bytesPerSecond: number }[];
}

export const referenceSweeps = data.bufferSweeps as readonly ReferenceSweep[];
