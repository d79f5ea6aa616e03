import { fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { EngineProcess } from "../../electron/main/engine-process";

/** A built host on plain Node, and what the system counts of its threads. */
export interface HostProcess<Request> extends EngineProcess<Request> {
  /** What all its threads have run, in nanoseconds; 0 where the system does not tell (Linux does). */
  readonly processorNs: () => number;
  /** The thread that has run the longest. */
  readonly busiestThread: () => ThreadTimes | null;
}

export interface ThreadTimes {
  /** What it has waited for a processor while others had it, in nanoseconds. */
  readonly waitedNs: () => number;
}

export function startHost<Request extends object>(script: string): HostProcess<Request> {
  const child = fork(script, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const threads = () => timesOf(child.pid ?? 0);
  return {
    send: (request) => {
      if (child.connected) {
        child.send(request);
      }
    },
    onMessage: (listener) => child.on("message", listener),
    onExit: (listener) => child.on("exit", (code) => listener(code)),
    kill: () => child.kill("SIGKILL"),
    processorNs: () => threads().reduce((sum, { ranNs }) => sum + ranNs, 0),
    busiestThread: () => {
      const [busiest] = threads().sort((a, b) => b.ranNs - a.ranNs);
      return busiest ? { waitedNs: () => schedstat(busiest.file).waitedNs } : null;
    },
  };
}

function timesOf(pid: number) {
  if (process.platform !== "linux") {
    return [];
  }
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).map((thread) => {
    const file = `${folder}/${thread}/schedstat`;
    return { file, ...schedstat(file) };
  });
}

/** https://docs.kernel.org/scheduler/sched-stats.html, "/proc/<pid>/schedstat" */
function schedstat(file: string): { readonly ranNs: number; readonly waitedNs: number } {
  const [ranNs = 0, waitedNs = 0] = readFileSync(file, "utf8").split(" ").map(Number);
  return { ranNs, waitedNs };
}
