/**
 * Writes assets/report.schema.json from the contract. Run it after every change of
 * electron/contract/report.ts; a unit test fails while the two differ.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { z } from "zod";
import { writeRegistries } from "./generate-registries.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = fileURLToPath(new URL("../assets/report.schema.json", import.meta.url));

writeRegistries();
const { module } = await runnerImport(`${root}/electron/contract/report.ts`, {
  configFile: false,
  root,
});
// The schema for reading: a report of a later version may have fields that this one does not know.
const schema = z.toJSONSchema(module.reportSchema, { io: "input" });
writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);

const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
execFileSync(process.execPath, [biome, "format", "--write", file], { cwd: root, stdio: "inherit" });
