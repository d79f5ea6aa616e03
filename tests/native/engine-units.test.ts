import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestDirectory, projectDirectory, skipped } from "../helpers/native-engine";

const run = promisify(execFile);
const sources = join(projectDirectory, "native/src");
const tests = join(projectDirectory, "tests/native/cpp");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "driveproof-units-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles and links a program with a sanitizer. */
async function build(name: string, sanitizers: string, files: readonly string[]): Promise<string> {
  const program = join(folder, name);
  const flags = ["-std=c++20", "-O1", "-g", "-fno-exceptions", `-fsanitize=${sanitizers}`];
  await run("c++", [...flags, "-o", program, join(tests, `${name}.cpp`), ...files, "-pthread"]);
  return program;
}

/** Why this machine cannot build with the sanitizer, or null. */
async function buildProblem(sanitizers: string): Promise<string | null> {
  if (process.platform === "win32") {
    return "the C++ unit programs are built with POSIX compilers only";
  }
  const probe = join(folder, "probe.cpp");
  writeFileSync(probe, "int main() {}\n");
  try {
    await run("c++", [`-fsanitize=${sanitizers}`, "-o", join(folder, "probe"), probe]);
    await run(join(folder, "probe"), []);
    return null;
  } catch {
    return `there is no C++ compiler with -fsanitize=${sanitizers}`;
  }
}

function sourcesIn(room: string, matching: RegExp): string[] {
  return readdirSync(join(sources, room))
    .filter((file) => file.endsWith(".cpp") && matching.test(file))
    .map((file) => join(sources, room, file));
}

describe("the engine's C++", () => {
  it("holds in every unit, without memory errors or undefined behaviour", async (context) => {
    const sanitizers = "address,undefined";
    const problem = await buildProblem(sanitizers);
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    const program = await build(
      "engine-units",
      sanitizers,
      sourcesIn("engine", /^(histogram|block_content)/),
    );
    const { stdout, stderr } = await run(program);
    expect([stdout, stderr]).toEqual(["all units hold\n", ""]);
  });

  it("has no data race between session, owner and looker", async (context) => {
    const problem = await buildProblem("thread");
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    const system = process.platform === "darwin" ? "macos" : "linux";
    const program = await build("session-stress", "thread", [
      ...sourcesIn("engine", /./),
      ...sourcesIn("platform", new RegExp(`^(${system}|posix)`)),
    ]);
    const directory = makeTestDirectory();
    try {
      const { stdout, stderr } = await run(program, [directory]);
      expect([stdout, stderr]).toEqual(["all sessions ended\n", ""]);
      expect(readdirSync(directory)).toEqual([]);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
