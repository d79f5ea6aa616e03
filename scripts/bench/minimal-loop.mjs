import { execFileSync } from "node:child_process";
import path from "node:path";
import { loopFigures } from "./outputs.mjs";
import { runTool, versionOf } from "./run-tool.mjs";
import { modeOf, pieceBytesOf, savingSubjects } from "./tool.mjs";

/**
 * A minimal loop in C, compiled at the start of the comparison: the yardstick for the engine's
 * loop.
 * @param {string} folder
 * @returns {import("./tool.mjs").Tool}
 */
export function loopTool(folder) {
  const name = "C loop";
  const executable = path.join(folder, "minimal-loop");
  const source = path.join(import.meta.dirname, "minimal-loop.c");
  let missing = null;
  try {
    execFileSync("cc", ["-O2", "-o", executable, source], { stdio: "pipe" });
  } catch (error) {
    missing = `cannot be compiled with cc: ${/** @type {Error} */ (error).message.trim()}`;
  }
  return {
    name,
    does: "scripts/bench/minimal-loop.c: the same file, filled as ours is, rounds, warm-ups and median, with no latency, no stamp and no evidence kept",
    version: versionOf("cc"),
    missing,
    alike: true,
    subjects: savingSubjects,
    async measure(subject, plan) {
      const args = [
        ...[path.join(folder, "minimal-loop.tmp"), plan.fileBytes, plan.blockBytes],
        ...[plan.roundNs / 1e9, modeOf(subject), plan.maxRoundBytes],
        ...[plan.rounds, plan.warmupNs / 1e9, pieceBytesOf(subject, plan)],
      ];
      const { stdout } = await runTool(name, executable, args.map(String));
      return loopFigures(stdout);
    },
  };
}
