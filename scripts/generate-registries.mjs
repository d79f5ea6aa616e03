/**
 * Writes the `registry.ts` of every room in which workloads have a home, from the files of
 * electron/contract/workloads: a file's name is the workload's id. Run it after adding or removing
 * a workload; the compiler then names every missing home and part. A unit test fails while a
 * registry differs.
 */
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const contract = "electron/contract/workloads";

export const rooms = [
  contract,
  "electron/analysis/workloads",
  "electron/engine-host/workloads",
  "electron/text/workloads",
  "electron/tables/workloads",
  "renderer/src/workloads",
  "tests/helpers/workloads",
];

/** Rooms in which the folder of each workload also has this file, which is loaded alone. */
export const parts = [
  { room: "electron/analysis/workloads", part: "plan" },
  { room: "electron/analysis/workloads", part: "estimate" },
  { room: "renderer/src/workloads", part: "choice" },
];

/** @param {string} [part] a file in each home, with a registry of its own */
export function registry(part) {
  const ids = readdirSync(path.join(root, contract))
    .map((file) => path.basename(file, ".ts"))
    .filter((name) => name !== "index" && name !== "registry")
    .sort();
  const lines = ids.map(
    (id) => `export * as ${nameOf(id)} from "./${id}${part ? `/${part}` : ""}";\n`,
  );
  return `/** Every workload; written by scripts/generate-registries.mjs. */\n${lines.join("")}`;
}

/** @param {string} id */
function nameOf(id) {
  return /^\w+$/.test(id) ? id : JSON.stringify(id);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const room of rooms) {
    writeFileSync(path.join(root, room, "registry.ts"), registry());
  }
  for (const { room, part } of parts) {
    writeFileSync(path.join(root, room, `${part}-registry.ts`), registry(part));
  }
}
