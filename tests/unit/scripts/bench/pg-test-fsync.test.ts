import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pgTestFsyncTool } from "../../../../scripts/bench/pg-test-fsync.mjs";
import { foldersOfEach } from "../../../helpers/folders";

const newFolder = foldersOfEach();
const plan = {
  profile: "smoke",
  fileBytes: 4096,
  blockBytes: 4096,
  rounds: 1,
  roundNs: 1.2e9,
  warmupNs: 0,
  maxRoundBytes: 4096,
};

afterEach(() => vi.unstubAllEnvs());

/** Makes a program named pg_test_fsync that prints real output and records how it was started. */
function standIn(script: string): { folder: string; started: string } {
  const bin = newFolder();
  const folder = newFolder();
  const started = path.join(bin, "started");
  const program = path.join(bin, "pg_test_fsync");
  writeFileSync(program, `#!/bin/sh\necho "$@" >> "${started}"\n${script}`);
  chmodSync(program, 0o755);
  vi.stubEnv("PATH", `${bin}${path.delimiter}${process.env.PATH}`);
  return { folder, started };
}

const beginning = `
case "$1" in --version) echo "pg_test_fsync (PostgreSQL) 15"; exit;; esac
trap 'rm -f "$4"; exit 1' INT
touch "$4"
echo "Compare file sync methods using one 8kB write:"
printf '        open_datasync                '; printf '  100.000 ops/sec   10000 usecs/op\\n'
printf '        fdatasync                    '; printf '  200.000 ops/sec    5000 usecs/op\\n'
printf '        fsync                        '`;

describe.skipIf(process.platform === "win32")("pgTestFsyncTool()", () => {
  it("measures both modes in one run of pg_test_fsync, ends it after the last mode, and starts another for a further figure", async () => {
    const { folder, started } = standIn(`${beginning}
printf '  150.000 ops/sec    6667 usecs/op\\n        open_sync   '
for turn in $(seq 100); do sleep 0.05; done`);
    const tool = pgTestFsyncTool(folder);
    expect(tool).toMatchObject({ missing: null, version: "pg_test_fsync (PostgreSQL) 15" });
    expect(await tool.measure("fdatasync", plan)).toMatchObject({
      operationsPerSecond: 200,
      measuredNs: 1e9,
    });
    expect(await tool.measure("fsync", plan)).toMatchObject({ operationsPerSecond: 150 });
    const file = path.join(folder, "pg_test_fsync.tmp");
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(started, "utf8")).toBe(`--version\n-s 1 -f ${file}\n`);
    await tool.measure("fdatasync", plan);
    expect(readFileSync(started, "utf8").match(/-s 1/g)).toHaveLength(2);
  });

  it("throws an error with the message of the program", async () => {
    const { folder } = standIn(`${beginning}\necho "write failed: I/O error" >&2; exit 1`);
    await expect(pgTestFsyncTool(folder).measure("fdatasync", plan)).rejects.toThrow(
      "pg_test_fsync ended with exit code 1: write failed: I/O error",
    );
  });
});
