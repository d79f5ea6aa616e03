import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { runHere } from "./programs.mjs";

/**
 * Names of programs that a developer's computer without a compiler lacks. On a Mac `xcode-select`
 * leads to the compiler.
 */
const isCompiler =
  /^([\w.-]+-)?(cc|c\+\+|gcc|g\+\+|clang|clang\+\+|cl|c89|c99|make|gmake|nmake|mingw32-make|xcode-select|xcrun)(-[\d.]+)?(\.exe)?$/i;

/**
 * Results of builds, which may have been made with a compiler of this machine and so are not
 * copied.
 */
const isMade =
  /^(\.git|\.runtime|node_modules|out|dist|reports|test-results|native[\\/](build|prebuilds))$/;

/**
 * The first command of the README in a fresh copy of the project, without `cc`, `g++` and `make` in
 * the PATH: a fetched compiler builds the engine.
 * @type {import("./parts.mjs").SystemPart}
 */
export const noCompiler = {
  name: "no-compiler",
  why: () => null,
  async run({ scratch, results }) {
    const project = path.join(scratch, "project");
    cpSync(projectRoot, project, {
      recursive: true,
      filter: (file) => !isMade.test(path.relative(projectRoot, file)),
    });
    const report = path.join(results, "report.json");
    // On Linux without a display `npm start` makes an inspection; elsewhere it would open a window,
    // which waits for a person.
    const start = process.platform === "linux" ? "start" : "inspect";
    const what = ["--path", scratch, "--profile", "smoke", "--tests", "flush", "--json", report];
    const run = path.join(project, "scripts", "run.mjs");
    const { code, said } = runHere(process.execPath, [run, start, ...what], {
      environment: withoutCompiler(scratch),
      cwd: project,
      // The command fetches packages, compiler and Electron, and compiles the engine, all on slow
      // processors.
      limitMs: 1_500_000,
    });
    writeFileSync(path.join(results, "said.txt"), said);
    return [
      ...(code === 0 ? [] : [`exit code ${code}: ${said}`]),
      ...(existsSync(report) ? [] : ["there is no report"]),
      ...(isBuiltWithZig(said) ? [] : ["the engine was not built with zig"]),
    ];
  },
};

/** @param {string} said by set-up */
export function isBuiltWithZig(said) {
  return /^engine \(C\+\+\) … .*: with zig [\d.]+$/m.test(said);
}

/** @param {string} name of a program */
export function isCompilerName(name) {
  return isCompiler.test(name);
}

/**
 * Windows' compilers are not in the PATH: set-up finds them by Visual Studio's installer below
 * "ProgramFiles(x86)", so this variable leads to an empty folder.
 * @param {string} scratch
 * @returns {Record<string, string>}
 */
function withoutCompiler(scratch) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(existsSync);
  if (process.platform === "win32") {
    const nothing = path.join(scratch, "no-programs");
    mkdirSync(nothing);
    const left = folders.filter((folder) => !readdirSync(folder).some(isCompilerName));
    return { PATH: left.join(path.delimiter), "ProgramFiles(x86)": nothing };
  }
  const programs = path.join(scratch, "programs");
  mkdirSync(programs);
  for (const folder of folders) {
    for (const name of readdirSync(folder)) {
      const link = path.join(programs, name);
      if (!isCompilerName(name) && !existsSync(link)) symlinkSync(path.join(folder, name), link);
    }
  }
  return { PATH: programs, DISPLAY: "", WAYLAND_DISPLAY: "" };
}
