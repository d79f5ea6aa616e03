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

/** @param {string} root */
function sourceHash(root) {
  // Of native/ the app takes only the typed façade.
  const facade = readdirSync(path.join(root, "native")).filter((name) => name.endsWith(".ts"));
  return hashSources(root, [...sources, ...facade.map((name) => path.join("native", name))]);
}

/**
 * Whether the built app is there and was built from the sources as they are.
 * @param {string} root
 */
export function appUpToDate(root) {
  return (
    products.every((file) => existsSync(path.join(root, "out", file))) &&
    readStamp(stampFile(root)) === sourceHash(root)
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
      const hash = sourceHash(root);
      const log = logFile(root, "app");
      rmSync(stampFile(root), { force: true });
      // Vite chooses the mode; a NODE_ENV of the person's own would build a development React.
      const { NODE_ENV: _, ...env } = process.env;
      const ended = await runProgram({
        command: process.execPath,
        args: [
          path.join(root, "node_modules", "electron-vite", "bin", "electron-vite.js"),
          "build",
        ],
        cwd: root,
        env,
        logFile: log,
      });
      if (!ended.ok) {
        throw new SetupFailure(
          `the app could not be built (${ended.problem}); the end of ${path.relative(root, log)}:\n${lastLines(log, 30)}`,
          "see the first error there, then `npm run setup`",
        );
      }
      writeStamp(stampFile(root), hash);
      return undefined;
    },
  };
}
