import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { projectDirectory } from "./native-engine";

export const run = promisify(execFile);

const sources = join(projectDirectory, "native/src");
const programs = join(projectDirectory, "tests/native/cpp");

/** The C++ sources of one room of the engine. */
export function sourcesIn(room: string, matching = /./): string[] {
  return readdirSync(join(sources, room))
    .filter((file) => file.endsWith(".cpp") && matching.test(file))
    .map((file) => join(sources, room, file));
}

/** What stands behind the platform header on this system. */
export function platformSources(): string[] {
  const system = process.platform === "darwin" ? "macos" : "linux";
  return sourcesIn("platform", new RegExp(`^(${system}|posix)`));
}

/**
 * Compiles `tests/native/cpp/NAME.cpp` and these sources in a folder, several at a time, and links
 * them with these objects; gives the program.
 */
export async function build(
  folder: string,
  name: string,
  flags: readonly string[],
  { sources, objects = [] }: { sources: readonly string[]; objects?: readonly string[] },
): Promise<string> {
  const waiting = [join(programs, `${name}.cpp`), ...sources].entries();
  const compiled: string[] = [];
  const compileNext = async () => {
    for (const [index, source] of waiting) {
      const object = join(folder, `${basename(name)}-${index}.o`);
      compiled.push(object);
      await run("c++", [
        "-std=c++20",
        "-O1",
        "-fno-exceptions",
        ...flags,
        "-c",
        source,
        "-o",
        object,
      ]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compileNext));
  const program = join(folder, basename(name));
  await run("c++", [...flags, "-o", program, ...compiled, ...objects, "-pthread"]);
  return program;
}

/** Why this machine cannot build such a program, or null. */
export async function buildProblem(
  folder: string,
  flags: readonly string[],
): Promise<string | null> {
  if (process.platform === "win32") {
    return "the C++ test programs are built with POSIX compilers only";
  }
  const probe = join(folder, "probe.cpp");
  writeFileSync(probe, "int main() {}\n");
  try {
    await run("c++", [...flags, "-o", join(folder, "probe"), probe]);
    await run(join(folder, "probe"), []);
    return null;
  } catch {
    return `there is no C++ compiler ${flags.join(" ")}`;
  }
}
