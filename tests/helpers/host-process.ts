import { fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { EngineProcess } from "../../electron/main/hosts/engine-process";

/** A built host process on plain Node, with the processor time of its threads. */
export interface HostProcess<Request> extends EngineProcess<Request> {
  /** Nanoseconds that all its threads have run; 0 except on Linux, the only system that tells. */
  readonly processorNs: () => number;
}

/** Starts a host script in Node; the script `probe` is loaded before it. */
export function startHost<Request extends object>(
  script: string,
  probe?: string,
): HostProcess<Request> {
  const child = fork(script, [], {
    execArgv: probe === undefined ? [] : ["--require", probe],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return {
    send: (request) => {
      if (child.connected) {
        child.send(request);
      }
    },
    onMessage: (listener) => child.on("message", listener),
    onExit: (listener) => child.on("exit", (code) => listener(code)),
    kill: () => child.kill("SIGKILL"),
    processorNs: () => ranNsOf(child.pid ?? 0).reduce((sum, ranNs) => sum + ranNs, 0),
  };
}

/** https://docs.kernel.org/scheduler/sched-stats.html, "/proc/<pid>/schedstat" */
function ranNsOf(pid: number): number[] {
  if (process.platform !== "linux") {
    return [];
  }
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
}
