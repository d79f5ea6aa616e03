import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { it } from "vitest";
import { attackMain, attackTable, expectUnharmed } from "../helpers/hostile/attack";
import { openRealApp } from "../helpers/real-app";

/** The seed determines the calls; `DRIVEPROOF_SEED=7 npm test -- hostile` makes other calls. */
const seed = Number(process.env.DRIVEPROOF_SEED ?? 1);

it("the main process survives a hundred thousand hostile calls to all its methods", async () => {
  const real = await openRealApp();
  try {
    await real.page.getByRole("heading", { level: 1 }).waitFor();
    const result = await attackMain(real, 100_000, seed);
    const table = attackTable(result);
    console.info(table);
    const results = path.resolve(__dirname, "../../test-results");
    mkdirSync(results, { recursive: true });
    writeFileSync(path.join(results, "hostile-calls.txt"), `${table}\n`);
    await expectUnharmed(real, result);
  } finally {
    await real.close();
  }
});
