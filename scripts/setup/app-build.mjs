import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { SetupFailure } from "./failure.mjs";
import { logFile } from "./paths.mjs";
import { lastLines, runProgram } from "./run-program.mjs";
import { hashSources, readStamp, writeStamp } from "./stamp.mjs";

const sources = [
  ...["electron", "renderer", "assets", "electron.vite.config.ts"],
  ...["package.json", "package-lock.json", "tsconfig.base.json"],
];

/** What later commands start. */
const products = ["main/index.cjs", "main/inspect-cli.cjs", "main/engine-host.cjs"];

/** @param {string} root */
function stampFile(root) {
  return path.join(root, "out", "driveproof-stamp");
}

/**
 * @param {string} root
 * @param {boolean} release
 */
function sourceHash(root, release) {
  // Of native/ the app takes only the typed façade.
  const facade = readdirSync(path.join(root, "native")).filter((name) => name.endsWith(".ts"));
  const all = [...sources, ...facade.map((name) => path.join("native", name))];
  return hashSources(root, all, { salt: release ? "release" : "" });
}

/**
 * Whether the built app is there and was built from the sources as they are.
 * @param {string} root
 * @param {boolean} [release]
 */
export function appUpToDate(root, release = false) {
  return (
    products.every((file) => existsSync(path.join(root, "out", file))) &&
    readStamp(stampFile(root)) === sourceHash(root, release)
  );
}

/**
 * @param {string} root
 * @returns {import("./steps.mjs").Step}
 */
export function appStep(root) {
  return {
    name: "app",
    requires: ["packages"],
    upToDate: () => (appUpToDate(root) ? "already built" : null),
    async run() {
      await buildApp(root);
      return undefined;
    },
  };
}

/**
 * Builds the app, for every runtime of development or, as a release, for the declared Electron alone.
 * @param {string} root
 * @param {{ release?: boolean }} [options]
 */
export async function buildApp(root, { release = false } = {}) {
  const hash = sourceHash(root, release);
  const log = logFile(root, "app");
  rmSync(stampFile(root), { force: true });
  // Vite chooses the mode; a NODE_ENV of the person's own would build a development React.
  const { NODE_ENV: _, ...env } = process.env;
  const ended = await runProgram({
    command: process.execPath,
    args: [path.join(root, "node_modules", "electron-vite", "bin", "electron-vite.js"), "build"],
    cwd: root,
    env: { ...env, DRIVEPROOF_BUILD: release ? "release" : "" },
    logFile: log,
  });
  if (!ended.ok) {
    throw new SetupFailure(
      `the app could not be built (${ended.problem}); the end of ${path.relative(root, log)}:\n${lastLines(log, 30)}`,
      "see the first error there, then `npm run setup`",
    );
  }
  writeStamp(stampFile(root), hash);
}
