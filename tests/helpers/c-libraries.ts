import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { zigExecutable } from "../../scripts/prebuild/zig.mjs";
import { findProgram } from "../../scripts/setup/run-program.mjs";
import { folderOfAll, projectDirectory } from "./folders";

/** Compiles a library to be put in front of the system's own, from `tests/native/cpp`. Gives its file. */
export function buildLibrary(folder: string, name: string): string {
  const library = join(folder, `${name}.so`);
  const source = join(projectDirectory, "tests/native/cpp", `${name}.c`);
  const flags = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"];
  // Where there is no compiler, set-up has brought the one that it built the engine with.
  const [command, ...first] = findProgram("cc") === null ? [zigExecutable, "cc"] : ["cc"];
  execFileSync(command, [...first, ...flags]);
  return library;
}

/** The same for the tests of a block. */
export function libraryOfAll(name: string): () => string {
  const folder = folderOfAll();
  let library = "";
  beforeAll(() => {
    library = buildLibrary(folder(), name);
  });
  return () => library;
}
