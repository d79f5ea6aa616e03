import { utilityProcess } from "electron";
import type { HostRequest } from "#contract/engine-messages";
import type { SpawnEngine } from "./engine-process";

/** Starts the engine host as an Electron utility process, for the window. */
export function utilityEngine<Request = HostRequest>(
  script: string,
  serviceName = "DriveProof engine",
): SpawnEngine<Request> {
  return (environment) => {
    const env = { ...process.env, ...environment };
    const child = utilityProcess.fork(script, [], { serviceName, env });
    return {
      send: (request) => child.postMessage(request),
      onMessage: (listener) => child.on("message", listener),
      onExit: (listener) => child.on("exit", (code) => listener(code)),
      kill: () => killNow(child.pid),
    };
  };
}

/**
 * Kills the process with SIGKILL: `UtilityProcess.kill` only sends SIGTERM, which a hung engine
 * does not handle.
 */
function killNow(pid: number | undefined): void {
  if (pid === undefined) {
    return;
  }
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // ESRCH: the process has ended already.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
}
