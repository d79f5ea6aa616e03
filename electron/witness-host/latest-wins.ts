/**
 * Runs an action as soon as it is asked for, and at most once per interval however often it is asked
 * for. The action looks at the state of that moment, so nothing is queued.
 */
export class LatestWins {
  private timer: NodeJS.Timeout | null = null;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly intervalMs: number,
    private readonly action: () => void,
  ) {}

  poke(): void {
    const restMs = this.lastMs + this.intervalMs - performance.now();
    this.timer ??= setTimeout(
      () => {
        this.timer = null;
        this.lastMs = performance.now();
        this.action();
      },
      Math.max(0, restMs),
    );
  }

  stop(): void {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = null;
    }
  }
}
