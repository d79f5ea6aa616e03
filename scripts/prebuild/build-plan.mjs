import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { SetupFailure } from "../setup/failure.mjs";
import { projectRoot } from "../setup/paths.mjs";

/**
 * One source file and the flags that binding.gyp gives it; paths are absolute.
 * @typedef {{ source: string, flags: string[] }} Compilation
 *
 * @typedef {{ compilations: Compilation[], libraries: string[], napiVersion: string }} BuildPlan
 *
 * The part of gyp's evaluated target that matters here; paths are relative to native/.
 * @typedef {{ sources?: string[], libraries?: string[], configurations: { Release?: GypSettings } }} GypTarget
 * @typedef {{ include_dirs?: string[], defines?: string[], cflags?: string[], cflags_c?: string[],
 *   cflags_cc?: string[] }} GypSettings
 */

/** gyp's names of the systems. */
const flavours = { linux: "linux", darwin: "mac", win32: "win" };

/**
 * Has gyp evaluate native/binding.gyp for a target.
 * @param {import("./targets.mjs").Target} target
 * @returns {BuildPlan}
 */
export function readBuildPlan(target, root = projectRoot) {
  const native = path.join(root, "native");
  /** @param {string} name */
  const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
  // gyp misreads what follows a hyphen in a generator's path, so the folders above, which may have
  // one, are left out.
  const generator = beside("gyp_json.py");
  const args = [
    path.join(root, "node_modules", "node-gyp", "gyp", "gyp_main.py"),
    path.join(native, "binding.gyp"),
    ...["-f", path.basename(generator), "-I", beside("defaults.gypi")],
    ...["-D", `OS=${flavours[target.os]}`, "-D", `target_arch=${target.arch}`],
    ...["-D", `module_root_dir=${native}`, `--depth=${native}`, `--toplevel-dir=${native}`],
  ];
  const problems = [];
  // If `python3` fails, tries `python`: Windows has a `python3` that only offers to install Python.
  for (const python of ["python3", "python"]) {
    const { status, stdout, stderr, error } = spawnSync(python, args, {
      cwd: path.dirname(generator),
      encoding: "utf8",
    });
    if (status === 0) return planOf(JSON.parse(stdout), native);
    problems.push(
      `${python}: ${error?.message ?? stderr.trimEnd().split("\n").slice(-5).join("\n")}`,
    );
  }
  throw new SetupFailure(
    `native/binding.gyp could not be evaluated, which needs Python 3:\n${problems.join("\n")}`,
    "see the error above, then try again",
  );
}

/**
 * Static libraries of binding.gyp are linked in as what they are: more objects.
 * @param {readonly GypTarget[]} gypTargets
 * @param {string} native folder that the paths are relative to
 * @returns {BuildPlan}
 */
export function planOf(gypTargets, native) {
  /** @type {BuildPlan} */
  const plan = { compilations: [], libraries: [], napiVersion: "" };
  for (const { sources = [], libraries = [], configurations } of gypTargets) {
    const settings = configurations.Release ?? {};
    const defines = settings.defines ?? [];
    plan.napiVersion ||=
      defines.map((define) => /^NAPI_VERSION=(\d+)$/.exec(define)?.[1]).find(Boolean) ?? "";
    const common = [
      ...defines.map((define) => `-D${define}`),
      ...(settings.include_dirs ?? []).map((folder) => `-I${path.resolve(native, folder)}`),
      ...(settings.cflags ?? []),
    ];
    for (const file of sources) {
      const source = path.resolve(native, file);
      const language = path.extname(file) === ".c" ? settings.cflags_c : settings.cflags_cc;
      // gyp also lists headers among the sources.
      if (!/\.(c|cc|cpp)$/.test(file)) continue;
      plan.compilations.push({ source, flags: [...common, ...(language ?? [])] });
    }
    for (const library of libraries) {
      plan.libraries.push(library.replace(/^(?:-l)?(.+?)(?:\.lib)?$/, "-l$1"));
    }
  }
  return plan;
}
