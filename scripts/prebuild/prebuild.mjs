import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { databaseStamp } from "../setup/database-sources.mjs";
import { homeFolder, projectRoot, runtimeDirectory } from "../setup/paths.mjs";
import { hashSources, readStamp, sha256OfFile, writeStamp } from "../setup/stamp.mjs";
import { readBuildPlan } from "./build-plan.mjs";
import { databasesMissingIn, foldersNamedIn, parseBinary, problemsOf } from "./checks.mjs";
import { addonExports, compileAddon, compileLauncher } from "./compile.mjs";
import { napiFunctions } from "./host-imports.mjs";
import { parseConsoleProgram } from "./pe.mjs";
import { zigVersion } from "./zig.mjs";

/** @typedef {import("./targets.mjs").Target} Target */

/**
 * A finished prebuild.
 * @typedef {object} Prebuild
 * @property {Target} target
 * @property {string} file
 * @property {number} sizeBytes
 * @property {string} sha256
 * @property {import("./checks.mjs").Binary} binary
 * @property {number | null} warnings of our sources; null: not compiled this time
 * @property {string[]} problems failed checks
 */

/** @param {Target} target */
export function prebuildFile(target) {
  return path.join(projectRoot, "native", "prebuilds", target.name, "driveproof.node");
}

/**
 * Path of the launcher beside the addon, which Windows' terminals start; `null` for Linux and
 * macOS.
 * @param {Target} target
 */
export function launcherFile(target) {
  return target.os === "win32"
    ? path.join(projectRoot, "native", "prebuilds", target.name, "DriveProof.com")
    : null;
}

/**
 * Builds and checks the addon for a target, unless it was built from exactly the same sources.
 * @param {Target} target
 * @returns {Promise<Prebuild>}
 */
export async function prebuild(target) {
  const plan = readBuildPlan(target);
  const output = prebuildFile(target);
  const stamp = path.join(runtimeDirectory(), "prebuilds", target.name);
  const sources = sourceHash(plan);
  const launcher = launcherFile(target);
  const files = [output, ...(launcher ? [launcher] : [])];
  const built = () => `${sources} ${files.map(sha256OfFile).join(" ")}`;
  let warnings = null;
  if (!files.every((file) => existsSync(file)) || readStamp(stamp) !== built()) {
    for (const file of files) rmSync(file, { force: true });
    ({ warnings } = await build({ target, plan, output, launcher, cache: zigCache() }));
    writeStamp(stamp, built());
  }
  return inspect({ target, plan, output, warnings });
}

/**
 * Builds the addon once more, from nothing and in another folder.
 * @param {Target} target
 * @returns {Promise<string>} SHA-256 of the result
 */
export async function rebuildElsewhere(target) {
  const folder = path.join(runtimeDirectory(), `tmp-prebuild-again-${process.pid}`);
  const output = path.join(folder, "driveproof.node");
  const cache = path.join(folder, "cache");
  try {
    const plan = readBuildPlan(target);
    await build({ target, plan, output, launcher: null, cache });
    return sha256OfFile(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function zigCache() {
  return path.join(runtimeDirectory(), "zig-cache");
}

/**
 * @param {Omit<Parameters<typeof compileAddon>[0], "scratch"> & { launcher: string | null }} options
 */
async function build({ launcher, ...options }) {
  const { target } = options;
  const scratch = path.join(runtimeDirectory(), `tmp-prebuild-${target.name}-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    const { cache } = options;
    if (launcher) await compileLauncher({ target, scratch, cache, output: launcher });
    return await compileAddon({ ...options, scratch });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {{ target: Target, plan: import("./build-plan.mjs").BuildPlan,
 *   output: string, warnings: number | null }} options
 * @returns {Prebuild}
 */
function inspect({ target, plan, output, warnings }) {
  const bytes = readFileSync(output);
  const binary = parseBinary(bytes);
  const launcher = launcherFile(target);
  return {
    target,
    file: output,
    sizeBytes: bytes.length,
    sha256: sha256OfFile(output),
    binary,
    warnings,
    problems: [
      ...problemsOf(binary, {
        target,
        expectedExports: addonExports,
        napiFunctions: napiFunctions(plan.napiVersion),
      }),
      ...databasesMissingIn(bytes).map((name) => `holds no ${name}, whose source is not here`),
      ...foldersIn(bytes),
      ...(launcher ? problemsOfLauncher({ target, launcher }) : []),
    ],
  };
}

/** @param {{ target: Target, launcher: string }} options */
function problemsOfLauncher({ target, launcher }) {
  const bytes = readFileSync(launcher);
  const program = parseConsoleProgram(bytes);
  const found = problemsOf(program, { target, expectedExports: [], napiFunctions: [] });
  return [...found, ...foldersIn(bytes)].map((problem) => `DriveProof.com ${problem}`);
}

/** @param {Buffer} bytes */
function foldersIn(bytes) {
  return foldersNamedIn(bytes, [
    projectRoot,
    realpathSync(projectRoot),
    homeFolder() ?? projectRoot,
  ]).map((folder) => `names a folder of this machine: ${folder}`);
}

/**
 * Hash of everything that the result depends on: flags, sources and headers of the plan, the
 * compiler, and the scripts of this folder.
 * @param {import("./build-plan.mjs").BuildPlan} plan
 */
function sourceHash(plan) {
  const elsewhere = plan.compilations.map(({ source }) => sha256OfFile(source));
  const locked = readFileSync(path.join(projectRoot, "node_modules", ".package-lock.json"), "utf8");
  const { packages } = JSON.parse(locked);
  const headers = ["node-addon-api", "node-api-headers"].map(
    (name) => packages[`node_modules/${name}`]?.version,
  );
  return hashSources(["native/src", "native/launcher", "scripts/prebuild"], {
    salt: JSON.stringify([plan, elsewhere, databaseStamp(), headers, zigVersion]),
  });
}
