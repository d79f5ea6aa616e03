import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fioArguments, layDown } from "../../../../scripts/bench/fio.mjs";
import { fioReadingArguments, loadOf } from "../../../../scripts/bench/reading.mjs";
import { type Plan, pieceBytesOf, type Subject } from "../../../../scripts/bench/tool.mjs";

const plan: Plan = {
  profile: "quick",
  fileBytes: 1 << 20,
  blockBytes: 4096,
  rounds: 4,
  roundNs: 1e9,
  warmupNs: 0,
  maxRoundBytes: 1 << 20,
};

const without = (subject: Subject) =>
  fioArguments(subject, plan, "/f").filter(
    (each) => !fioArguments("none", plan, "/f").includes(each),
  );

describe("fioArguments()", () => {
  it("adds to the arguments of the mode none only the options with which fio confirms a write", () => {
    expect(without("fdatasync")).toEqual(["--fdatasync=1"]);
    expect(without("fsync")).toEqual(["--fsync=1"]);
    expect(without("o_direct_dsync")).toEqual(["--direct=1", "--sync=dsync"]);
  });

  it("returns arguments that name the given file, block size, time and bytes", () => {
    expect(fioArguments("o_direct_dsync", plan, "/f")).toEqual(
      expect.arrayContaining([
        "--filename=/f",
        "--invalidate=0",
        "--bs=4096",
        "--size=1048576",
        "--runtime=4000ms",
        "--io_size=4194304",
      ]),
    );
  });
});

describe("the benchmark file for writes without a flush", () => {
  it("is filled block by block, or in 1 MiB pieces if the name of the subject contains that size", () => {
    expect(pieceBytesOf("none", plan)).toBe(4096);
    expect(pieceBytesOf("fsync", plan)).toBe(4096);
    expect(pieceBytesOf("none-1048576", plan)).toBe(1 << 20);
    expect(without("none-1048576")).toEqual([]);
  });

  it("is written in full by layDown(), which refuses an existing file", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "driveproof-lay-"));
    try {
      const file = path.join(folder, "file");
      layDown(file, 3 * 4096 + 512, 4096);
      const content = readFileSync(file);
      expect(content).toHaveLength(3 * 4096 + 512);
      expect(new Set(content.subarray(0, 4096)).size).toBeGreaterThan(200);
      expect(() => layDown(file, 4096, 4096)).toThrow(/EEXIST/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("the fio arguments for reading", () => {
  const of = (subject: string) => fioReadingArguments(loadOf(subject), "/proc/1/fd/2");

  it("name the engine's file, block size, requests, share of reads and times, and ask for uncached reads", () => {
    expect(of("random-32-mix")).toEqual(
      expect.arrayContaining([
        ...["--filename=/proc/1/fd/2", "--direct=1", "--rw=randrw", "--rwmixread=70", "--bs=4096"],
        ...["--numjobs=32", "--size=536870912", "--ramp_time=300ms", "--runtime=2000ms"],
      ]),
    );
  });

  it("give each sequential job a separate part of the file", () => {
    expect(of("sequential-8-read")).toEqual(
      expect.arrayContaining([
        ...["--rw=read", "--bs=1048576", "--size=67108864", "--offset_increment=67108864"],
      ]),
    );
    expect(of("sequential-1-write").filter((each) => /offset|rwmix/.test(each))).toEqual([]);
  });
});

// From <asm-generic/fcntl.h>; other processors have other numbers.
const isKnownSystem = process.platform === "linux" && process.arch === "x64";

describe.runIf(isKnownSystem)("the minimal C loop, to which the engine is compared,", () => {
  const direct = 0o40000;
  const dsync = 0o10000;
  let folder: string;

  beforeAll(() => {
    // Not in memory: older systems refuse direct writes to a file system in memory.
    folder = mkdtempSync(
      path.join(process.env.DRIVEPROOF_TEST_DIR ?? tmpdir(), "driveproof-loop-"),
    );
    execFileSync("cc", ["-O2", "-o", path.join(folder, "loop"), "scripts/bench/minimal-loop.c"]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the loop; returns the open flags of its file while it rewrites, and its output. */
  async function run(subject: Subject) {
    const args = ["file", 1 << 20, 4096, 0.4, subject, 1 << 30, 1, 0.01, 4096].map(String);
    const child = spawn(path.join(folder, "loop"), args, { cwd: folder });
    let output = "";
    child.stdout.on("data", (text) => {
      output += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const seen = new Set<number>();
    while (child.exitCode === null) {
      for (const flags of openFlags(child.pid ?? 0)) {
        seen.add(flags & (direct | dsync));
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await ended).toBe(0);
    return { seen, rounds: JSON.parse(output) };
  }

  it.each(["none", "fdatasync", "o_direct_dsync"] as const)(
    "opens the file that it rewrites with the flags of the mode %s",
    async (subject) => {
      const { seen, rounds } = await run(subject);
      expect(seen.has(direct | dsync)).toBe(subject === "o_direct_dsync");
      expect(seen.has(direct)).toBe(false);
      expect(rounds[0].operations).toBeGreaterThan(0);
    },
  );
});

function openFlags(pid: number): number[] {
  try {
    const folder = `/proc/${pid}/fdinfo`;
    return readdirSync(folder).map((name) =>
      Number.parseInt(
        /^flags:\s+(\d+)/m.exec(readFileSync(path.join(folder, name), "utf8"))?.[1] ?? "0",
        8,
      ),
    );
  } catch {
    // The process has ended.
    return [];
  }
}
