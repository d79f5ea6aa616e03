import { fork } from "node:child_process";
import type { HostRequest } from "../contract/engine-messages";

/** A running engine host, whatever kind of process it is. */
export interface EngineProcess {
  send(request: HostRequest): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called with the exit code, `null` when a signal ended it or it could not be started. */
  onExit(listener: (code: number | null) => void): void;
  /** Ends the process at once, without asking. */
  kill(): void;
}

export type SpawnEngine = () => EngineProcess;

/** The engine host as a child of plain Node; the command line uses this. */
export function nodeEngine(script: string): SpawnEngine {
  return () => {
    const child = fork(script, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    return {
      send: (request) => {
        // The child may be gone already; its exit is reported by onExit.
        if (child.connected) {
          child.send(request);
        }
      },
      onMessage: (listener) => child.on("message", listener),
      onExit: (listener) => {
        child.on("exit", (code) => listener(code));
        child.on("error", () => listener(null));
      },
      kill: () => child.kill("SIGKILL"),
    };
  };
}
