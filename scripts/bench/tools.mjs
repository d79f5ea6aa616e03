// The programs that are compared. Each measures one mode for about the same time on a file of the
// same size with the same block, and gives back operations per second.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { median } from "./table.mjs";

const run = promisify(execFile);

export const fileBytes = 64 * 1024 * 1024;
export const blockBytes = 4096;
/** What the smoke profile measures: three rounds of half a second, at most so many bytes each. */
const rounds = 3;
const roundSeconds = 0.5;
const warmupSeconds = 0.1;
const maxRoundBytes = 256 * 1024 * 1024;

/** Our engine, as shipped: the command line, one mode, median of its rounds. */
export function engineTool(root) {
  const cli = path.join(root, "out", "main", "inspect-cli.cjs");
  return {
    name: "DriveProof",
    missing: null,
    async measure(mode, folder) {
      const report = await inspect(cli, folder, ["--modes", mode]);
      return rateOf(report, mode);
    },
  };
}

/** The report of a headless smoke inspection of the flush modes. */
export async function inspect(cli, folder, more = []) {
  const { stdout } = await run(
    process.execPath,
    [
      cli,
      "--path",
      folder,
      "--profile",
      "smoke",
      "--tests",
      "flush",
      "--no-append",
      "--json",
      "-",
      ...more,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

export function rateOf(report, mode) {
  const result = report.flushModes.find((candidate) => candidate.mode === mode);
  if (result?.status !== "measured") {
    throw new Error(`${mode} was not measured: ${result?.reason ?? "not in the report"}`);
  }
  return result.iops;
}

/** A minimal loop in C, compiled now: the floor nothing can be faster than. */
export function loopTool(root, workFolder) {
  const executable = path.join(workFolder, "minimal-loop");
  const source = path.join(root, "native", "bench", "minimal-loop.c");
  let missing = null;
  try {
    execFileSync("cc", ["-O2", "-o", executable, source], { stdio: "pipe" });
  } catch (error) {
    missing = `minimal C loop: cannot be compiled (${error.message.split("\n")[0]})`;
  }
  return {
    name: "C loop",
    missing,
    async measure(mode, folder) {
      const file = path.join(folder, "minimal-loop.tmp");
      const args = [
        ...[file, fileBytes, blockBytes, roundSeconds, mode],
        ...[maxRoundBytes, rounds, warmupSeconds],
      ].map(String);
      const { stdout } = await run(executable, args);
      return median(
        JSON.parse(stdout).map(({ operations, elapsedNs }) => (operations * 1e9) / elapsedNs),
      );
    },
  };
}

/** fio with psync: random 4 KiB overwrites of a file laid out first, fsync after each or never. */
export function fioTool() {
  let missing = null;
  try {
    execFileSync("fio", ["--version"], { stdio: "pipe" });
  } catch {
    missing = "fio: not installed (apt-get install fio)";
  }
  return {
    name: "fio psync",
    missing,
    async measure(mode, folder) {
      const own = mkdtempSync(path.join(folder, "fio-"));
      try {
        const sync = { none: [], fsync: ["--fsync=1"], fdatasync: ["--fdatasync=1"] }[mode];
        const { stdout } = await run("fio", [
          "--name=bench",
          `--directory=${own}`,
          "--ioengine=psync",
          "--rw=randwrite",
          `--bs=${blockBytes}`,
          `--size=${fileBytes}`,
          "--overwrite=1",
          "--norandommap",
          "--randrepeat=0",
          "--time_based",
          `--runtime=${rounds * roundSeconds * 1000}ms`,
          "--output-format=json",
          ...sync,
        ]);
        return JSON.parse(stdout).jobs[0].write.iops;
      } finally {
        rmSync(own, { recursive: true, force: true });
      }
    },
  };
}
