import { createHash } from "node:crypto";
import type { Volume } from "#contract/volume";

export interface VolumeSource {
  /** Every mounted volume that users recognize. */
  list(): Promise<Volume[]>;
  /** Describes the volume of an existing folder; `directory` is its canonical path. */
  describe(directory: string): Promise<Volume>;
  /** Calls back when volumes may have come or gone. Returns a function that ends the calls. */
  onMaybeChanged(listener: () => void, onError: (error: unknown) => void): () => void;
}

/**
 * Values of facts that Windows and macOS do not report when volumes are listed. An inspection on
 * Windows reads `flushesTurnedOff` at its start.
 */
export const toldByLinuxOnly = {
  writeCache: "unknown",
  scheduler: null,
  flushesTurnedOff: null,
  lowerMounts: [],
  evidenceDevices: [],
  followedDevices: [],
  diskDevices: [],
} satisfies Partial<Volume>;

/**
 * Makes a volume's id, which stays the same while the volume is mounted, and cannot be used as a
 * path.
 */
export function volumeId(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 24);
}

/**
 * Polls one query at a time; calls back after a change. Returns a function that ends the polling.
 */
export function pollForChange(
  signature: () => Promise<string>,
  intervalMs: number,
  onChange: () => void,
  onError: (error: unknown) => void,
): () => void {
  let stopped = false;
  let last: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const now = await signature();
      const changed = last !== null && now !== last;
      last = now;
      if (changed && !stopped) {
        onChange();
      }
    } catch (error) {
      onError(error);
    }
    if (!stopped) {
      timer = setTimeout(look, intervalMs);
      timer.unref();
    }
  };
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
