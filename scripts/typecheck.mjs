// Checks every runtime's sources against the libraries that runtime has, and no others.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = path.join(path.dirname(require.resolve("typescript/package.json")), "bin", "tsc");
const projects = ["pure", "node", "preload", "renderer", "witness-page", "tests"].map((name) => ({
  name,
  config: `tsconfig.${name}.json`,
}));
projects.push({ name: "scripts", config: path.join("scripts", "tsconfig.json") });
let failed = false;
for (const { name, config } of projects) {
  const run = spawnSync(process.execPath, [compiler, "-p", config], {
    cwd: root,
    stdio: "inherit",
  });
  console.log(`typecheck ${name}: ${run.status === 0 ? "ok" : "failed"}`);
  failed ||= run.status !== 0;
}
process.exit(failed ? 1 : 0);
