import { expect, it } from "vitest";
import { attackMain, attackTable, expectUnharmed } from "../helpers/hostile/attack";
import { openRealApp } from "../helpers/real-app";

/** Few calls, to be quick; `npm test -- hostile` sends a hundred thousand. */
it("the main process survives three thousand hostile calls to all its methods", async () => {
  const real = await openRealApp();
  try {
    const result = await attackMain(real, 3000);
    console.info(attackTable(result));
    await expectUnharmed(real, result);
  } finally {
    await real.close();
  }
});

it("a text of 150 MB is refused as too large, and the memory of the main process grows by less than 50 MB", async () => {
  const real = await openRealApp();
  try {
    const before = await memoryOf();
    const refusal = await real.page.evaluate(() =>
      window.driveproof.openReport("f".repeat(150e6)).then(
        () => "answered",
        (error: Error) => error.message,
      ),
    );
    expect(refusal).toContain("too large");
    expect((await memoryOf()) - before).toBeLessThan(50e6);
  } finally {
    await real.close();
  }

  /** The peak memory use of the main process so far, in bytes. */
  function memoryOf(): Promise<number> {
    return real.app.evaluate(() => 1024 * process.resourceUsage().maxRSS);
  }
});
