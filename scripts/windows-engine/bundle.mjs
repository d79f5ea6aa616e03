import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { projectRoot } from "../setup/paths.mjs";

/** @param {string} name */
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

const vitest = createRequire(createRequire(import.meta.url).resolve("vitest/package.json"));

/** For vite: the tests use vitest's own parts, wherever npm has put them, without its server. */
export const withoutVitest = [
  { find: /^vitest$/, replacement: beside("mini-vitest.mjs") },
  ...["@vitest/expect", "@vitest/runner"].map((name) => ({
    find: new RegExp(`^${name}$`),
    replacement: vitest.resolve(name),
  })),
];

/**
 * Bundles test files into plain modules that a Node.js without packages can run. They lie two
 * folders below the program's, as the sources do below the project's.
 * @param {{ folders: readonly string[], output: string }} options
 * @returns {Promise<string[]>} names of the test files' modules, without the ending
 */
export async function bundleTests({ folders, output }) {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => path.join(projectRoot, folder, name)),
  );
  /** @param {string} file */
  const nameOf = (file) =>
    `${path.basename(path.dirname(file))}-${path.basename(file, ".test.ts")}`;
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: "warn",
    resolve: {
      alias: withoutVitest,
    },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: "node22",
      outDir: output,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input: {
          "run-tests": beside("run-tests.mjs"),
          ...Object.fromEntries(files.map((file) => [nameOf(file), file])),
        },
        output: {
          format: "es",
          entryFileNames: "[name].mjs",
          chunkFileNames: "[name].mjs",
          // vitest defines __dirname for modules; Node.js does not.
          banner: "const __dirname = import.meta.dirname;",
        },
      },
    },
  });
  return files.map(nameOf);
}
