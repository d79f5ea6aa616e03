import { execFileSync, spawnSync } from "node:child_process";
import { waitFor } from "./wait-for";

/**
 * Kills a program that leads a process group, and all of the group in one call, as a power cut ends
 * them: without a word to anybody; or only the program, whose children have to notice. Resolves when
 * all are gone. Windows has no groups; there the tree below the program is killed.
 */
export async function killGroup(leader: number, { leaderOnly = false } = {}): Promise<void> {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(leader), "/f", ...(leaderOnly ? [] : ["/t"])]);
    await waitFor("the program to end", () => !isAlive(leader));
    return;
  }
  try {
    process.kill(leaderOnly ? leader : -leader, "SIGKILL");
  } catch (error) {
    // All have ended already.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
  await waitFor("the processes to end", () => groupSize(leader) === 0);
}

/** Without those that have ended and only wait for their parent to notice. */
function groupSize(leader: number): number {
  return execFileSync("ps", ["-A", "-o", "pgid=,stat="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([group, state = ""]) => Number(group) === leader && !state.startsWith("Z")).length;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
