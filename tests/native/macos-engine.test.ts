import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, buildProblem, run, sourcesIn } from "../helpers/cpp-programs";
import { makeTestDirectory, projectDirectory, skipped } from "../helpers/native-engine";

const tests = join(projectDirectory, "tests/native/cpp/macos");
const sanitizers = "-fsanitize=address,undefined";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "driveproof-macos-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Everything of the macOS engine but the kernel, which is played by fake_kernel.cpp. */
describe("the macOS engine over a kernel that is played", () => {
  it("makes of every answer what it means", async (context) => {
    const problem =
      process.platform === "linux"
        ? await buildProblem(folder, [sanitizers])
        : "the kernel is played on Linux only";
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    const program = await build(folder, {
      name: "macos/macos-engine",
      sanitizers: [sanitizers],
      flags: ["-include", join(tests, "darwin.h"), `-I${tests}`, "-Wall", "-Wextra", "-Werror"],
      sources: [
        join(tests, "fake_kernel.cpp"),
        join(tests, "macos-folders.cpp"),
        join(tests, "macos-numbers.cpp"),
        ...sourcesIn("platform", /^(macos|posix)/),
        ...sourcesIn("engine", /^(?!session|parallel_tasks)/),
      ],
    });
    const directory = makeTestDirectory();
    try {
      const { stdout, stderr } = await run(program, [directory]);
      expect([stdout, stderr]).toEqual(["macOS is handled\n", ""]);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }, 300_000);
});
