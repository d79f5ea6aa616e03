import type { FlushModeId } from "#contract/flush-mode";
import type { HeldNumber, ModeNumber } from "#contract/power-cut/witness";

export type Acknowledged = ModeNumber & { readonly elapsedNs: number };

interface Open {
  readonly mode: FlushModeId;
  readonly number: number;
  readonly atMs: number;
}

/** Most acknowledged numbers without a confirmation that are tracked one by one. */
const maxOpen = 256;

/**
 * The record numbers that the engine acknowledged, and those that the witness holds. Numbers only
 * grow. Memory is bounded by the number of modes and `maxOpen`.
 */
export class WitnessLedger {
  private readonly acknowledged = new Map<FlushModeId, Acknowledged>();
  private readonly held = new Map<FlushModeId, HeldNumber>();
  private open: readonly Open[] = [];
  private lastConfirmationMs: number | null = null;

  /** `nowMs` reads a monotonic clock. */
  constructor(private readonly nowMs: () => number) {}

  /**
   * Notes that the record `number` was acknowledged when the engine was read, `elapsedNs` into the
   * test.
   */
  acknowledge({ mode, number }: ModeNumber, elapsedNs: number): void {
    if (number <= (this.acknowledged.get(mode)?.number ?? 0)) {
      return;
    }
    this.acknowledged.set(mode, { mode, number, elapsedNs });
    if (this.open.length >= maxOpen) {
      // The second oldest entry goes: the oldest one still shows how long the witness has been
      // silent.
      this.open = [...this.open.slice(0, 1), ...this.open.slice(2)];
    }
    this.open = [...this.open, { mode, number, atMs: this.nowMs() }];
  }

  /** Records that the witness holds the number, whose seal the caller has checked. */
  confirm({ mode, number, elapsedNs }: HeldNumber): void {
    if (number <= this.lastHeld(mode)) {
      return;
    }
    this.held.set(mode, { mode, number, elapsedNs });
    const isConfirmed = (entry: Open) => entry.mode === mode && entry.number <= number;
    const newest = this.open.filter(isConfirmed).pop();
    if (newest) {
      this.lastConfirmationMs = this.nowMs() - newest.atMs;
      this.open = this.open.filter((entry) => !isConfirmed(entry));
    }
  }

  lastAcknowledged(mode: FlushModeId): Acknowledged | null {
    return this.acknowledged.get(mode) ?? null;
  }

  /** Highest number that the witness holds of the mode; 0 if none. */
  lastHeld(mode: FlushModeId): number {
    return this.held.get(mode)?.number ?? 0;
  }

  allHeld(): HeldNumber[] {
    return [...this.held.values()];
  }

  /** Time from acknowledgement to confirmation of the newest confirmed number; `null`: none. */
  confirmationMs(): number | null {
    return this.lastConfirmationMs;
  }

  /** Age of the oldest acknowledged number without a confirmation; 0 if there is none. */
  unconfirmedMs(): number {
    const oldest = this.open[0];
    return oldest ? Math.max(0, this.nowMs() - oldest.atMs) : 0;
  }
}
