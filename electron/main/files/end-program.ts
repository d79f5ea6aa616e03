import { setTimeout as wait } from "node:timers/promises";

/** Longest wait for pending file system calls, in milliseconds. */
const answerLimitMs = 1000;

/**
 * Ends the program with `exit`, even if a drive hangs. On exit Node and Electron wait for every
 * pending file system call, and a hanging drive never completes one: after a second the program
 * kills itself, and its exit code is that of SIGKILL.
 */
export async function endProgram(exit: () => void): Promise<void> {
  const deadlineMs = performance.now() + answerLimitMs;
  while (isFileCallUnderWay()) {
    if (performance.now() > deadlineMs) {
      process.kill(process.pid, "SIGKILL");
    }
    await wait(20);
  }
  exit();
}

function isFileCallUnderWay(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));
}
