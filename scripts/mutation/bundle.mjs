// Stryker runs this in the copy with its mutants: bundles all tests of electron/analysis into
// modules that run without vitest, whose start for each of some thousand mutants would take hours.

import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { withoutVitest } from "../windows-engine/bundle.mjs";

/** @param {string} name */
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const tests = beside("../../tests/unit/analysis");

const homes = readdirSync(path.join(tests, "workloads"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `workloads/${name}`);

/** Folders and files below electron/analysis, each with tests of the same name. */
const folders = ["facts", "verdict", "health", "power-cut", ...homes];
const parts = ["statistics", "confidence", "guarantee", ...folders];

/** @param {string} folder @param {string} ending */
const namesIn = (folder, ending) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => path.join(folder, name));

/** @param {string} part */
const testsOf = (part) =>
  folders.includes(part)
    ? namesIn(path.join(tests, part), ".test.ts")
    : [path.join(tests, `${part}.test.ts`)];

const files = parts.flatMap(testsOf);
const nameOf = (/** @type {string} */ file) => path.relative(tests, file).replace(/\.ts$/, "");
const outDir = "test-results/mutation-tests";

await build({
  root: beside("../.."),
  configFile: false,
  logLevel: "warn",
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: beside("few-examples.mjs") },
      { find: /^the-real-fast-check$/, replacement: "fast-check" },
      ...withoutVitest,
    ],
  },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: "node20",
    outDir,
    minify: false,
    rollupOptions: {
      input: {
        "start-tests": beside("start-tests.mjs"),
        ...Object.fromEntries(files.map((file) => [nameOf(file), file])),
      },
      preserveEntrySignatures: "strict",
      output: { format: "es", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
    },
  },
});
writeFileSync(path.join(beside("../.."), outDir, "files.json"), JSON.stringify(files.map(nameOf)));
