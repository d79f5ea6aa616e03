import type { BrowserWindow } from "electron";
import type { DeviceChanges } from "../volumes/windows";

/** WM_DEVICECHANGE: https://learn.microsoft.com/windows/win32/devio/wm-devicechange */
const deviceChange = 0x0219;
const arrival = 0x8000;
const removal = 0x8004;

/**
 * Wait for further messages, in milliseconds: a stick with several volumes triggers one for each.
 */
const pauseMs = 500;

/**
 * Calls back after Windows' message about a volume that appeared or disappeared. Polling instead
 * would disturb a measurement.
 */
export function deviceChangesOf(window: BrowserWindow): DeviceChanges {
  return (listener) => {
    // The window may have closed while the program loaded, and Electron throws on a destroyed
    // window.
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
