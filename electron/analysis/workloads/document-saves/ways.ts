import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import type { DocumentWay } from "#contract/workloads/document-saves";

/** The methods that the addon offers, as `documentWays` in native/index.ts lists them. */
export function waysOf(os: OperatingSystem): readonly DocumentWay[] {
  return ways[os];
}

const ways = {
  linux: ["none", "fsync"],
  macos: ["none", "fsync", "f_fullfsync"],
  windows: ["none", "replace_file", "move_file"],
} as const satisfies Readonly<Record<OperatingSystem, readonly DocumentWay[]>>;

/**
 * The method that promises most. On Windows that is `move_file`, because `replace_file` does not
 * promise when the new name is stored.
 */
export function safestWayOf(os: OperatingSystem): DocumentWay {
  return safest[os];
}

const safest = {
  linux: "fsync",
  macos: "f_fullfsync",
  windows: "move_file",
} as const satisfies Readonly<Record<OperatingSystem, DocumentWay>>;

/** The flush mode whose promise applies to a document saved with this method. */
export const flushModeOfWay: Readonly<Record<DocumentWay, FlushModeId>> = {
  none: "none",
  fsync: "fsync",
  f_fullfsync: "f_fullfsync",
  replace_file: "flush_file_buffers",
  move_file: "flush_file_buffers",
};
