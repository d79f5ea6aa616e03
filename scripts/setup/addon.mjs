import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { prebuild } from "../prebuild/prebuild.mjs";
import { ownTarget } from "../prebuild/targets.mjs";
import { zigStep, zigVersion } from "../prebuild/zig.mjs";
import { hasCompiler } from "./compiler.mjs";
import { databaseStamp } from "./database-sources.mjs";
import { SetupFailure } from "./failure.mjs";
import { headerArguments } from "./node-headers.mjs";
import { projectRoot } from "./paths.mjs";
import { runOrFail } from "./run-program.mjs";
import { hashSources, readStamp, writeStamp } from "./stamp.mjs";

function stampFile() {
  return path.join(projectRoot, "native", "build", "driveproof-stamp");
}

function sourceHash() {
  const manifest = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  const header = path.join(projectRoot, "node_modules", "node-addon-api", "package.json");
  const headerVersion = existsSync(header) ? JSON.parse(readFileSync(header, "utf8")).version : "";
  const buildFiles = readdirSync(path.join(projectRoot, "native")).filter((name) =>
    /\.gypi?$/.test(name),
  );
  const entries = ["src", ...buildFiles].map((name) => path.join("native", name));
  return hashSources(entries, {
    // Node-API is stable across versions of Node, so Node's version is left out.
    salt: [
      ...[process.platform, process.arch, manifest.version, headerVersion],
      databaseStamp(),
    ].join(" "),
  });
}

/** Whether the addon exists and was built from the present sources. */
export function addonUpToDate() {
  const release = path.join(projectRoot, "native", "build", "Release");
  return (
    existsSync(release) &&
    readdirSync(release).some((name) => name.endsWith(".node")) &&
    readStamp(stampFile()) === sourceHash()
  );
}

/** @returns {import("./steps.mjs").Step} */
export function addonStep() {
  return {
    name: "engine (C++)",
    requires: ["packages"],
    upToDate: () => (addonUpToDate() ? "already built" : null),
    async run(progress) {
      // Hashes before compiling, so that a source edited meanwhile is compiled again next time.
      const hash = sourceHash();
      const remark = hasCompiler() ? await compileHere(progress) : await buildWithZig(progress);
      writeStamp(stampFile(), hash);
      return remark;
    },
  };
}

/**
 * @param {(text: string) => void} progress
 * @returns {Promise<undefined>}
 */
async function compileHere(progress) {
  const nodeGyp = path.join(projectRoot, "node_modules", "node-gyp", "bin", "node-gyp.js");
  const headers = await headerArguments(nodeGyp, progress);
  if (!headers) {
    throw new SetupFailure(
      "the headers of Node.js are neither beside this Node nor can they be fetched",
      "install a Node.js that brings its headers (the archive from https://nodejs.org does), then `npm run setup`",
    );
  }
  const options = ["--directory", "native", "--jobs=max", "--loglevel=error"];
  const remedy = "see the first error in that file, then `npm run setup`";
  await runOrFail(
    { log: "addon", failure: "the engine could not be compiled", remedy },
    {
      command: process.execPath,
      args: [nodeGyp, "rebuild", ...options, ...headers],
      cwd: projectRoot,
    },
  );
  return undefined;
}

/**
 * This machine has no compiler: builds with one that is fetched, as for other systems.
 * @param {(text: string) => void} progress
 * @returns {Promise<string>}
 */
async function buildWithZig(progress) {
  const target = ownTarget();
  if (target === null) {
    throw new SetupFailure(
      `building the engine for ${process.platform} on ${process.arch} needs a C++ compiler`,
      "install one, with make and Python 3, then `npm run setup`",
    );
  }
  const zig = zigStep();
  if (zig.upToDate() === null) await zig.run(progress);
  progress(`no compiler here, building with zig ${zigVersion}`);
  const { file, problems } = await prebuild(target);
  if (problems.length > 0) {
    throw new SetupFailure(
      `the engine that zig built is not right:\n${problems.join("\n")}`,
      "install a C++ compiler, with make and Python 3, then `npm run setup`",
    );
  }
  const release = path.join(projectRoot, "native", "build", "Release");
  mkdirSync(release, { recursive: true });
  copyFileSync(file, path.join(release, path.basename(file)));
  return `with zig ${zigVersion}`;
}
