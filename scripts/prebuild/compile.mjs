import { copyFileSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { SetupFailure } from "../setup/failure.mjs";
import { projectRoot } from "../setup/paths.mjs";
import { firstLines, runProgram } from "../setup/run-program.mjs";
import { hostImportsSource, napiFunctions } from "./host-imports.mjs";
import { zigExecutable } from "./zig.mjs";

/** @typedef {import("./targets.mjs").Target} Target */

/** Node.js looks for these symbols in an addon; no others are exported. */
export const addonExports = ["napi_register_module_v1", "node_api_module_get_api_version_v1"];

const exportMap = `{ global: ${addonExports.map((name) => `${name};`).join(" ")} local: *; };\n`;

/**
 * `scratch`: an empty folder; `cache`: zig's own, which may be shared.
 * @typedef {{ target: Target, scratch: string, cache: string }} Workplace
 *
 * @typedef {import("./build-plan.mjs").Compilation} Compilation
 */

/**
 * Compiles and links the addon for a target. The result depends only on the sources and the
 * compiler: it contains no time and no folder of this machine.
 * @param {Workplace & { plan: import("./build-plan.mjs").BuildPlan, output: string }} options
 * @returns {Promise<{ warnings: number }>}
 */
export async function compileAddon({ plan, output, ...workplace }) {
  const { target, scratch } = workplace;
  const compilations = [...plan.compilations];
  if (target.os === "win32") {
    const source = path.join(scratch, "host_imports.c");
    writeFileSync(source, hostImportsSource(napiFunctions(plan.napiVersion)));
    compilations.push({ source, flags: [] });
  }
  const { objects, warnings } = await compileObjects(workplace, compilations);
  mkdirSync(path.dirname(output), { recursive: true });
  const link = [...linkFlags(target, scratch), ...objects, ...plan.libraries, "-o", output];
  await runZig(workplace, "link", ["c++", "-target", target.zig, ...link]);
  return { warnings };
}

/**
 * Compiles the launcher, which Windows' terminals start; see native/launcher/windows-console.c.
 * @param {Workplace & { output: string }} options
 */
export async function compileLauncher({ output, ...workplace }) {
  const { target } = workplace;
  const source = path.join(projectRoot, "native", "launcher", "windows-console.c");
  const flags = ["-O2", "-g0", "-s", "-Wall", "-Wextra", "-Wno-unused-command-line-argument"];
  // For an output that ends in `.com` the linker would make another kind of program.
  const program = path.join(workplace.scratch, "launcher.exe");
  const args = ["cc", "-target", target.zig, ...flags, source, "-o", program];
  await runZig(workplace, "launcher", args);
  mkdirSync(path.dirname(output), { recursive: true });
  copyFileSync(program, output);
}

/**
 * @param {Workplace} workplace
 * @param {readonly Compilation[]} compilations
 * @returns {Promise<{ objects: string[], warnings: number }>}
 */
export async function compileObjects(workplace, compilations) {
  const common = commonFlags(workplace.target);
  const jobs = compilations.map(({ source, flags }, index) => {
    const object = path.join(workplace.scratch, `${index}-${path.parse(source).name}.o`);
    const language = path.extname(source) === ".c" ? "cc" : "c++";
    return { object, args: [language, ...common, ...flags, "-c", source, "-o", object] };
  });
  const logs = await inParallel(jobs, ({ object, args }) =>
    runZig(workplace, path.parse(object).name, args),
  );
  return {
    objects: jobs.map(({ object }) => object),
    warnings: logs.reduce((sum, log) => sum + warningsIn(log), 0),
  };
}

/**
 * @param {Workplace} workplace
 * @param {string} name of the step, for its log
 * @param {readonly string[]} args
 * @returns {Promise<string>} what it said
 */
export async function runZig({ target, scratch, cache }, name, args) {
  const log = path.join(scratch, `${name}.log`);
  const ended = await runProgram({
    command: zigExecutable,
    args,
    cwd: scratch,
    logFile: log,
    env: {
      ...process.env,
      ZIG_GLOBAL_CACHE_DIR: cache,
      ZIG_LOCAL_CACHE_DIR: cache,
      // The time in a Windows library: https://reproducible-builds.org/specs/source-date-epoch/
      SOURCE_DATE_EPOCH: "0",
    },
  });
  if (!ended.ok) {
    throw new SetupFailure(
      `the engine could not be built for ${target.name} (${name}: ${ended.problem}):\n${firstLines(log, 30)}`,
      "see the first error above, then try again",
    );
  }
  return readFileSync(log, "utf8");
}

/** @param {Target} target */
function commonFlags(target) {
  const headers = createRequire(import.meta.url)("node-api-headers").include_dir;
  const modules = realpathSync(path.join(projectRoot, "node_modules"));
  return [
    ...["-target", target.zig, "-O3", "-g0", "-fPIC", "-ffunction-sections", "-fdata-sections"],
    // Some messages contain names of source files, which must not reveal folders of this machine.
    ...[`-ffile-prefix-map=${projectRoot}=.`, `-ffile-prefix-map=${modules}=node_modules`],
    ...["-isystem", headers],
  ];
}

/**
 * @param {Target} target
 * @param {string} scratch
 */
function linkFlags(target, scratch) {
  switch (target.os) {
    case "linux": {
      const map = path.join(scratch, "exports.map");
      writeFileSync(map, exportMap);
      // Electron has its own `operator new`: the addon's must neither replace it nor be replaced by
      // it.
      const hidden = `-Wl,--version-script=${map}`;
      return ["-shared", "-s", "-Wl,--gc-sections", "-Wl,-z,relro", "-Wl,-z,now", hidden];
    }
    case "darwin":
      // A dynamic library serves as well as a bundle, which this linker cannot make.
      return [
        "-shared",
        "-s",
        "-undefined",
        "dynamic_lookup",
        "-install_name",
        "@rpath/driveproof.node",
      ];
    case "win32":
      return ["-shared", "-s"];
  }
}

/** @param {string} log */
function warningsIn(log) {
  return log.split("\n").filter((line) => /: warning: /.test(line)).length;
}

/**
 * Runs as many jobs at a time as this machine has processors; results in the order of the jobs.
 * @template Job, Result
 * @param {readonly Job[]} jobs
 * @param {(job: Job) => Promise<Result>} run
 * @returns {Promise<Result[]>}
 */
async function inParallel(jobs, run) {
  /** @type {Result[]} */
  const results = [];
  const rest = jobs.entries();
  const worker = async () => {
    for (const [index, job] of rest) results[index] = await run(job);
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
  return results;
}
