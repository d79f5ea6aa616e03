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

/** Small files first: most mutants are dead before the large ones come. */
const files = [
  ...["statistics", "confidence", "guarantee"].map((name) => path.join(tests, `${name}.test.ts`)),
  ...["verdict", "power-cut"].flatMap((folder) =>
    readdirSync(path.join(tests, folder))
      .filter((name) => name.endsWith(".test.ts"))
      .sort()
      .map((name) => path.join(tests, folder, name)),
  ),
];

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
