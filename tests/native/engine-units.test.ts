import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import {
  build,
  buildProblem,
  type Program,
  platformSources,
  run,
  sourcesIn,
} from "../helpers/cpp-programs";
import { folderOfAll, makeTestDirectory, projectDirectory } from "../helpers/folders";
import { skipped } from "../helpers/native-engine";

// The compiler's time, on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const folder = folderOfAll();

/**
 * Builds and runs one of the programs with sanitizers, on an empty folder. Gives what it printed
 * and what it left behind, or null, having said why, where there are no such sanitizers.
 */
async function outcomeOf(
  name: string,
  sanitizer: string,
  made: () => Pick<Program, "sources" | "sharedSources" | "flags">,
) {
  const sanitizers = [`-fsanitize=${sanitizer}`];
  const problem = await buildProblem(folder(), sanitizers);
  if (problem) {
    skipped(problem);
    return null;
  }
  const program = await build(folder(), { name, sanitizers, ...made() });
  const directory = makeTestDirectory();
  try {
    const { stdout, stderr } = await run(program, [directory]);
    return { stdout, stderr, left: readdirSync(directory) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

describe("the engine's C++", () => {
  it("passes its unit tests without memory errors or undefined behaviour", async ({ skip }) => {
    const files = () => ({
      sources: [
        ...sourcesIn("engine", /^(histogram|block_content|timeline)/),
        ...sourcesIn("power-cut", /^record/),
      ],
    });
    const outcome = await outcomeOf("engine-units", "address,undefined", files);
    outcome ?? skip("no sanitizer");
    expect(outcome).toEqual({ stdout: "all units hold\n", stderr: "", left: [] });
  });

  it("times cached writes in batches, however the time counter behaves", async ({ skip }) => {
    const files = () => ({ sources: [...sourcesIn("engine"), ...platformSources()] });
    const outcome = await outcomeOf("cached-write-units", "address,undefined", files);
    outcome ?? skip("no sanitizer");
    expect(outcome).toEqual({ stdout: "batches hold\n", stderr: "", left: [] });
  });

  it("fills no volume with more than 16 384 files", async ({ skip }) => {
    const files = () => ({ sources: [...sourcesIn("engine"), ...platformSources()] });
    const outcome = await outcomeOf("capacity-units", "address,undefined", files);
    outcome ?? skip("no sanitizer");
    expect(outcome).toEqual({ stdout: "all units hold\n", stderr: "", left: [] });
  });

  it("counts the processor time of a thread up to the current moment", async ({ skip }) => {
    const outcome = await outcomeOf("platform-units", "address,undefined", () => ({
      sources: platformSources(),
    }));
    outcome ?? skip("no sanitizer");
    expect(outcome).toEqual({ stdout: "the platform's file holds\n", stderr: "", left: [] });
  });

  it("has no data race between the session, its owner and a snapshot reader", async ({ skip }) => {
    const files = () => ({ sources: [...sourcesIn("engine"), ...platformSources()] });
    const outcome = await outcomeOf("session-stress", "thread", files);
    outcome ?? skip("no sanitizer");
    expect(outcome).toEqual({ stdout: "all sessions ended\n", stderr: "", left: [] });
  });

  it("has no data race while threads write, read and watch a plug test", async ({ skip }) => {
    const files = () => ({
      sources: [...sourcesIn("power-cut"), ...sourcesIn("engine"), ...platformSources()],
    });
    const outcome = await outcomeOf("power-cut-stress", "thread", files);
    outcome ?? skip("no sanitizer");
    // The files of a plug test outlive it.
    expect(outcome).toMatchObject({ stdout: "all power-cut tests ended\n", stderr: "" });
  });
});

// Both without SQLite and libmdbx, as on a machine that could not fetch them.
describe("the databases' C++", () => {
  const files = () => ({
    sources: [
      ...sourcesIn("databases"),
      ...sourcesIn("engine", /^(transfer|histogram|timeline|progress)/),
      ...platformSources(),
    ],
  });

  it("passes its unit tests without memory errors or undefined behaviour", async ({ skip }) => {
    const outcome = await outcomeOf("database-units", "address,undefined", files);
    outcome ?? skip("no sanitizer");
    expect(outcome).toMatchObject({ stdout: "all units hold\n", stderr: "" });
  });

  it("has no data race between the session, its owner and a snapshot reader", async ({ skip }) => {
    const outcome = await outcomeOf("commit-stress", "thread", files);
    outcome ?? skip("no sanitizer");
    expect(outcome).toEqual({ stdout: "all sessions ended\n", stderr: "", left: [] });
  });
});

/** Everything of the macOS engine but the kernel, which fake_kernel.cpp stands in for. */
describe.runIf(process.platform === "linux")("the macOS engine on a fake kernel", () => {
  it("interprets every answer of the kernel correctly", async ({ skip }) => {
    const tests = join(projectDirectory, "tests/native/cpp/macos");
    const outcome = await outcomeOf("macos/macos-engine", "address,undefined", () => ({
      flags: ["-include", join(tests, "darwin.h"), `-I${tests}`, "-Wall", "-Wextra", "-Werror"],
      sources: [
        ...["fake_kernel", "macos-folders", "macos-numbers"].map((name) =>
          join(tests, `${name}.cpp`),
        ),
        ...sourcesIn("platform", /^(macos|posix)/),
      ],
      sharedSources: [
        ...sourcesIn("engine", /^(?!session|parallel_tasks)/),
        ...sourcesIn("power-cut", /^(mode_files|record)/),
      ],
    }));
    outcome ?? skip("no sanitizer");
    expect(outcome).toMatchObject({ stdout: "macOS is handled\n", stderr: "" });
  });
});
