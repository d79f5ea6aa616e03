/**
 * Writes the `registry.ts` of every room in which workloads have a home, from the files of
 * electron/contract/workloads: a file's name is the workload's id. Set-up, builds, tests and type
 * checks call this first, so git keeps no registry and a new workload is known as soon as its file
 * exists; the compiler then names every missing home and part.
 */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const contract = "electron/contract/workloads";

const rooms = [
  contract,
  "electron/analysis/workloads",
  "electron/engine-host/workloads",
  "electron/text/workloads",
  "electron/tables/workloads",
  "renderer/src/workloads",
  "tests/helpers/workloads",
];

/** Files in the folder of each workload that are loaded without its others, by their own registry. */
const parts = [
  { room: "electron/analysis/workloads", part: "plan" },
  { room: "electron/analysis/workloads", part: "estimate" },
  { room: "renderer/src/workloads", part: "choice" },
];

/** @param {string} [root] the project's folder */
export function writeRegistries(root = fileURLToPath(new URL("..", import.meta.url))) {
  // An editor or a file manager may have left files of its own.
  const ids = readdirSync(path.join(root, contract))
    .filter((file) => /^[\w-]+(\.ts)?$/.test(file))
    .map((file) => path.basename(file, ".ts"))
    .filter((name) => name !== "index" && name !== "registry")
    .sort();
  /** @param {string} file @param {string} [part] a file in each home */
  const write = (file, part = "") => {
    const lines = ids.map(
      (id) => `export * as ${nameOf(id)} from "./${id}${part && `/${part}`}";\n`,
    );
    const text = `/** Every workload; written by scripts/generate-registries.mjs. */\n${lines.join("")}`;
    // Leaves an unchanged file alone: a later time of the file would make builds and watchers start
    // anew.
    if (existsSync(file) && readFileSync(file, "utf8") === text) return;
    // Replaced as a whole, because another command may read it at the same time.
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  };
  for (const room of rooms) write(path.join(root, room, "registry.ts"));
  for (const { room, part } of parts) write(path.join(root, room, `${part}-registry.ts`), part);
}

/** @param {string} id */
function nameOf(id) {
  return /^\w+$/.test(id) ? id : JSON.stringify(id);
}
