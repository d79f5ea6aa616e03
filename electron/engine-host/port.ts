import type { HostEvent } from "#contract/engine-messages";

/**
 * The connection to the parent: in Electron's utilityProcess `process.parentPort`, on plain Node
 * (the command line) the IPC channel of `child_process.fork`. Both carry the same messages.
 */
export interface ParentPort<Event = HostEvent> {
  send(event: Event): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Calls the listener when the parent has ended: no process needs the results any more. */
  onDisconnect(listener: () => void): void;
}

interface ElectronParentPort {
  postMessage(message: unknown): void;
  on(event: "message", listener: (event: { data: unknown }) => void): void;
}

export function openParentPort<Event = HostEvent>(): ParentPort<Event> {
  const electronPort = (process as { parentPort?: ElectronParentPort }).parentPort;
  if (electronPort) {
    return {
      send: (event) => electronPort.postMessage(event),
      onMessage: (listener) => electronPort.on("message", (event) => listener(event.data)),
      // Nothing to do: Electron ends a utility process together with its parent.
      onDisconnect: () => undefined,
    };
  }
  const send = process.send?.bind(process);
  if (!send) {
    throw new Error("the engine host is started by DriveProof and not on its own");
  }
  // Ignore signals: Ctrl-C in a terminal, the closing of a terminal, and a script's time limit
  // reach every process of the program, and the parent decides what follows.
  for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) {
    process.on(signal, () => undefined);
  }
  return {
    send: (event) => {
      // After a disconnect nothing receives messages, and the `onDisconnect` listener ends the
      // process.
      if (process.connected) {
        send(event);
      }
    },
    onMessage: (listener) => process.on("message", listener),
    onDisconnect: (listener) => process.on("disconnect", listener),
  };
}
