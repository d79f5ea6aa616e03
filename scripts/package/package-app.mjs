import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { prebuild } from "../prebuild/prebuild.mjs";
import { ownTarget, targets } from "../prebuild/targets.mjs";
import { appUpToDate, buildApp } from "../setup/app-build.mjs";
import { findElectron } from "../setup/electron-runtime.mjs";
import { SetupFailure } from "../setup/failure.mjs";
import { projectRoot, runtimeDirectory } from "../setup/paths.mjs";
import { runOrFail } from "../setup/run-program.mjs";
import { writeLicences } from "./licences.mjs";
import { missingSecrets, signedConfiguration } from "./signing.mjs";

/** electron-builder's names of the systems, as options and as folders of unpacked apps. */
const builderNames = {
  linux: { option: "--linux", unpacked: "linux-unpacked" },
  darwin: { option: "--mac", unpacked: "mac" },
  win32: { option: "--win", unpacked: "win-unpacked" },
};

/**
 * Packages the built app for this system, with all that electron-builder.yml asks for, or only as a
 * folder. If the declared Electron is missing, packages the fallback: a folder and an archive for
 * tests, never for users.
 * @param {{ folderOnly: boolean, isRelease: boolean, progress: (text: string) => void }} options
 * @returns {Promise<{ trial: boolean }>}
 */
export async function packageApp({ folderOnly, isRelease, progress }) {
  const own = ownTarget();
  const electron = findElectron();
  if (!own || !electron) {
    throw new SetupFailure("there is nothing to package for this system", "npm run setup");
  }
  const trial = electron.fallback;
  if (isRelease) refuseRelease(own.os, trial);
  // Removes packages of an earlier version, which would otherwise appear among the checksums.
  if (!folderOnly) rmSync(path.join(projectRoot, "dist"), { recursive: true, force: true });
  const wanted = trial || folderOnly ? [own] : targets.filter(({ os }) => os === own.os);
  for (const target of wanted) {
    progress(`engine for ${target.name}`);
    const { problems } = await prebuild(target);
    if (problems.length > 0) throw new SetupFailure(problems.join("\n"), "npm run prebuild");
  }
  writeLicences(path.join(runtimeDirectory(), "package", "licences"), own);
  progress(
    trial ? "with the fallback Electron, for tests only" : `with Electron ${electron.version}`,
  );
  if (trial) {
    await packageFallback(own, { electron, folderOnly });
  } else {
    if (!appUpToDate(true)) await buildApp({ release: true });
    const options = [
      builderNames[own.os].option,
      ...(folderOnly ? ["--dir", `--${own.arch}`] : []),
    ];
    const configuration = signedConfiguration(builderConfiguration(), {
      os: own.os,
      environment: process.env,
      isRelease,
    });
    await runBuilder(options, configuration);
  }
  return { trial };
}

/**
 * A release must be signed, so what is missing for that is reported before anything is built.
 * @param {NodeJS.Platform} os
 * @param {boolean} trial
 */
function refuseRelease(os, trial) {
  const missing = missingSecrets(os, process.env);
  if (missing.length > 0) {
    throw new SetupFailure(
      `a release for ${os} is signed, and these variables are not set: ${missing.join(", ")}`,
      "set them, or `npm run package` without --release for a trial build",
    );
  }
  if (trial) {
    throw new SetupFailure(
      "a release is made of the declared Electron, which is not here",
      "npm run setup -- --retry-electron",
    );
  }
}

function builderConfiguration() {
  return readFileSync(path.join(projectRoot, "electron-builder.yml"), "utf8");
}

/**
 * electron-builder leaves the unpacked app beside its packages.
 * @returns {string | null}
 */
export function unpackedApp() {
  const { unpacked } = builderNames[/** @type {"linux"} */ (process.platform)];
  const suffixes = process.platform === "darwin" ? ["-universal", "-arm64", ""] : [""];
  const arch = process.arch === "arm64" && process.platform !== "darwin" ? "-arm64" : "";
  const name = unpacked.replace("-unpacked", `${arch}-unpacked`);
  const found = suffixes
    .map((suffix) => path.join(projectRoot, "dist", `${name}${suffix}`))
    .find((folder) => existsSync(folder));
  return found ?? null;
}

/**
 * electron-builder fetches its archivers from a page that could not be reached: the system's `tar`
 * packs the folder.
 * @param {import("../prebuild/targets.mjs").Target} target
 * @param {{ electron: import("../setup/electron-runtime.mjs").ElectronRuntime, folderOnly: boolean }} options
 */
async function packageFallback(target, { electron, folderOnly }) {
  const copy = path.join(runtimeDirectory(), `tmp-package-electron-${process.pid}`);
  // The fallback runs this project through a link, which must not get into a package.
  const link = path.join(path.dirname(electron.executable), "resources", "app");
  cpSync(path.dirname(electron.executable), copy, {
    recursive: true,
    filter: (file) => file !== link,
  });
  // Electron 22 does not have the fuse `grantFileProtocolExtraPrivileges`.
  const configuration = signedConfiguration(builderConfiguration(), {
    os: target.os,
    environment: process.env,
    isRelease: false,
  }).replace(/^ +grantFileProtocolExtraPrivileges:.*\n/m, "");
  try {
    const options = [builderNames[target.os].option, "dir", `--${target.arch}`];
    await runBuilder(
      options,
      `${configuration}
electronDist: ${JSON.stringify(copy)}
electronVersion: ${JSON.stringify(electron.version)}
`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  if (folderOnly) return;
  const { productName, version } = JSON.parse(
    readFileSync(path.join(projectRoot, "package.json"), "utf8"),
  );
  const name = `${productName}-${version}-${target.name}-for-tests-only`;
  const { unpacked } = builderNames[target.os];
  await run(
    "tar",
    [
      ...["-czf", `${name}.tar.gz`, "--owner=0", "--group=0", "--sort=name"],
      ...[`--transform=s,^${unpacked},${name},`, unpacked],
    ],
    path.join(projectRoot, "dist"),
  );
}

/**
 * A temporary file, because electron-builder merges options beside a file with
 * electron-builder.yml.
 * @param {readonly string[]} options
 * @param {string} configuration
 */
async function runBuilder(options, configuration) {
  const file = path.join(runtimeDirectory(), `tmp-package-${process.pid}.yml`);
  writeFileSync(file, configuration);
  const cli = path.join(projectRoot, "node_modules", "electron-builder", "cli.js");
  const args = [cli, ...options, "--config", file, "--publish", "never"];
  try {
    await run(process.execPath, args, projectRoot);
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  const remedy = "see the first error in that file, then `npm run package`";
  const told = { log: "package", failure: "the app could not be packaged", remedy };
  return runOrFail(told, { command, args, cwd });
}
