import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { zigExecutable } from "../../scripts/prebuild/zig.mjs";
import { findProgram } from "../../scripts/setup/run-program.mjs";
import { folderOfAll, projectDirectory } from "./folders";

/**
 * Compiles a library for LD_PRELOAD from `tests/native/cpp` into the folder and returns its path.
 */
export function buildLibrary(folder: string, name: string): string {
  const library = join(folder, `${name}.so`);
  const source = join(projectDirectory, "tests/native/cpp", `${name}.c`);
  const flags = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"];
  // Without a C compiler in PATH, uses the Zig compiler that `npm run setup` installed to build the
  // engine.
  const [command, ...first] = findProgram("cc") === null ? [zigExecutable, "cc"] : ["cc"];
  execFileSync(command, [...first, ...flags]);
  return library;
}

/** Compiles the library once for all tests of a `describe` block; returns a getter of its path. */
export function libraryOfAll(name: string): () => string {
  const folder = folderOfAll();
  let library = "";
  beforeAll(() => {
    library = buildLibrary(folder(), name);
  });
  return () => library;
}
