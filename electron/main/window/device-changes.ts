import type { BrowserWindow } from "electron";
import type { DeviceChanges } from "../volumes/windows";

/**
 * Number of the window message WM_DEVICECHANGE:
 * https://learn.microsoft.com/windows/win32/devio/wm-devicechange
 */
const deviceChange = 0x0219;
const arrival = 0x8000;
const removal = 0x8004;

/** Pause after a message, because a stick with several volumes triggers one message for each. */
const pauseMs = 500;

/**
 * Calls back when Windows reports that a volume appeared or disappeared. Windows notifies every
 * window, so no polling disturbs a measurement.
 */
export function deviceChangesOf(window: BrowserWindow): DeviceChanges {
  return (listener) => {
    // Do nothing for a window that closed while the program loaded: Electron throws on a destroyed
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
