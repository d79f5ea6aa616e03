/**
 * @typedef {{ file: string, mutator: string, code: string, replacement: string }} Mutant
 * @typedef {Mutant & { reason: string }} Explained
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ files: Record<string, { source: string, mutants: readonly { mutatorName: string,
 *   replacement?: string, status: string, location: { start: Position, end: Position } }[] }> }} Report
 */

/** Share of the mutants of each part that must turn a test red. */
export const wantedShare = 0.9;

const dead = ["Killed", "Timeout"];
const alive = ["Survived", "NoCoverage"];

/**
 * The score of each part and of all, the survivors without a reason, and the reasons without a
 * survivor. A mutant is identified by its code, not by its line, so that a change elsewhere in the
 * file does not make it a new one.
 * @param {Report} report
 * @param {readonly Explained[]} explained
 */
export function mutationResult(report, explained) {
  /** @type {Map<string, { killed: number, all: number }>} */
  const parts = new Map();
  /** @type {Mutant[]} */
  const survivors = [];
  /** @type {Mutant[]} */
  const timedOut = [];
  const known = explained.filter(({ reason }) => reason.trim() !== "").map(keyOf);
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    for (const { mutatorName, replacement = "", status, location } of mutants) {
      if (![...dead, ...alive].includes(status)) continue;
      const mutant = { file, mutator: mutatorName, code: textAt(source, location), replacement };
      const score = parts.get(partOf(file)) ?? { killed: 0, all: 0 };
      // A busy computer can time out a mutant that is known to live.
      const isExplained = known.includes(keyOf(mutant));
      const isDead = status === "Timeout" ? !isExplained : dead.includes(status);
      parts.set(partOf(file), { killed: score.killed + (isDead ? 1 : 0), all: score.all + 1 });
      if (!isDead) {
        survivors.push(mutant);
      } else if (status === "Timeout") {
        timedOut.push(mutant);
      }
    }
  }
  const keys = survivors.map(keyOf);
  return {
    scores: [...parts].map(([part, score]) => ({ part, ...score })),
    all: [...parts.values()].reduce(
      (sum, { killed, all }) => ({ killed: sum.killed + killed, all: sum.all + all }),
      { killed: 0, all: 0 },
    ),
    timedOut,
    unexplained: survivors.filter((mutant) => !known.includes(keyOf(mutant))),
    // If only some files were mutated, the reasons given for survivors in all other files do not
    // count.
    outdated: explained.filter(
      (mutant) => mutant.file in report.files && !keys.includes(keyOf(mutant)),
    ),
  };
}

/** @param {ReturnType<typeof mutationResult>} result */
export function isGood({ scores, unexplained, outdated }) {
  return (
    scores.length > 0 &&
    scores.every(({ killed, all }) => killed >= wantedShare * all) &&
    unexplained.length === 0 &&
    outdated.length === 0
  );
}

/** @param {ReturnType<typeof mutationResult>} result */
export function describeResult({ scores, all, timedOut, unexplained, outdated }) {
  /** @param {string} part @param {{ killed: number, all: number }} score */
  const row = (part, { killed, all: count }) =>
    `${part.padEnd(24)}${String(killed).padStart(6)} of ${String(count).padStart(5)}${`${((100 * killed) / Math.max(1, count)).toFixed(1)} %`.padStart(10)}`;
  return [
    ...scores.map(({ part, ...score }) => row(part, score)),
    row("all", all),
    ...timedOut.map((mutant) => `Dead because it did not end in time: ${JSON.stringify(mutant)}`),
    ...unexplained.map((mutant) => `Survived without a reason: ${JSON.stringify(mutant)}`),
    ...outdated.map(
      (mutant) => `Explained, but not among the survivors: ${JSON.stringify(mutant)}`,
    ),
  ].join("\n");
}

/**
 * The folder or file below electron/analysis. The capacity test is a part alone: other workloads
 * must not hide its score.
 * @param {string} file
 */
function partOf(file) {
  const [, , part = file, workload] = file.split("/");
  return part === "workloads" && workload === "capacity" ? workload : part.replace(/\.ts$/, "");
}

/** @param {Mutant} mutant */
function keyOf({ file, mutator, code, replacement }) {
  return JSON.stringify([file, mutator, code, replacement]);
}

/**
 * Lines and columns count from 1.
 * @param {string} source
 * @param {{ start: Position, end: Position }} location
 */
function textAt(source, { start, end }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? "").slice(0, end.column - 1);
  lines[0] = (lines[0] ?? "").slice(start.column - 1);
  return lines.join("\n");
}
