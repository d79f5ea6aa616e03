import { uptime } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { engine } from "../helpers/native-engine";

/** Since the computer started, by the clock that goes on while it sleeps less the one that does not. */
const sleptBySystem = () => uptime() - Number(process.hrtime.bigint()) / 1e9;

it("sleptNs() is at least 0 and does not grow while the computer is awake", async () => {
  const before = engine.sleptNs();
  await sleep(300);
  const after = engine.sleptNs();
  expect(before).toBeGreaterThanOrEqual(0);
  // A round that was slept through differs by at least that (readings/sleep.ts).
  expect(Math.abs((after ?? Number.NaN) - (before ?? Number.NaN))).toBeLessThan(100e6);
});

it.skipIf(process.platform !== "linux")(
  "sleptNs() equals the uptime minus the monotonic clock on Linux",
  () => {
    // uptime() has hundredths of a second.
    expect((engine.sleptNs() ?? Number.NaN) / 1e9).toBeCloseTo(sleptBySystem(), 0);
  },
);
