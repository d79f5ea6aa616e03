import type { FindingDraft as Draft } from "../../facts/finding";

/** Codes of its findings: a part of the report, they stay as they are. */
export const findingCodes = [
  /** From which write size on writing is as fast as it gets, and what limits below and above. */
  "buffer-knee",
  /** The sizes of the writes do not show what limits. */
  "buffer-unclear",
  /** What the drive takes when the system's memory is left out. */
  "direct-writes",
  /** The file system buffers writes that ask to go around the system's memory. */
  "direct-writes-buffered",
] as const;

export type FindingDraft = Draft<(typeof findingCodes)[number]>;
