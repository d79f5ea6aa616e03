import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import {
  build,
  buildProblem,
  type Program,
  platformSources,
  run,
  sourcesIn,
} from "../helpers/cpp-programs";
import { folderOfAll, makeTestDirectory, projectDirectory } from "../helpers/folders";
import { skipFor } from "../helpers/skipped";

// Compiling takes minutes on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const folder = folderOfAll();

type Sources = Pick<Program, "sources" | "sharedSources" | "flags">;

const memory = "address,undefined";
const wholeEngine = (): Sources => ({ sources: [...sourcesIn("engine"), ...platformSources()] });
/** The databases' sources without SQLite and libmdbx, as on a machine that could not fetch them. */
const databases = (): Sources => ({
  sources: [
    ...sourcesIn("databases"),
    ...sourcesIn("engine", /^(transfer|histogram|timeline|progress)/),
    ...platformSources(),
  ],
});
const macTests = join(projectDirectory, "tests/native/cpp/macos");

/** For each program its test's title, name, sanitizers, expected output and sources. */
const programs: [what: string, name: string, sanitizer: string, says: string, () => Sources][] = [
  [
    "the engine passes its unit tests without memory errors or undefined behaviour",
    ...(["engine-units", memory, "all units hold"] as const),
    () => ({
      sources: [
        ...sourcesIn("engine", /^(histogram|block_content|timeline)/),
        ...sourcesIn("power-cut", /^record/),
      ],
    }),
  ],
  [
    "the engine times batches of cached writes correctly even if the time counter jumps or runs too fast",
    ...(["cached-write-units", memory, "batches hold", wholeEngine] as const),
  ],
  [
    "the engine fills no volume with more than 16 384 files",
    ...(["capacity-units", memory, "all units hold", wholeEngine] as const),
  ],
  [
    "the engine counts the processor time of a thread up to the current moment",
    ...(["platform-units", memory, "the platform's file holds"] as const),
    () => ({ sources: platformSources() }),
  ],
  [
    "the engine has no data race between the session, its owner and a snapshot reader",
    ...(["session-stress", "thread", "all sessions ended", wholeEngine] as const),
  ],
  [
    "the plug test has no data race while threads write, read and watch it",
    ...(["power-cut-stress", "thread", "all power-cut tests ended"] as const),
    () => ({ sources: [...sourcesIn("power-cut"), ...(wholeEngine().sources ?? [])] }),
  ],
  [
    "the databases pass their unit tests without memory errors or undefined behaviour",
    ...(["database-units", memory, "all units hold", databases] as const),
  ],
  [
    "the databases have no data race between the session, its owner and a snapshot reader",
    ...(["commit-stress", "thread", "all sessions ended", databases] as const),
  ],
  // The whole macOS engine, over fake_kernel.cpp in place of the kernel.
  [
    "the macOS engine handles the answers of a fake kernel correctly",
    ...(["macos/macos-engine", memory, "macOS is handled"] as const),
    () => ({
      flags: [
        "-include",
        join(macTests, "darwin.h"),
        `-I${macTests}`,
        "-Wall",
        "-Wextra",
        "-Werror",
      ],
      sources: [
        ...["fake_kernel", "macos-folders", "macos-numbers"].map((name) =>
          join(macTests, `${name}.cpp`),
        ),
        ...sourcesIn("platform", /^(macos|posix)/),
      ],
      sharedSources: [
        ...sourcesIn("engine", /^(?!session|parallel_tasks)/),
        ...sourcesIn("power-cut", /^(mode_files|record)/),
      ],
    }),
  ],
];

it.for(programs)(
  "a C++ test program shows that %s",
  async ([, name, sanitizer, says, sources], { skip }) => {
    skip(
      name.startsWith("macos") && process.platform !== "linux",
      "macOS is imitated on Linux only",
    );
    const sanitizers = [`-fsanitize=${sanitizer}`];
    skipFor(skip, await buildProblem(folder(), sanitizers));
    const program = await build(folder(), { name, sanitizers, ...sources() });
    const directory = makeTestDirectory();
    try {
      const { stdout, stderr } = await run(program, [directory]);
      expect({ stdout, stderr }).toEqual({ stdout: `${says}\n`, stderr: "" });
      // These two programs leave the files of a plug test and of databases in the folder.
      const keepsFiles = name === "power-cut-stress" || name === "database-units";
      expect(readdirSync(directory).length > 0).toBe(keepsFiles);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
);
