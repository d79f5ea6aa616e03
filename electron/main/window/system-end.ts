import { app, type BrowserWindow, powerMonitor } from "electron";
import { exitCodes } from "#contract/exit-codes";
import { endProgram } from "../files/end-program";
import { onEndSignals, onSignals } from "../files/signals";

/**
 * After a signal to end closes the window; measured results are saved before the program exits.
 * Before there is a window, the program exits at once. Call this when Chromium is ready: until then
 * Chromium installs its own signal handlers, which end the program while its page loads (sometimes
 * with a crash) and wait for a drive that never answers.
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
  // Quitting has closed the window by now, and would not wait for the results to be saved.
  app.on("will-quit", (event) => {
    event.preventDefault();
    close();
  });
  onSignals({
    onSignal: onEndSignals,
    first: close,
    again: () => void endProgram(() => app.exit(exitCodes.stopped)),
  });
}

/**
 * Delays the system's shutdown during an inspection, if the system supports a delay: the window
 * closes, measured results are saved, and the program exits. The user can always continue without
 * waiting.
 */
export function closeBeforeSystemEnds(window: BrowserWindow, isMeasuring: () => boolean): void {
  const hold = (event: { preventDefault: () => void }) => {
    if (isMeasuring()) {
      event.preventDefault();
      // The window may be closed already, while results are still being saved to the history.
      if (!window.isDestroyed()) {
        window.close();
      }
    }
  };
  // Linux and macOS send "shutdown" before they shut down; Electron's types omit that the event can
  // be prevented.
  powerMonitor.on("shutdown", hold as unknown as () => void);
  // Windows sends "query-session-end" to each window before it ends the session.
  window.on("query-session-end", hold);
}
