import type { FlushModeId } from "#contract/flush-mode";
import type { HeldNumber, ModeNumber } from "#contract/power-cut/witness";

export type Acknowledged = ModeNumber & { readonly elapsedNs: number };

interface Open {
  readonly mode: FlushModeId;
  readonly number: number;
  readonly atMs: number;
}

/** Acknowledgements waiting for a confirmation are remembered one by one up to here. */
const maxOpen = 256;

/**
 * What was acknowledged and what the witness has confirmed to hold. Both only ever grow. Memory is
 * bounded by the number of modes and `maxOpen`.
 */
export class WitnessLedger {
  private readonly acknowledged = new Map<FlushModeId, Acknowledged>();
  private readonly held = new Map<FlushModeId, HeldNumber>();
  private open: readonly Open[] = [];
  private lastConfirmationMs: number | null = null;

  /** `nowMs` is monotonic. */
  constructor(private readonly nowMs: () => number) {}

  /** The record's flush had returned when the numbers were read, `elapsedNs` into the test. */
  acknowledge({ mode, number }: ModeNumber, elapsedNs: number): void {
    if (number <= (this.acknowledged.get(mode)?.number ?? 0)) {
      return;
    }
    this.acknowledged.set(mode, { mode, number, elapsedNs });
    if (this.open.length >= maxOpen) {
      // A witness that has been silent for long: the oldest entry still says for how long.
      this.open = [...this.open.slice(0, 1), ...this.open.slice(2)];
    }
    this.open = [...this.open, { mode, number, atMs: this.nowMs() }];
  }

  /** The witness holds this number. The caller has checked its seal. */
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

  /** 0 when nothing of the mode is held. */
  lastHeld(mode: FlushModeId): number {
    return this.held.get(mode)?.number ?? 0;
  }

  allHeld(): HeldNumber[] {
    return [...this.held.values()];
  }

  /** Time from an acknowledgement to its confirmation, of the newest one confirmed. */
  confirmationMs(): number | null {
    return this.lastConfirmationMs;
  }

  /** Age of the oldest acknowledgement that nobody has confirmed; 0 when there is none. */
  unconfirmedMs(): number {
    const oldest = this.open[0];
    return oldest ? Math.max(0, this.nowMs() - oldest.atMs) : 0;
  }
}
