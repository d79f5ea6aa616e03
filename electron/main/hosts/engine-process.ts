import { fork } from "node:child_process";
import type { HostRequest } from "#contract/engine-messages";

export interface HostEnd {
  readonly signal: string | null;
  /** The error code with which the system refused to start the host; `null` if the host started. */
  readonly refusal: string | null;
}

/** A running host: a child of plain Node or one of Electron's utility processes. */
export interface EngineProcess<Request = HostRequest> {
  send(request: Request): void;
  onMessage(listener: (message: unknown) => void): void;
  /** `code` is `null` if a signal ended the process or the process could not be started. */
  onExit(listener: (code: number | null, end?: HostEnd) => void): void;
  kill(): void;
}

/** Starts a host; `environment` is added to the environment of this process. */
export type SpawnEngine<Request = HostRequest> = (
  environment?: Readonly<Record<string, string>>,
) => EngineProcess<Request>;

/** Starts the engine host as a child of plain Node, for the command line. */
export function nodeEngine<Request extends object = HostRequest>(
  script: string,
): SpawnEngine<Request> {
  return (environment) => {
    // A program that reads the standard error of DriveProof to its end would have to wait for a
    // hung child that inherited it.
    const child = fork(script, [], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, ...environment },
    });
    child.stderr?.on("data", (text: Buffer) => process.stderr.write(text));
    return {
      send: (request) => {
        // No message can reach a child that is gone; onExit reports its exit.
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
        // A child stuck in a kernel call exits only when the call returns. Neither the child nor
        // its channel may keep this process alive until it does, even if the child never started.
        child.unref();
        child.stderr?.destroy();
        if (child.connected) {
          child.disconnect();
        }
      },
    };
  };
}
