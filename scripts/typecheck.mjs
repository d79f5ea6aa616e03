// Checks every runtime's sources against the libraries that runtime has, and no others.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(import.meta.url);
const compiler = path.join(path.dirname(require.resolve("typescript/package.json")), "bin", "tsc");
const projects = ["pure", "node", "preload", "renderer", "tests"];
let failed = false;
for (const project of projects) {
  const run = spawnSync(process.execPath, [compiler, "-p", `tsconfig.${project}.json`], {
    stdio: "inherit",
  });
  console.log(`typecheck ${project}: ${run.status === 0 ? "ok" : "failed"}`);
  failed ||= run.status !== 0;
}
process.exit(failed ? 1 : 0);
