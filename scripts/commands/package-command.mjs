import { readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageApp, unpackedApp } from "../package/package-app.mjs";
import { ownBytes, ownBytesLimit, resourcesOf } from "../package/size.mjs";
import { bytesUnder } from "../setup/directory-size.mjs";
import { projectRoot } from "../setup/paths.mjs";
import { sha256OfFile } from "../setup/stamp.mjs";
import { StepLog } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";

/**
 * `npm run package -- [--dir | --release]`: the packages of this system, into dist/. `--dir` makes
 * only the unpacked app, for the packaged test; `--release` makes nothing that is not signed.
 * @param {string[]} args
 * @returns {Promise<number>} 0 only if our part keeps to its size
 */
export async function main(args) {
  const unknown = args.find((arg) => arg !== "--dir" && arg !== "--release");
  if (unknown) {
    process.stderr.write(`package knows only --dir and --release, not ${unknown}\n`);
    return 2;
  }
  const log = new StepLog();
  await setUp({ needs: ["packages", "app", "electron", "cross-compiler"], log });
  const folderOnly = args.includes("--dir");
  log.begin("package");
  const { trial } = await packageApp({
    folderOnly,
    isRelease: args.includes("--release"),
    progress: (text) => log.progress(text),
  });
  log.done();
  const app = unpackedApp();
  if (!app) throw new Error("electron-builder left no unpacked app behind");
  const { code, addon, licences, own } = ownBytes(resourcesOf(app));
  const packages = packagesIn(path.join(projectRoot, "dist"));
  writeChecksums(packages);
  const lines = [
    "",
    ...packages.map((file) => `dist/${path.basename(file)}: ${megabytes(statSync(file).size)}`),
    `unpacked: ${megabytes(bytesUnder(app))}, of which our part is ${megabytes(own)}`,
    `(code ${megabytes(code)}, engine ${megabytes(addon)}, licences ${megabytes(licences)}; limit ${megabytes(ownBytesLimit)})`,
    ...(trial
      ? [
          "These packages contain the fallback Electron, which is out of support: they are for tests",
          "only, and nobody should be given them. `npm run setup -- --retry-electron` tries to fetch",
          "the declared one.",
        ]
      : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return own <= ownBytesLimit ? 0 : 1;
}

/** @param {string} folder */
function packagesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith("DriveProof-"))
    .map(({ name }) => path.join(folder, name))
    .sort();
}

/**
 * Writes the form that `sha256sum --check` reads.
 * @param {readonly string[]} packages
 */
function writeChecksums(packages) {
  if (packages.length === 0) return;
  const lines = packages.map((file) => `${sha256OfFile(file)}  ${path.basename(file)}\n`);
  const folder = path.dirname(packages[0] ?? "");
  writeFileSync(path.join(folder, `SHA256SUMS-${process.platform}.txt`), lines.join(""));
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
