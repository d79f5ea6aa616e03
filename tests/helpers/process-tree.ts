import { execFileSync, spawnSync } from "node:child_process";
import { waitFor } from "./witness-process";

/**
 * Kills a program and every process below it at once, as a power cut ends them: without a word to
 * anybody. Resolves with how many they were when all of them are gone.
 */
export async function killTree(root: number): Promise<number> {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(root), "/t", "/f"]);
    await waitFor("the processes to end", () => !isAlive(root) || null);
    return 1;
  }
  const tree = treeOf(root, runningProcesses());
  for (const pid of tree) {
    kill(pid);
  }
  await waitFor("the processes to end", () => {
    const alive = new Set(runningProcesses().map(({ pid }) => pid));
    return tree.every((pid) => !alive.has(pid)) || null;
  });
  return tree.length;
}

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
}

/** Without those that have ended and only wait for their parent to notice. */
function runningProcesses(): RunningProcess[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [pid, parent, state = ""] = line.trim().split(/\s+/);
      return state.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent) }];
    });
}

/** Parents first, so that none of them lives to see its children go. */
function treeOf(root: number, running: readonly RunningProcess[]): number[] {
  const tree = [root];
  for (const parent of tree) {
    tree.push(...running.filter((one) => one.parent === parent).map(({ pid }) => pid));
  }
  return tree;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
