import { app, type BrowserWindow, powerMonitor } from "electron";
import { exitCodes } from "#contract/exit-codes";
import { endProgram } from "../files/end-program";
import { onSignals } from "../files/signals";

/**
 * A request to end closes the window, and what was measured is kept before the program ends. Before
 * there is a window nothing can be lost: it ends at once. Call it when Chromium is ready, since that
 * sets handlers of its own until then: they take the program down while its page loads, which
 * crashes it now and then, and wait for a drive that never answers.
 */
export function closeWhenAskedToEnd(window: () => BrowserWindow | null): void {
  const close = () => {
    const open = window();
    if (open === null) {
      void endProgram(() => app.exit(0));
    } else if (!open.isDestroyed()) {
      open.close();
    }
  };
  // Quitting has closed the window by now, and would not wait for what follows.
  app.on("will-quit", (event) => {
    event.preventDefault();
    close();
  });
  onSignals({
    onSignal: (listener) => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        process.on(signal, listener);
      }
    },
    first: close,
    again: () => void endProgram(() => app.exit(exitCodes.stopped)),
  });
}

/**
 * Makes the system wait, where it lets a program ask, while an inspection is under way: the window is
 * closed, what was measured is kept, and the program ends by itself. The person can always go on
 * without waiting.
 */
export function closeBeforeSystemEnds(window: BrowserWindow, isMeasuring: () => boolean): void {
  const hold = (event: { preventDefault: () => void }) => {
    if (isMeasuring()) {
      event.preventDefault();
      // It may be closed already, with what was measured still on its way to the history.
      if (!window.isDestroyed()) {
        window.close();
      }
    }
  };
  // Linux and macOS; Electron's types do not tell that this event can be held.
  powerMonitor.on("shutdown", hold as unknown as () => void);
  // Windows, where ending the session is asked of windows.
  window.on("query-session-end", hold);
}
