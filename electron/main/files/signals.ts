/**
 * Two signals within this many milliseconds count as one: the terminal sends Ctrl-C to this
 * program, and npm forwards the same Ctrl-C.
 */
const sameSignalMs = 300;

/** Calls `listener` at Ctrl-C, at a request to end, and when the terminal is closed. */
export function onEndSignals(listener: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, listener);
  }
}

export interface Signals {
  readonly onSignal: (listener: () => void) => void;
  readonly first: () => void;
  /** Called at the second signal only; later signals do nothing. */
  readonly again: () => void;
}

/**
 * Handles signals: the first asks the running command to end. A call that hangs in the kernel
 * cannot be interrupted, so a second signal ends the program at once.
 */
export function onSignals(
  { onSignal, first, again }: Signals,
  nowMs: () => number = () => performance.now(),
): void {
  let firstAtMs: number | null = null;
  let isEnding = false;
  onSignal(() => {
    if (firstAtMs === null) {
      firstAtMs = nowMs();
      first();
    } else if (!isEnding && nowMs() - firstAtMs >= sameSignalMs) {
      isEnding = true;
      again();
    }
  });
}
