// The buffer sweep beside dd: a new file is written through the page cache with writes of one size,
// below the knee of the sweep and on its plateau.
import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import { openSession } from "./engine.mjs";
import { cpuNsOf, ddFigures, transferFigures } from "./outputs.mjs";
import { runTool, versionOf } from "./run-tool.mjs";

const totalBytes = 256 * 1024 * 1024;
/** @type {Readonly<Record<string, number>>} */
const writeBytesOf = { "write-512": 512, "write-1048576": 1024 * 1024 };

/**
 * One step of DriveProof's buffer sweep, by the same native call; one session serves all steps.
 * @param {string} folder
 * @returns {import("./tool.mjs").Tool}
 */
export function sweepTool(folder) {
  const session = openSession();
  const file = {
    directory: folder,
    fileName: "sweep.tmp",
    fileBytes: 0,
    blockBytes: 4096,
    seed: 1,
  };
  /** @type {Promise<unknown> | null} */
  let prepared = null;
  return {
    name: "DriveProof",
    does: "one step of the buffer sweep: write() of 256 MiB to a new file, incompressible data made beforehand",
    version: null,
    missing: null,
    alike: true,
    subjects: ["write-512", "write-1048576"],
    async measure(subject) {
      prepared ??= session.prepare(file);
      await prepared;
      const writeBytes = writeBytesOf[subject] ?? 0;
      const counts = await session.sequential({
        mode: "none",
        writeBytes,
        totalBytes,
        maxNs: 600e9,
        layout: "append",
        syncEveryBytes: null,
        syncAtEnd: false,
        backgroundSyncNs: null,
        unbuffered: false,
      });
      if (counts.endedBy !== "complete") {
        throw new Error(`the step ended by ${counts.endedBy}: ${counts.fault?.message ?? ""}`);
      }
      return transferFigures({
        writes: totalBytes / writeBytes,
        elapsedNs: counts.elapsedNs,
        cpuNs: cpuNsOf(counts),
      });
    },
    close: () => session.close(),
  };
}

/**
 * @param {string} folder
 * @returns {import("./tool.mjs").Tool}
 */
export function ddTool(folder) {
  const file = path.join(folder, "dd.tmp");
  let missing = null;
  try {
    execFileSync("bash", ["-c", "dd --version"], { stdio: "pipe" });
  } catch {
    missing = "GNU dd (coreutils) and bash are not both installed";
  }
  return {
    name: "dd",
    does: "dd if=/dev/zero: the same 256 MiB and sizes, but it reads zeros into its buffer before each write; its processor time includes starting it",
    version: versionOf("dd"),
    missing,
    alike: true,
    subjects: ["write-512", "write-1048576"],
    async measure(subject) {
      const writeBytes = writeBytesOf[subject] ?? 0;
      const operands = `if=/dev/zero of="$0" bs=${writeBytes} count=${totalBytes / writeBytes}`;
      const { stderr } = await runTool("dd", "bash", ["-c", `time dd ${operands}`, file], {
        env: { ...process.env, LC_ALL: "C", TIMEFORMAT: "cpu %U %S" },
      });
      bringToDrive(file);
      return ddFigures(stderr, writeBytes);
    },
  };
}

/**
 * Flushes and removes a file: data left in memory would slow the next program down.
 * @param {string} file
 */
function bringToDrive(file) {
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
  rmSync(file);
}
