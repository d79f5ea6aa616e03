import { fork } from "node:child_process";
import type { HostRequest } from "../contract/engine-messages";

/** A running engine host (or another host with messages of its own), whatever kind of process. */
export interface EngineProcess<Request = HostRequest> {
  send(request: Request): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called with the exit code, `null` when a signal ended it or it could not be started. */
  onExit(listener: (code: number | null) => void): void;
  /** Ends the process at once, without asking. */
  kill(): void;
}

export type SpawnEngine<Request = HostRequest> = () => EngineProcess<Request>;

/** The engine host as a child of plain Node; the command line uses this. */
export function nodeEngine<Request extends object = HostRequest>(
  script: string,
): SpawnEngine<Request> {
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
