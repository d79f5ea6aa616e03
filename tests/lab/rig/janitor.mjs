// Outlives the tests: `node janitor.mjs FOLDER`. Standard input is a pipe from the test process and
// ends with it, however it ends; then everything in the folder is taken apart.
import { existsSync } from "node:fs";
import { sweep } from "./sweep.mjs";

const [, , folder = ""] = process.argv;
process.stdin.resume().on("end", () => {
  if (existsSync(folder)) {
    sweep(folder).catch((error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    });
  }
});
