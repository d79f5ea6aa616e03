import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { findProgram } from "../setup/run-program.mjs";
import { fioFigures } from "./outputs.mjs";
import { runTool, versionOf } from "./run-tool.mjs";
import { measuredMs } from "./tool.mjs";

/** @type {Readonly<Record<string, readonly string[]>>} */
const flushes = {
  none: [],
  fdatasync: ["--fdatasync=1"],
  fsync: ["--fsync=1"],
  o_direct_dsync: ["--direct=1", "--sync=dsync"],
};

/**
 * @param {import("./tool.mjs").Subject} subject
 * @param {import("./tool.mjs").Plan} plan
 * @param {string} folder
 */
export function fioArguments(subject, plan, folder) {
  return [
    ...["--name=bench", `--directory=${folder}`, "--ioengine=psync", "--rw=randwrite"],
    ...[`--bs=${plan.blockBytes}`, `--size=${plan.fileBytes}`, "--overwrite=1"],
    ...["--norandommap", "--randrepeat=0", `--runtime=${Math.round(measuredMs(plan))}ms`],
    ...[`--io_size=${plan.rounds * plan.maxRoundBytes}`, "--output-format=json"],
    ...(flushes[subject] ?? []),
  ];
}

/**
 * fio with psync (pwrite): random blocks of a file it has laid out and synced first. A run ends by
 * the same time or the same bytes as all of our rounds together.
 * @param {string} folder
 * @returns {import("./tool.mjs").Tool}
 */
export function fioTool(folder) {
  const name = "fio psync";
  return {
    name,
    does: "--ioengine=psync --rw=randwrite with --fsync=1, --fdatasync=1, or --direct=1 --sync=dsync: random aligned blocks of a prepared file; one stretch without a warm-up, its mean",
    version: versionOf("fio"),
    missing: findProgram("fio") ? null : "not installed (Debian: apt-get install fio)",
    alike: true,
    subjects: ["none", "fdatasync", "fsync", "o_direct_dsync"],
    async measure(subject, plan) {
      const own = mkdtempSync(path.join(folder, "fio-"));
      try {
        const { stdout } = await runTool(name, "fio", fioArguments(subject, plan, own));
        return fioFigures(stdout);
      } finally {
        rmSync(own, { recursive: true, force: true });
      }
    },
  };
}
