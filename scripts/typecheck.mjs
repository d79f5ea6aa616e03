// Checks every runtime's sources against the libraries of that runtime only. Unchanged projects are
// not checked again.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writeRegistries } from "./generate-registries.mjs";

writeRegistries();

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = path.join(path.dirname(require.resolve("typescript/package.json")), "bin", "tsc");
// The longest check comes first: all shorter checks run beside it.
const waiting = [
  ["tests", "tsconfig.tests.json"],
  ["node", "tsconfig.node.json"],
  ["renderer", "tsconfig.renderer.json"],
  ["pure", "tsconfig.pure.json"],
  ["preload", "tsconfig.preload.json"],
  ["witness-page", "tsconfig.witness-page.json"],
  ["scripts", path.join("scripts", "tsconfig.json")],
].values();
let failed = false;

async function checkNext() {
  for (const [name = "", config = ""] of waiting) {
    // Several checkers in one compiler repeat each other's work; here each project has its own
    // compiler.
    const known = path.join("node_modules", ".cache", "typecheck", `${name}.tsbuildinfo`);
    const kept = ["--incremental", "--tsBuildInfoFile", known];
    const args = [compiler, "-p", config, "--checkers", "1", ...kept];
    try {
      await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 });
      console.log(`typecheck ${name}: ok`);
    } catch (error) {
      failed = true;
      const { stdout, stderr } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
      console.log(`${stdout ?? ""}${stderr ?? error}typecheck ${name}: failed`);
    }
  }
}

await Promise.all(Array.from({ length: os.availableParallelism() }, checkNext));
process.exit(failed ? 1 : 0);
