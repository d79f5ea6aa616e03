import { contextBridge, ipcRenderer } from "electron";
import { isSmallCall } from "../contract/call-size";
import { callChannel, callNames, eventChannel, eventNames } from "../contract/ipc-names";

// The bridge and nothing else; both halves are derived from the names of the schema.
const calls = callNames.map((name) => [
  name,
  async (...args: unknown[]) => {
    // Here it costs the page's process; main would have to take it in before it could refuse it.
    if (!isSmallCall(args)) {
      throw new Error("The call is too large.");
    }
    return ipcRenderer.invoke(callChannel(name), args);
  },
]);
const on = eventNames.map((name) => [
  name,
  (listener: (payload: unknown) => void) => {
    const forward = (_event: unknown, payload: unknown) => listener(payload);
    ipcRenderer.on(eventChannel(name), forward);
    return () => ipcRenderer.removeListener(eventChannel(name), forward);
  },
]);

contextBridge.exposeInMainWorld("driveproof", {
  ...Object.fromEntries(calls),
  on: Object.fromEntries(on),
});
