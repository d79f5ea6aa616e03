import type { BrowserWindow } from "electron";
import type { DeviceChanges } from "../volumes/windows";

/** https://learn.microsoft.com/windows/win32/devio/wm-devicechange */
const deviceChange = 0x0219;
const arrival = 0x8000;
const removal = 0x8004;

/** A stick with several volumes announces each of them. */
const pauseMs = 500;

/**
 * Hears from Windows when a volume came or went: it tells every window, so that nothing has to look
 * for it while something is measured.
 */
export function deviceChangesOf(window: BrowserWindow): DeviceChanges {
  return (listener) => {
    // Closed while the program behind it was still being read: Electron throws on such a window.
    if (window.isDestroyed()) {
      return () => undefined;
    }
    let timer: NodeJS.Timeout | undefined;
    window.hookWindowMessage(deviceChange, (wParam: Buffer) => {
      const event = wParam.readUInt32LE(0);
      if (event === arrival || event === removal) {
        clearTimeout(timer);
        timer = setTimeout(listener, pauseMs);
      }
    });
    return () => {
      clearTimeout(timer);
      if (!window.isDestroyed()) {
        window.unhookWindowMessage(deviceChange);
      }
    };
  };
}
