import path from "node:path";
import type { loadNativeEngine, NativeEngine } from "../../native/index";
import type { DriveError } from "../contract/drive-error";
import type { HostEvent, HostRequest } from "../contract/engine-messages";
import { errorOf } from "./fault";
import { openEngine } from "./open-engine";

export interface Swept {
  readonly removed: number;
  /** Full paths of what could not be removed. */
  readonly left: readonly string[];
}

/**
 * Removes what earlier runs have left in the folder that were killed with all their processes. Where
 * the folder cannot be looked into, `null`.
 */
export async function sweep(engine: NativeEngine, directory: string): Promise<Swept | null> {
  try {
    const leftovers = await engine.removeLeftovers(directory);
    const left = leftovers.filter(({ fault }) => fault !== null);
    return {
      removed: leftovers.length - left.length,
      left: left.map(({ name }) => path.join(directory, name)),
    };
  } catch {
    // Gone, not to be entered, or on a drive that fails: who uses the folder will say so.
    return null;
  }
}

/** What the report says of it; nothing where nothing was found. */
export function leftoverWarnings({ removed, left }: Swept): HostEvent[] {
  const warnings: HostEvent[] = [];
  if (removed > 0) {
    warnings.push({
      type: "warning",
      code: "leftovers-removed",
      message: `An earlier inspection of this folder was ended by force and left ${removed === 1 ? "a test file" : `${removed} test files`} here. This inspection has removed ${removed === 1 ? "it" : "them"}.`,
    });
  }
  if (left.length > 0) {
    warnings.push({
      type: "warning",
      code: "leftovers-left",
      message: `An earlier inspection of this folder was ended by force and left test files that this one could not remove. Please remove ${left.join(" and ")}.`,
    });
  }
  return warnings;
}

/** Looks into one folder after the other, and does nothing else. */
export class LeftoverSweep {
  readonly ended: Promise<void>;
  private markEnded: () => void = () => undefined;
  private stopping = false;

  constructor(
    private readonly request: Extract<HostRequest, { type: "sweep" }>,
    private readonly emit: (event: HostEvent) => void,
    private readonly load?: typeof loadNativeEngine,
  ) {
    this.ended = new Promise((resolve) => {
      this.markEnded = resolve;
    });
  }

  stop(): void {
    this.stopping = true;
  }

  async run(): Promise<void> {
    let error: DriveError | null = null;
    try {
      const engine = openEngine(this.request.nativeDirectory, this.load);
      for (const directory of this.request.directories) {
        const swept = this.stopping ? null : await sweep(engine, directory);
        if (swept) {
          this.emit({ type: "swept", directory, left: [...swept.left] });
        }
      }
    } catch (cause) {
      error = errorOf(cause);
    }
    this.emit({ type: "finished", stopped: this.stopping, error });
    this.markEnded();
  }
}
