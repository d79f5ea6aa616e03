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

/** One object for each source and flags of a test file: its programs share most of the engine. */
const objects = new Map<string, Promise<string>>();

function compile(folder: string, source: string, flags: readonly string[]): Promise<string> {
  const key = [source, ...flags].join("\n");
  const known = objects.get(key);
  if (known) {
    return known;
  }
  const object = join(folder, `${basename(source, ".cpp")}-${objects.size}.o`);
  const compiled = run("c++", [
    ...["-std=c++20", "-O1", "-fno-exceptions", ...flags],
    ...["-c", source, "-o", object],
  ]).then(() => object);
  objects.set(key, compiled);
  return compiled;
}

/**
 * Compiles `tests/native/cpp/NAME.cpp` and these sources in a folder, several at a time, and links
 * them with these objects; gives the program. What an earlier program compiled is used again.
 */
export async function build(
  folder: string,
  name: string,
  flags: readonly string[],
  sources: readonly string[],
  linkedObjects: readonly string[] = [],
): Promise<string> {
  const waiting = [join(programs, `${name}.cpp`), ...sources].values();
  const compiled: string[] = [];
  const compileNext = async () => {
    for (const source of waiting) {
      compiled.push(await compile(folder, source, flags));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compileNext));
  const program = join(folder, basename(name));
  await run("c++", [...flags, "-o", program, ...compiled, ...linkedObjects, "-pthread"]);
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
