import type { HeldNumber, ModeNumber } from "#contract/power-cut/witness";

interface Sent {
  readonly elapsedNs: number;
  readonly numbers: readonly ModeNumber[];
}

/**
 * Messages sent in ten seconds. The oldest are dropped, so a witness that lags further behind can
 * confirm only newer messages.
 */
const mostSent = 1000;

/**
 * Computes the time up to which the witness holds every record: the time of the newest message
 * whose numbers are all confirmed. A number is confirmed by itself or by a higher number of the
 * same mode.
 */
export class ConfirmedUpTo {
  private open: readonly Sent[] = [];
  private elapsedNs = 0;

  sent(elapsedNs: number, numbers: readonly ModeNumber[]): void {
    this.open = [...this.open.slice(1 - mostSent), { elapsedNs, numbers }];
  }

  /**
   * Adds the numbers that the witness holds; returns the confirmed time in nanoseconds since the
   * writing began, 0 while no whole message is confirmed.
   */
  heard(held: readonly HeldNumber[]): number {
    const highest = new Map(held.map(({ mode, number }) => [mode, number]));
    const isHeld = ({ numbers }: Sent) =>
      numbers.every(({ mode, number }) => (highest.get(mode) ?? 0) >= number);
    const newest = this.open.filter(isHeld).at(-1);
    if (newest) {
      this.open = this.open.filter(({ elapsedNs }) => elapsedNs > newest.elapsedNs);
      this.elapsedNs = Math.max(this.elapsedNs, newest.elapsedNs);
    }
    return this.elapsedNs;
  }
}
