import { createHash } from "node:crypto";
import type { Volume } from "#contract/volume";

/** How one operating system finds and describes volumes. */
export interface VolumeSource {
  /** Every mounted volume a person would recognise. */
  list(): Promise<Volume[]>;
  /** The volume of an existing folder, given by its canonical path. */
  describe(directory: string): Promise<Volume>;
  /** Calls back when volumes may have come or gone; returns the function that ends it. */
  onMaybeChanged(listener: () => void, onError: (error: unknown) => void): () => void;
}

/** Stable while mounted, and no path that could be used as one. */
export function volumeId(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 24);
}

/**
 * Asks for a signature of what is mounted every so often, one question after the other, and
 * reports when it differs from the one before.
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
