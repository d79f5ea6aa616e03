import type { FlushModeId } from "#contract/flush-mode";
import type {
  PowerCutAcknowledged,
  PowerCutEnding,
  PowerCutFound,
} from "#contract/power-cut/found";
import type { PowerCutLayout } from "#contract/power-cut/plan";
import type { PowerCutModeResult } from "#contract/power-cut/report";
import type { ModeNumber } from "#contract/power-cut/witness";

/** The last operation of a mode that is known to have returned success. */
export interface Known {
  /** 0 where none is known. */
  readonly number: number;
  readonly provenBy: PowerCutModeResult["provenBy"];
}

/** Everybody who knows of returned operations. */
export interface Knowing {
  readonly acknowledged: PowerCutAcknowledged;
  /** The engine's last word, where the computer stayed on: it was its own witness then. */
  readonly ending: PowerCutEnding | null;
  readonly found: readonly PowerCutFound[];
}

/**
 * The larger of what the witness holds and what the disk itself proves: records are made by one
 * thread, so that whatever a whole record counts as returned had returned, of every mode, before it
 * was handed to the drive.
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

/** No mode can have come further in so long a time of writing: operations start `paceNs` apart. */
export function mostOperations({ paceNs }: Pick<PowerCutLayout, "paceNs">, spanNs: number): number {
  return paceNs > 0 ? Math.floor(spanNs / paceNs) + 1 : Infinity;
}
