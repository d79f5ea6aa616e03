import { spawn } from "node:child_process";

/** Starts a program and discards its output. */
type Start = (program: string, args: readonly string[]) => Started;
interface Started {
  on(event: "error", listener: () => void): unknown;
  unref(): void;
}

const startSilently: Start = (program, args) => spawn(program, args, { stdio: "ignore" });

/**
 * Keeps a Mac from idle sleep until this process ends; the system's own tool watches for that. The
 * engine does the same on Windows by itself. A round in which the computer slept is measured again,
 * so a system that lacks the tool costs time and no truth.
 */
export function keepAwake(system = process.platform, start = startSilently): void {
  if (system === "darwin") {
    const tool = start("/usr/bin/caffeinate", ["-i", "-w", String(process.pid)]);
    tool.on("error", () => undefined);
    tool.unref();
  }
}
