import { type BrowserWindow, powerMonitor } from "electron";

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
