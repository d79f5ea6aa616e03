import type { FindingDraft as Draft } from "../../facts/finding";

export const findingCodes = [
  /** The write size from which throughput stops growing, with the limits below and above it. */
  "buffer-knee",
  /** The throughput at different write sizes shows no limit. */
  "buffer-unclear",
  /** The drive's throughput without the page cache. */
  "direct-writes",
  /** The file system buffers direct writes. */
  "direct-writes-buffered",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
