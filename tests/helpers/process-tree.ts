import { execFileSync, spawnSync } from "node:child_process";
import { waitFor } from "./wait-for";

/**
 * Kills a program that leads a process group together with the whole group, without a warning, as a
 * power cut does; with `leaderOnly` only the program, whose children have to notice. Resolves when
 * all have ended. Windows has no groups: there the program and its descendants are killed.
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
    // All processes of the group have ended already.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
  await waitFor("the processes to end", () => groupSize(leader) === 0);
}

/** Number of processes in the group, without zombies, which only wait for their parent. */
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
