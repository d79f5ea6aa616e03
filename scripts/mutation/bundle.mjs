// Run by Stryker in the copy it has put its mutants into: all tests of what judges as one program,
// because a start of vitest for each of some thousand mutants would take hours.

import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** @param {string} name */
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const tests = beside("../../tests/unit/analysis");

/** Folders and files below electron/analysis, each with tests of the same name. */
const parts = ["statistics", "confidence", "guarantee", "verdict", "power-cut"];

/** @param {string} folder @param {string} ending */
const namesIn = (folder, ending) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => path.join(folder, name));

/** @param {string} part */
const testsOf = (part) =>
  ["verdict", "power-cut"].includes(part)
    ? namesIn(path.join(tests, part), ".test.ts")
    : [path.join(tests, `${part}.test.ts`)];

const files = parts.flatMap(testsOf);

// The pieces that vitest itself uses, wherever npm has put them.
const vitests = createRequire(createRequire(import.meta.url).resolve("vitest/package.json"));
const tested = "\0tests-of-what-judges";

await build({
  root: beside("../.."),
  configFile: false,
  logLevel: "warn",
  plugins: [
    {
      name: "tests-of-what-judges",
      resolveId: (id) => (id === "tests-of-what-judges" ? tested : null),
      load: (id) =>
        id === tested
          ? `export default {${files
              .map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(file)})`)
              .join(",")}};`
          : null,
    },
  ],
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: beside("few-examples.mjs") },
      { find: /^the-real-fast-check$/, replacement: "fast-check" },
      { find: /^vitest$/, replacement: beside("../windows-engine/mini-vitest.mjs") },
      ...["expect", "runner"].map((name) => ({
        find: new RegExp(`^@vitest/${name}$`),
        replacement: vitests.resolve(`@vitest/${name}`),
      })),
    ],
  },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: "node20",
    outDir: "test-results/mutation-tests",
    minify: false,
    rollupOptions: {
      input: { "run-tests": beside("run-tests.mjs") },
      output: { format: "es", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
    },
  },
});
