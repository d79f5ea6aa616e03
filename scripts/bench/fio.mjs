import { randomFillSync } from "node:crypto";
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { findProgram } from "../setup/run-program.mjs";
import { fioFigures } from "./outputs.mjs";
import { runTool, versionOf } from "./run-tool.mjs";
import { measuredMs, modeOf, pieceBytesOf, savingSubjects } from "./tool.mjs";

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
 * @param {string} file
 */
export function fioArguments(subject, plan, file) {
  return [
    ...["--name=bench", `--filename=${file}`, "--ioengine=psync", "--rw=randwrite"],
    // By default fio drops the file's pages; here they stay in the cache as they were filled.
    ...[`--bs=${plan.blockBytes}`, `--size=${plan.fileBytes}`, "--overwrite=1", "--invalidate=0"],
    ...["--norandommap", "--randrepeat=0", `--runtime=${Math.round(measuredMs(plan))}ms`],
    ...[`--io_size=${plan.rounds * plan.maxRoundBytes}`, "--output-format=json"],
    ...(flushes[modeOf(subject)] ?? []),
  ];
}

export const installedFio = () => ({
  version: versionOf("fio"),
  missing: findProgram("fio") ? null : "not installed (Debian: apt-get install fio)",
});

/**
 * Makes the file as DriveProof's engine does: incompressible, in pieces of one size, and flushed.
 * @param {string} file
 * @param {number} fileBytes
 * @param {number} pieceBytes
 */
export function layDown(file, fileBytes, pieceBytes) {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    const pieces = randomFillSync(Buffer.alloc(Math.max(pieceBytes, 1024 * 1024)));
    for (let at = 0; at < fileBytes; at += pieceBytes) {
      const bytes = Math.min(pieceBytes, fileBytes - at);
      if (writeSync(descriptor, pieces, at % pieces.length, bytes) !== bytes) {
        throw new Error(`${file} could not be written whole`);
      }
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * fio with psync (pwrite): random blocks of a file filled as DriveProof's engine fills it. A run
 * ends by the same time or the same bytes as all rounds of the engine together.
 * @param {string} folder
 * @returns {import("./tool.mjs").Tool}
 */
export function fioTool(folder) {
  const name = "fio psync";
  return {
    name,
    does: "--ioengine=psync --rw=randwrite with --fsync=1, --fdatasync=1, or --direct=1 --sync=dsync: random aligned blocks of a file filled as ours is, with --invalidate=0; one stretch without a warm-up, its mean",
    ...installedFio(),
    alike: true,
    subjects: savingSubjects,
    async measure(subject, plan) {
      const own = mkdtempSync(path.join(folder, "fio-"));
      try {
        const file = path.join(own, "file");
        layDown(file, plan.fileBytes, pieceBytesOf(subject, plan));
        const { stdout } = await runTool(name, "fio", fioArguments(subject, plan, file));
        return fioFigures(stdout);
      } finally {
        rmSync(own, { recursive: true, force: true });
      }
    },
  };
}
