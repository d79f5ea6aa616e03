import { fork } from "node:child_process";
import type { HostRequest } from "#contract/engine-messages";

/** How a host ended, as far as the system tells. */
export interface HostEnd {
  readonly signal: string | null;
  /** The name of the error with which the system refused to start it. */
  readonly refusal: string | null;
}

/** A running engine host (or another host with messages of its own), whatever kind of process. */
export interface EngineProcess<Request = HostRequest> {
  send(request: Request): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called with the exit code, `null` when a signal ended it or it could not be started. */
  onExit(listener: (code: number | null, end?: HostEnd) => void): void;
  /** Ends the process at once, without asking. */
  kill(): void;
}

/** `environment`: what it gets beside the environment of this process. */
export type SpawnEngine<Request = HostRequest> = (
  environment?: Readonly<Record<string, string>>,
) => EngineProcess<Request>;

/** The engine host as a child of plain Node; the command line uses this. */
export function nodeEngine<Request extends object = HostRequest>(
  script: string,
): SpawnEngine<Request> {
  return (environment) => {
    // Not ours to inherit: who reads our standard error to its end would wait for a child that hangs.
    const child = fork(script, [], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, ...environment },
    });
    child.stderr?.on("data", (text: Buffer) => process.stderr.write(text));
    return {
      send: (request) => {
        // The child may be gone already; its exit is reported by onExit.
        if (child.connected) {
          child.send(request);
        }
      },
      onMessage: (listener) => child.on("message", listener),
      onExit: (listener) => {
        child.on("exit", (code, signal) => listener(code, { signal, refusal: null }));
        child.on("error", (error: NodeJS.ErrnoException) =>
          listener(null, {
            signal: null,
            refusal: child.pid === undefined ? (error.code ?? null) : null,
          }),
        );
      },
      kill: () => {
        child.kill("SIGKILL");
        // A child inside of a call that hangs in the kernel ends when the call does: neither it nor
        // the line to it, also to one that was never started, keeps this process from ending.
        child.unref();
        child.stderr?.destroy();
        if (child.connected) {
          child.disconnect();
        }
      },
    };
  };
}
