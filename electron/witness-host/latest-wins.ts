/**
 * Runs an action soon after it was asked for, and at most once per interval however often it is
 * asked for. The action looks at the state of that moment, so nothing is queued.
 */
export class LatestWins {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly intervalMs: number,
    private readonly action: () => void,
  ) {}

  poke(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.action();
    }, this.intervalMs);
  }

  stop(): void {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = null;
    }
  }
}
