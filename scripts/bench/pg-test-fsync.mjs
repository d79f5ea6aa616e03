import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { findProgram } from "../setup/run-program.mjs";
import { pgMethods } from "./outputs.mjs";
import { toolError, versionOf } from "./run-tool.mjs";
import { measuredMs } from "./tool.mjs";

/** @typedef {import("./tool.mjs").Figures} Figures */

const name = "pg_test_fsync";
/** Distributions keep PostgreSQL's programs out of the PATH, one folder for each version. */
const versionFolders = ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt"];

/**
 * pg_test_fsync measures its methods one after the other, whole seconds each. Its run for the first
 * requested mode also serves the other mode of the repetition, and is ended after "fsync": it then
 * removes its file, and its later comparisons, two more minutes, have no counterpart here.
 * @param {string} folder
 * @returns {import("./tool.mjs").Tool}
 */
export function pgTestFsyncTool(folder) {
  const program = findProgram(name, searchPath());
  /** @type {Map<string, Figures>} */
  const waiting = new Map();
  return {
    name,
    does: "pwrite of 8 KiB, always the first 8 KiB of a file of 16 MiB that was written and synced, then fdatasync or fsync; one stretch without a warm-up, its mean; whole seconds",
    version: program && versionOf(program),
    missing: program ? null : "not installed (Debian: apt-get install postgresql)",
    alike: false,
    subjects: ["fdatasync", "fsync"],
    async measure(subject, plan) {
      if (program && !waiting.has(subject)) {
        const seconds = Math.max(1, Math.round(measuredMs(plan) / 1000));
        for (const [method, figures] of await measureMethods(program, seconds, folder)) {
          waiting.set(method, figures);
        }
      }
      const figures = waiting.get(subject);
      waiting.delete(subject);
      if (!figures) throw new Error(`${name} did not measure ${subject}`);
      return figures;
    },
  };
}

function searchPath() {
  const versions = versionFolders.flatMap((folder) => [
    path.join(folder, "bin"),
    ...namesIn(folder)
      .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
      .map((version) => path.join(folder, version, "bin")),
  ]);
  return [process.env.PATH ?? "", ...versions].join(path.delimiter);
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return []; // This system has no such folder.
  }
}

/**
 * pg_test_fsync writes a method's label before it measures the method, and the figures after it:
 * the processor time between the two is that method's.
 * @param {string} program
 * @param {number} seconds
 * @param {string} folder
 * @returns {Promise<Map<string, Figures>>}
 */
function measureMethods(program, seconds, folder) {
  const file = path.join(folder, "pg_test_fsync.tmp");
  const child = spawn(program, ["-s", String(seconds), "-f", file], {
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let complaint = "";
  /** @type {Map<string, number | null>} */
  const cpuAtLabel = new Map();
  /** @type {Map<string, Figures>} */
  const figures = new Map();
  child.stderr.on("data", (text) => {
    complaint += text;
  });
  child.stdout.on("data", (text) => {
    const cpuNs = cpuNsOf(child.pid);
    output += text;
    for (const { method, operationsPerSecond } of pgMethods(output)) {
      if (!cpuAtLabel.has(method)) cpuAtLabel.set(method, cpuNs);
      if (operationsPerSecond !== null && !figures.has(method)) {
        const before = cpuAtLabel.get(method) ?? null;
        figures.set(method, {
          operationsPerSecond,
          cpuNsPerOperation:
            cpuNs === null || before === null
              ? null
              : (cpuNs - before) / (operationsPerSecond * seconds),
          measuredNs: seconds * 1e9,
        });
      }
    }
    if (figures.has("fsync")) child.kill("SIGINT");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      rmSync(file, { force: true });
      if (figures.has("fsync")) resolve(figures);
      else reject(toolError(name, signal ?? `exit code ${code}`, complaint || output));
    });
  });
}

/**
 * The scheduler's count for a process of one thread; Linux only.
 * https://docs.kernel.org/scheduler/sched-stats.html
 * @param {number | undefined} pid
 * @returns {number | null}
 */
function cpuNsOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
  } catch {
    return null;
  }
}
