import { contextBridge, ipcRenderer } from "electron";
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
  (...args: unknown[]) => ipcRenderer.invoke(callChannel(name), args),
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
