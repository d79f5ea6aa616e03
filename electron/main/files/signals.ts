/** npm hands on the Ctrl-C that the terminal has sent to us already: both are one. */
const sameSignalMs = 300;

export interface Signals {
  /** Registers what to do on Ctrl-C or a request to end. */
  readonly onSignal: (listener: () => void) => void;
  readonly first: () => void;
  /** Called once. */
  readonly again: () => void;
}

/**
 * The first signal asks what runs to end. A call that hangs in the kernel cannot be ended, so a second
 * one is for ending the program whatever runs.
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
