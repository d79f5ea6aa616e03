import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { projectDirectory } from "./folders";

export const run = promisify(execFile);

const sources = join(projectDirectory, "native/src");
const programs = join(projectDirectory, "tests/native/cpp");
/** The folder that keeps compiled test programs for later runs. */
const kept = join(projectDirectory, "native/build/test-programs");

/** The C++ sources in one folder of the engine, such as `platform`. */
export function sourcesIn(room: string, matching = /./): string[] {
  return readdirSync(join(sources, room))
    .filter((file) => file.endsWith(".cpp") && matching.test(file))
    .map((file) => join(sources, room, file));
}

/** The sources that implement the platform header on this system. */
export function platformSources(): string[] {
  const system = process.platform === "darwin" ? "macos" : "linux";
  return sourcesIn("platform", new RegExp(`^(${system}|posix|first_failure)`));
}

/** Object files by compiler command: the test programs share most of the engine's sources. */
const compiled = new Map<string, Promise<string>>();

/**
 * Compiles without optimization, which would double the time without helping the sanitizers, and
 * with only the debug information from which a sanitizer names lines.
 */
const common = ["-std=c++20", "-O0", "-g1", "-fno-exceptions"];

function compile(folder: string, what: readonly string[], suffix: string): Promise<string> {
  const key = [folder, ...what].join("\n");
  const known = compiled.get(key);
  if (known) {
    return known;
  }
  const file = join(folder, `${compiled.size}${suffix}`);
  const made = run("c++", [...common, ...what, "-o", file]).then(() => file);
  compiled.set(key, made);
  return made;
}

/**
 * Returns the path for `-include`: a copy of precompiled.h, with its precompiled form beside it.
 */
async function precompiledHeader(folder: string, sanitizers: readonly string[]): Promise<string> {
  const source = join(programs, "precompiled.h");
  const made = await compile(folder, [...sanitizers, "-x", "c++-header", source], ".h.gch");
  const header = made.slice(0, -".gch".length);
  // A compiler that rejects the precompiled form reads the header's text instead.
  copyFileSync(source, header);
  return header;
}

export interface Program {
  /** Name of the main source in `tests/native/cpp`, without its extension. */
  readonly name: string;
  /** Flags for the compiler and the linker, such as `-fsanitize=thread`. */
  readonly sanitizers?: readonly string[];
  /** Flags for the compiler but not for the linker. */
  readonly flags?: readonly string[];
  readonly sources?: readonly string[];
  /**
   * Sources compiled without `flags`, so that other programs in the same build folder can share
   * their object files.
   */
  readonly sharedSources?: readonly string[];
  readonly linkedObjects?: readonly string[];
}

/**
 * Compiles a program in a folder, several files at a time, links it and returns the executable's
 * path. Reuses object files of earlier programs in the folder, and the program of an earlier run if
 * no source, no flag and not the compiler has changed.
 */
export async function build(folder: string, program: Program): Promise<string> {
  const name = basename(program.name);
  const executable = join(kept, `${name}-${await contentsOf(program)}`);
  if (existsSync(executable)) {
    return executable;
  }
  const linked = await link(folder, program);
  mkdirSync(kept, { recursive: true });
  for (const old of readdirSync(kept).filter((file) => file.startsWith(`${name}-`))) {
    rmSync(join(kept, old));
  }
  // Copies under another name first, so that an aborted run leaves no partial program.
  const copy = `${executable}.${process.pid}`;
  copyFileSync(linked, copy);
  renameSync(copy, executable);
  return executable;
}

/**
 * A hash that changes with the compiler, the command and every source of the engine and of the
 * tests, even a source that is not part of the program.
 */
async function contentsOf({ linkedObjects = [], ...program }: Program): Promise<string> {
  const hash = createHash("sha256");
  hash.update((await run("c++", ["--version"])).stdout);
  hash.update(JSON.stringify([common, program]));
  const files = [sources, programs].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.sort(), ...linkedObjects]) {
    const content = readFileSync(file);
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}

async function link(
  folder: string,
  {
    name,
    sanitizers = [],
    flags = [],
    sources = [],
    sharedSources = [],
    linkedObjects = [],
  }: Program,
): Promise<string> {
  // For a program of one source file, precompiling the header saves no time.
  const header =
    sources.length > 0 ? ["-include", await precompiledHeader(folder, sanitizers)] : [];
  const shared = [...sanitizers, ...header, "-c"];
  const own = [...sanitizers, ...header, ...flags, "-c"];
  const waiting = [
    ...[join(programs, `${name}.cpp`), ...sources].map((source) => [...own, source]),
    ...sharedSources.map((source) => [...shared, source]),
  ].values();
  const objects: string[] = [];
  const compileNext = async () => {
    for (const command of waiting) {
      objects.push(await compile(folder, command, ".o"));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compileNext));
  const program = join(folder, basename(name));
  await run("c++", [...sanitizers, "-o", program, ...objects, ...linkedObjects, "-pthread"]);
  return program;
}

/** Why this machine cannot build a test program with these flags; null if it can. */
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
