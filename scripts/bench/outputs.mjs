// Turns what the tools print into figures. Pure.
import { median, sum } from "./statistics.mjs";

/** @typedef {import("./statistics.mjs").Figures} Figures */

/**
 * Processor time is `null` if the system counts it too coarsely.
 * @typedef {{ operations: number, elapsedNs: number, cpuUserNs: number | null, cpuSystemNs: number | null }} Round
 *
 * The part of our report (electron/contract/report.ts) that is needed here.
 * @typedef {{ app: object, plan: { workloads: { "flush-modes": Omit<import("./tool.mjs").Plan, "profile"> } },
 *   flushModes: readonly { mode: string, status: string, reason: string | null,
 *     iops: number | null, rounds: readonly (Round & { repeated: boolean })[] }[],
 *   plainWrites: { states: readonly { pieceBytes: number }[], refilledRounds: readonly Round[] } | null }} Report
 */

/**
 * The mode's rate is the median of its rounds.
 * @param {Report} report
 * @param {string} mode
 * @returns {Figures}
 */
export function engineFigures(report, mode) {
  const result = report.flushModes.find((candidate) => candidate.mode === mode);
  if (result?.status !== "measured" || result.iops === null) {
    throw new Error(`${mode} was not measured: ${result?.reason ?? "not in the report"}`);
  }
  return { ...roundFigures(result.rounds), operationsPerSecond: result.iops };
}

/**
 * The rounds of plain writes after the file was filled in pieces of 1 MiB.
 * @param {Pick<Report, "plainWrites">} report
 * @returns {Figures}
 */
export function refilledFigures({ plainWrites }) {
  if (plainWrites === null || plainWrites.states[1]?.pieceBytes !== 1024 * 1024) {
    throw new Error("the file could not be filled anew in pieces of 1 MiB: its pages stay cached");
  }
  return roundFigures(plainWrites.refilledRounds);
}

/**
 * The rounds that minimal-loop.c prints; as in DriveProof's engine, the median counts.
 * @param {string} output
 * @returns {Figures}
 */
export function loopFigures(output) {
  return roundFigures(JSON.parse(output));
}

/**
 * @param {readonly Round[]} rounds
 * @returns {Figures}
 */
function roundFigures(rounds) {
  const operations = sum(rounds.map((round) => round.operations));
  const cpuNs = rounds.map(cpuNsOf);
  const isKnown = cpuNs.every((ns) => ns !== null);
  return {
    operationsPerSecond: median(
      rounds.map(({ operations, elapsedNs }) => (operations * 1e9) / elapsedNs),
    ),
    cpuNsPerOperation: isKnown ? sum(cpuNs) / operations : null,
    measuredNs: sum(rounds.map(({ elapsedNs }) => elapsedNs)),
  };
}

/**
 * @param {{ cpuUserNs: number | null, cpuSystemNs: number | null }} counts
 * @returns {number | null}
 */
export function cpuNsOf({ cpuUserNs, cpuSystemNs }) {
  return cpuUserNs === null || cpuSystemNs === null ? null : cpuUserNs + cpuSystemNs;
}

/**
 * fio may print notes before its `--output-format=json`. `usr_cpu` and `sys_cpu` are percents of
 * `job_runtime`; times are milliseconds.
 * @param {string} output
 * @returns {Figures}
 */
export function fioFigures(output) {
  const job = JSON.parse(output.slice(output.indexOf("{"))).jobs[0];
  const { total_ios: operations, runtime: runtimeMs } = job.write;
  if (job.error !== 0 || !(operations > 0) || !(runtimeMs > 0)) {
    throw new Error(`fio gave no figures: error ${job.error}, ${operations} writes`);
  }
  return {
    operationsPerSecond: (operations * 1000) / runtimeMs,
    cpuNsPerOperation: (((job.usr_cpu + job.sys_cpu) / 100) * job.job_runtime * 1e6) / operations,
    measuredNs: runtimeMs * 1e6,
  };
}

/**
 * A line of pg_test_fsync's comparison "using one 8kB write". `running`: only its label is printed;
 * `unavailable`: "n/a" on this system.
 * @typedef {{ method: string, state: "running" | "measured" | "unavailable",
 *   operationsPerSecond: number | null }} PgMethod
 */

/**
 * The methods of "Compare file sync methods using one 8kB write", from output that may break off
 * anywhere. Other comparisons are left out.
 * @param {string} output
 * @returns {PgMethod[]}
 */
export function pgMethods(output) {
  const [, section = ""] = output.split(/^Compare file sync methods using one .*$/m);
  const [methods = ""] = section.split(/^Compare /m);
  return [...methods.matchAll(/^ {4,}(\w+) *(?:([\d.]+) ops\/sec.*usecs\/op|(n\/a\S*))?/gm)].map(
    ([, method = "", rate, refused]) => ({
      method,
      state: rate ? "measured" : refused ? "unavailable" : "running",
      operationsPerSecond: rate ? Number(rate) : null,
    }),
  );
}

/**
 * dd's last line on standard error, after which bash's `time` has written "cpu USER SYSTEM".
 * @param {string} output
 * @param {number} writeBytes
 * @returns {Figures}
 */
export function ddFigures(output, writeBytes) {
  const [, bytes, seconds] = /^(\d+) bytes .* copied, ([\d.e-]+) s/m.exec(output) ?? [];
  const [, user, system] = /^cpu ([\d.]+) ([\d.]+)/m.exec(output) ?? [];
  return transferFigures({
    writes: Number(bytes) / writeBytes,
    elapsedNs: Number(seconds) * 1e9,
    cpuNs: (Number(user) + Number(system)) * 1e9,
  });
}

/**
 * @param {{ writes: number, elapsedNs: number, cpuNs: number | null }} counts
 * @returns {Figures}
 */
export function transferFigures({ writes, elapsedNs, cpuNs }) {
  if (!(writes > 0) || !(elapsedNs > 0) || !(cpuNs === null || cpuNs >= 0)) {
    throw new Error(`no figures: ${writes} writes, ${elapsedNs} ns, ${cpuNs} ns of the processor`);
  }
  return {
    operationsPerSecond: (writes * 1e9) / elapsedNs,
    cpuNsPerOperation: cpuNs === null ? null : cpuNs / writes,
    measuredNs: elapsedNs,
  };
}

/**
 * Figures of the requests that DriveProof's engine makes on several threads; no processor time is
 * known.
 * @param {{ reads: number, writes: number, threadsNs: number, elapsedNs: number }} counts
 * @param {number} requests
 * @returns {Figures}
 */
export function mixFigures({ reads, writes, threadsNs, elapsedNs }, requests) {
  if (!(reads + writes > 0) || !(threadsNs > 0)) {
    throw new Error(`no figures: ${reads} reads, ${writes} writes, ${threadsNs} ns`);
  }
  return {
    operationsPerSecond: ((reads + writes) * requests * 1e9) / threadsNs,
    cpuNsPerOperation: null,
    measuredNs: elapsedNs,
  };
}

/**
 * fio's JSON of a group of jobs that read, write or do both, without its ramp time.
 * @param {string} output
 * @returns {Figures}
 */
export function fioMixFigures(output) {
  const job = JSON.parse(output.slice(output.indexOf("{"))).jobs[0];
  const operationsPerSecond = job.read.iops + job.write.iops;
  if (job.error !== 0 || !(operationsPerSecond > 0)) {
    throw new Error(`fio gave no figures: error ${job.error}, ${operationsPerSecond} a second`);
  }
  return {
    operationsPerSecond,
    cpuNsPerOperation: null,
    measuredNs: Math.max(job.read.runtime, job.write.runtime) * 1e6,
  };
}
