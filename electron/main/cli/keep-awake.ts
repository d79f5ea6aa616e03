import { spawn } from "node:child_process";

type Start = (program: string, args: readonly string[]) => Started;
interface Started {
  on(event: "error", listener: () => void): unknown;
  unref(): void;
}

const startSilently: Start = (program, args) => spawn(program, args, { stdio: "ignore" });

/**
 * Keeps a Mac from idle sleep until this process ends: the system's `caffeinate` watches the
 * process. On Windows the engine host prevents sleep. If `caffeinate` is missing, only time is
 * lost: a round in which the computer slept is measured again.
 */
export function keepAwake(system = process.platform, start = startSilently): void {
  if (system === "darwin") {
    const tool = start("/usr/bin/caffeinate", ["-i", "-w", String(process.pid)]);
    tool.on("error", () => undefined);
    tool.unref();
  }
}
