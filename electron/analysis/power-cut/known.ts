import type { FlushModeId } from "#contract/flush-mode";
import type {
  PowerCutAcknowledged,
  PowerCutEnding,
  PowerCutFound,
} from "#contract/power-cut/state";
import type { PowerCutLayout, PowerCutModeResult } from "#contract/power-cut/test";
import type { ModeNumber } from "#contract/power-cut/witness";

/** A mode's last operation known to have returned success, and what proves that. */
export interface Known {
  /** Number of the operation; 0 if none is known. */
  readonly number: number;
  readonly provenBy: PowerCutModeResult["provenBy"];
}

/** Every source that knows which operations returned. */
export interface Knowing {
  readonly acknowledged: PowerCutAcknowledged;
  /** The engine's last report if the computer stayed on and so acted as its own witness. */
  readonly ending: PowerCutEnding | null;
  readonly found: readonly PowerCutFound[];
}

/**
 * The mode's last operation that is known to have returned: the higher of the witness's number and
 * that of the newest record on the disk. A record holds the last returned operation of every mode.
 */
export function lastKnown(mode: FlushModeId, { acknowledged, ending, found }: Knowing): Known {
  const witnessed = Math.max(
    numberOf(mode, acknowledged.numbers),
    numberOf(mode, ending?.numbers ?? []),
  );
  const onDisk = Math.max(0, ...found.map(({ newest }) => numberOf(mode, newest?.returned ?? [])));
  if (onDisk > witnessed) {
    return { number: onDisk, provenBy: "disk" };
  }
  return { number: witnessed, provenBy: witnessed > 0 ? "witness" : null };
}

function numberOf(mode: FlushModeId, numbers: readonly ModeNumber[]): number {
  return Math.max(0, ...numbers.filter((held) => held.mode === mode).map(({ number }) => number));
}

/** Upper bound of a mode's operations in `spanNs` of writing: operations start `paceNs` apart. */
export function mostOperations({ paceNs }: Pick<PowerCutLayout, "paceNs">, spanNs: number): number {
  return paceNs > 0 ? Math.floor(spanNs / paceNs) + 1 : Infinity;
}
