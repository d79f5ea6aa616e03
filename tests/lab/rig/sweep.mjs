import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How long a drive has to end in order, and how long to end at all. */
const patience = { cleanMs: 3000, mostMs: 15_000 };

/** Of what an earlier run left: nobody waits for it, and it may be out of reach for good. */
const patienceForLeftovers = { cleanMs: 0, mostMs: 1000 };

/**
 * Takes apart everything that lies in a folder of the laboratory: inspections, mounts, loop
 * devices, drives, and the folder last. It looks at the system and at nothing that was written
 * down, so that it can follow on a crash at any point. Only what bears the folder's name is
 * touched, and the name is made fresh for each run.
 *
 * Throws when something stays in use, and names it; the folder then stays as well, because removing
 * it would reach through a mount.
 * @param {string} folder canonical path
 * @returns {Promise<void>}
 */
export async function sweep(folder, { cleanMs, mostMs } = patience) {
  const start = Date.now();
  endPrograms(folder, isInspection);
  for (;;) {
    for (const mountPoint of mountsBelow(folder)) {
      for (const loop of loopsBelow(mountPoint)) await detach(loop);
      await attempt("umount", mountPoint);
    }
    for (const loop of loopsBelow(folder)) await detach(loop);
    const left = [...mountsBelow(folder), ...loopsBelow(folder)];
    if (left.length === 0) break;
    const waitedMs = Date.now() - start;
    if (waitedMs > mostMs) throw new Error(`still in use: ${left.join(", ")}`);
    if (waitedMs > cleanMs) {
      // Whoever waits for a drive that does not answer gets an error once the drive has ended.
      endPrograms(folder, isDrive);
      for (const mountPoint of mountsBelow(folder)) await attempt("umount", "--lazy", mountPoint);
    }
    await sleep(50);
  }
  endPrograms(folder, isDrive);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Mount points in or below a folder, the latest first, which is the order to take them apart in.
 * @param {string} folder
 * @returns {string[]}
 */
export function mountsBelow(folder) {
  return readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[4] ?? "")
    .filter((mountPoint) => mountPoint.startsWith(`${folder}/`) || mountPoint === folder)
    .reverse();
}

/**
 * Names under /dev of loop devices whose file lies below a folder.
 * @param {string} folder
 * @returns {string[]}
 */
export function loopsBelow(folder) {
  return readdirSync("/sys/block")
    .filter((name) => name.startsWith("loop"))
    .filter((name) => attribute(`/sys/block/${name}/loop/backing_file`)?.startsWith(`${folder}/`))
    .map((name) => `/dev/${name}`);
}

/**
 * What was forced upon a loop device outlives it: the next file attached there would find a
 * cache that is said to be write-through.
 * @param {string} device
 */
async function detach(device) {
  const cache = `/sys/block/${basename(device)}/queue/write_cache`;
  if (attribute(cache) === "write through") writeFileSync(cache, "write back");
  await attempt("losetup", "--detach", device);
}

/**
 * Ends the programs that were started for a folder, which their arguments show.
 * @param {string} folder
 * @param {(parameters: readonly string[]) => boolean} isMeant
 */
function endPrograms(folder, isMeant) {
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const parameters = (attribute(`/proc/${name}/cmdline`) ?? "").split("\0");
    if (isMeant(parameters) && parameters.some((text) => text.startsWith(`${folder}/`))) {
      try {
        process.kill(Number(name), "SIGKILL");
      } catch {
        // It ended by itself in the meantime.
      }
    }
  }
}

/** @param {readonly string[]} parameters */
function isInspection(parameters) {
  return parameters.includes("--path");
}

/** @param {readonly string[]} parameters */
function isDrive([program = ""]) {
  return basename(program) === driveProgram;
}

/** Name of the compiled drive. */
export const driveProgram = "fuse-drive";

/**
 * Content of a file in /sys or /proc without the last newline; null where it is not there.
 * @param {string} file
 */
export function attribute(file) {
  try {
    return readFileSync(file, "utf8").trimEnd();
  } catch {
    return null;
  }
}

/**
 * What cannot be taken apart yet is tried again; the caller looks at what is left.
 * @param {string} command
 * @param {...string} parameters
 */
async function attempt(command, ...parameters) {
  try {
    await run(command, parameters, { timeout: 5000, killSignal: "SIGKILL" });
  } catch {
    // Busy, or gone in the meantime.
  }
}

/**
 * What a folder of the laboratory is called before its random ending: it names the process that
 * works in it, with the time it was started, because numbers of processes are used again.
 * @param {number} pid
 * @returns {string | null} null when there is no such process
 */
export function folderPrefix(pid) {
  // The name in the second field may hold spaces and brackets; counted from after it, the start is
  // the 20th (proc_pid_stat(5), field 22).
  const start = attribute(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, "")
    .split(" ")[19];
  return start === undefined ? null : `driveproof-lab-${pid}-${start}-`;
}

/**
 * Takes apart what runs left behind that ended without being able to. What stays in use (a drive that
 * hangs in the kernel) holds nobody up: a new laboratory has a folder of its own.
 * @param {string} parent canonical path of the folder with the laboratories
 * @returns {Promise<{ swept: string[], left: string[] }>} names of folders, and why others are left
 */
export async function sweepLeftovers(parent) {
  const folders = readdirSync(parent).filter((name) => {
    const pid = /^driveproof-lab-(\d+)-\d+-/.exec(name)?.[1];
    return pid !== undefined && !name.startsWith(folderPrefix(Number(pid)) ?? "no such process");
  });
  /** @type {{ swept: string[], left: string[] }} */
  const outcome = { swept: [], left: [] };
  for (const folder of folders) {
    try {
      await sweep(join(parent, folder), patienceForLeftovers);
      outcome.swept.push(folder);
    } catch (error) {
      outcome.left.push(`${folder}: ${/** @type {Error} */ (error).message}`);
    }
  }
  return outcome;
}
