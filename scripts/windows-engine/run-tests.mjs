// Runs inside Windows: node run-tests.mjs FILE RESULT writes the results of FILE's tests.

import { writeFileSync } from "node:fs";
import { runFile } from "vitest";
import { reasonAgainst } from "../../tests/windows/exceptions.mjs";

const [file, result] = process.argv.slice(2);
// vitest's own channel keeps Node.js alive, too: a test may wait for something that does not.
const alive = setInterval(() => undefined, 1000);
const tests = [];
const underWine = process.env.DRIVEPROOF_WINE !== undefined;
const errors = await runFile(file, {
  tell: (test) => tests.push(test),
  reasonAgainst: (name) => reasonAgainst(name, underWine),
});
writeFileSync(result, JSON.stringify({ tests, errors }));
clearInterval(alive);
