import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { zigExecutable } from "../../scripts/prebuild/zig.mjs";
import { findProgram } from "../../scripts/setup/run-program.mjs";
import { projectDirectory } from "./folders";

/** Compiles a library to be put in front of the system's own, from `tests/native/cpp`. Gives its file. */
export function buildLibrary(folder: string, name: string): string {
  const library = join(folder, `${name}.so`);
  const source = join(projectDirectory, "tests/native/cpp", `${name}.c`);
  const flags = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"];
  // Where there is no compiler, set-up has brought the one that it built the engine with.
  const [command, ...first] =
    findProgram("cc") === null ? [zigExecutable(projectDirectory), "cc"] : ["cc"];
  execFileSync(command, [...first, ...flags]);
  return library;
}
