import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./paths.mjs";
import { runOrFail } from "./run-program.mjs";
import { hashSources, readStamp, writeStamp } from "./stamp.mjs";

const sources = [
  ...["electron", "renderer", "assets", "electron.vite.config.ts"],
  ...["package.json", "package-lock.json", "tsconfig.base.json"],
];

/** Built files that later commands start. */
const products = ["main/index.cjs", "main/inspect-cli.cjs", "main/engine-host.cjs"];

function stampFile() {
  return path.join(projectRoot, "out", "driveproof-stamp");
}

/** @param {boolean} release */
function sourceHash(release) {
  // The app takes only the typed interface of native/.
  const facade = readdirSync(path.join(projectRoot, "native")).filter((name) =>
    name.endsWith(".ts"),
  );
  const all = [...sources, ...facade.map((name) => path.join("native", name))];
  return hashSources(all, { salt: release ? "release" : "" });
}

/**
 * Whether the built app exists and was built from the present sources.
 * @param {boolean} [release]
 */
export function appUpToDate(release = false) {
  return (
    products.every((file) => existsSync(path.join(projectRoot, "out", file))) &&
    readStamp(stampFile()) === sourceHash(release)
  );
}

/** @returns {import("./steps.mjs").Step} */
export function appStep() {
  return {
    name: "app",
    requires: ["packages"],
    upToDate: () => (appUpToDate() ? "already built" : null),
    async run() {
      await buildApp();
      return undefined;
    },
  };
}

/**
 * Builds the app for every runtime of development or, as a release, for the declared Electron
 * alone.
 * @param {{ release?: boolean }} [options]
 */
export async function buildApp({ release = false } = {}) {
  const hash = sourceHash(release);
  rmSync(stampFile(), { force: true });
  // Vite chooses the mode; the person's NODE_ENV would build a development React.
  const { NODE_ENV: _, ...env } = process.env;
  const cli = path.join(projectRoot, "node_modules", "electron-vite", "bin", "electron-vite.js");
  const remedy = "see the first error in that file, then `npm run setup`";
  await runOrFail(
    { log: "app", failure: "the app could not be built", remedy },
    {
      command: process.execPath,
      args: [cli, "build"],
      cwd: projectRoot,
      env: { ...env, DRIVEPROOF_BUILD: release ? "release" : "" },
    },
  );
  writeStamp(stampFile(), hash);
}
