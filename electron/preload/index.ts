import { contextBridge, ipcRenderer } from "electron";
import { isSmallCall } from "../contract/call-size";
import {
  type CallName,
  callChannel,
  type EventName,
  eventChannel,
  ipcCalls,
  ipcEvents,
} from "../contract/ipc-schema";

// The bridge and nothing else; both halves are derived from the schema.
const calls = (Object.keys(ipcCalls) as CallName[]).map((name) => [
  name,
  async (...args: unknown[]) => {
    // Here it costs the page's process; main would have to take it in before it could refuse it.
    if (!isSmallCall(args)) {
      throw new Error("The call is too large.");
    }
    return ipcRenderer.invoke(callChannel(name), args);
  },
]);
const on = (Object.keys(ipcEvents) as EventName[]).map((name) => [
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
