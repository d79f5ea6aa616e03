import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { databaseStamp } from "../setup/database-sources.mjs";
import { homeFolder, runtimeDirectory } from "../setup/paths.mjs";
import { hashSources, readStamp, writeStamp } from "../setup/stamp.mjs";
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

/**
 * @param {string} root
 * @param {Target} target
 */
export function prebuildFile(root, target) {
  return path.join(root, "native", "prebuilds", target.name, "driveproof.node");
}

/**
 * What Windows' terminals start, beside the addon; `null` for the other systems.
 * @param {string} root
 * @param {Target} target
 */
export function launcherFile(root, target) {
  return target.os === "win32"
    ? path.join(root, "native", "prebuilds", target.name, "DriveProof.com")
    : null;
}

/**
 * Builds the addon for a target unless it was built from the very same sources, and checks it.
 * @param {string} root
 * @param {Target} target
 * @returns {Promise<Prebuild>}
 */
export async function prebuild(root, target) {
  const plan = readBuildPlan(root, target);
  const output = prebuildFile(root, target);
  const stamp = path.join(runtimeDirectory(root), "prebuilds", target.name);
  const sources = sourceHash(root, plan);
  const launcher = launcherFile(root, target);
  const files = [output, ...(launcher ? [launcher] : [])];
  const built = () => `${sources} ${files.map(sha256Of).join(" ")}`;
  let warnings = null;
  if (!files.every((file) => existsSync(file)) || readStamp(stamp) !== built()) {
    for (const file of files) rmSync(file, { force: true });
    ({ warnings } = await build({ root, target, plan, output, launcher, cache: zigCache(root) }));
    writeStamp(stamp, built());
  }
  return inspect({ root, target, plan, output, warnings });
}

/**
 * Builds the addon once more, from nothing and elsewhere.
 * @param {string} root
 * @param {Target} target
 * @returns {Promise<string>} SHA-256 of the result
 */
export async function rebuildElsewhere(root, target) {
  const folder = path.join(runtimeDirectory(root), `tmp-prebuild-again-${process.pid}`);
  const output = path.join(folder, "driveproof.node");
  const cache = path.join(folder, "cache");
  try {
    const plan = readBuildPlan(root, target);
    await build({ root, target, plan, output, launcher: null, cache });
    return sha256Of(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} root */
export function zigCache(root) {
  return path.join(runtimeDirectory(root), "zig-cache");
}

/**
 * @param {Omit<Parameters<typeof compileAddon>[0], "scratch"> & { launcher: string | null }} options
 */
async function build({ launcher, ...options }) {
  const { root, target } = options;
  const scratch = path.join(runtimeDirectory(root), `tmp-prebuild-${target.name}-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    const { cache } = options;
    if (launcher) await compileLauncher({ root, target, scratch, cache, output: launcher });
    return await compileAddon({ ...options, scratch });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {{ root: string, target: Target, plan: import("./build-plan.mjs").BuildPlan,
 *   output: string, warnings: number | null }} options
 * @returns {Prebuild}
 */
function inspect({ root, target, plan, output, warnings }) {
  const bytes = readFileSync(output);
  const binary = parseBinary(bytes);
  const launcher = launcherFile(root, target);
  return {
    target,
    file: output,
    sizeBytes: bytes.length,
    sha256: sha256Of(output),
    binary,
    warnings,
    problems: [
      ...problemsOf(binary, {
        target,
        expectedExports: addonExports,
        napiFunctions: napiFunctions(plan.napiVersion),
      }),
      ...databasesMissingIn(bytes).map((name) => `holds no ${name}, whose source is not here`),
      ...foldersIn(root, bytes),
      ...(launcher ? problemsOfLauncher(root, { target, launcher }) : []),
    ],
  };
}

/**
 * @param {string} root
 * @param {{ target: Target, launcher: string }} options
 */
function problemsOfLauncher(root, { target, launcher }) {
  const bytes = readFileSync(launcher);
  const program = parseConsoleProgram(bytes);
  const found = problemsOf(program, { target, expectedExports: [], napiFunctions: [] });
  return [...found, ...foldersIn(root, bytes)].map((problem) => `DriveProof.com ${problem}`);
}

/**
 * @param {string} root
 * @param {Buffer} bytes
 */
function foldersIn(root, bytes) {
  return foldersNamedIn(bytes, [root, realpathSync(root), homeFolder() ?? root]).map(
    (folder) => `names a folder of this machine: ${folder}`,
  );
}

/**
 * Everything the result depends on: flags and sources by the plan, headers and these scripts.
 * @param {string} root
 * @param {import("./build-plan.mjs").BuildPlan} plan
 */
function sourceHash(root, plan) {
  const elsewhere = plan.compilations.map(({ source }) => sha256Of(source));
  const locked = readFileSync(path.join(root, "node_modules", ".package-lock.json"), "utf8");
  const { packages } = JSON.parse(locked);
  const headers = ["node-addon-api", "node-api-headers"].map(
    (name) => packages[`node_modules/${name}`]?.version,
  );
  return hashSources(root, ["native/src", "native/launcher", "scripts/prebuild"], {
    salt: JSON.stringify([plan, elsewhere, databaseStamp(root), headers, zigVersion]),
  });
}

/** @param {string} file */
function sha256Of(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
