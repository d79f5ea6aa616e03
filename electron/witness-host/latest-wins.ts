/**
 * Runs an action at most once per interval. The action reads the state when it runs, so the
 * requests within an interval need no queue.
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
