import data from "#assets/reference-curves.json";
import type { FlushModeId } from "#contract/flush-mode";
import type { Published } from "../../reference-curves";

/** Published times for writing the total with a sync after each chunk. */
export interface ReferenceChunked extends Published {
  readonly totalBytes: number;
  readonly chunkBytes: number;
  readonly points: readonly { readonly mode: FlushModeId; readonly elapsedNs: number }[];
}

export const referenceChunks = data.chunked as readonly ReferenceChunked[];
