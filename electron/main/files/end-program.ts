import { setTimeout as wait } from "node:timers/promises";

/** How long calls may still take that nobody waits for any more. */
const answerLimitMs = 1000;

/**
 * Ends the program with `exit`, whatever it has asked of a drive. At their end Node and Electron wait for
 * each call to the file system that has begun, and a drive that hangs never answers one: after a second the
 * program kills itself, and its exit code is that of SIGKILL.
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
