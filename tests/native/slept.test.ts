import { spawnSync } from "node:child_process";
import { uptime } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { addonFile, engine, skipped } from "../helpers/native-engine";

/** Seconds asleep since boot: the clock that includes sleep minus the clock that excludes it. */
const sleptBySystem = () => uptime() - Number(process.hrtime.bigint()) / 1e9;

it("sleptNs() is at least 0 and changes by less than 100 ms while the computer is awake", async () => {
  const before = engine.sleptNs();
  await sleep(300);
  const after = engine.sleptNs();
  expect(before).toBeGreaterThanOrEqual(0);
  // readings/standstill.ts reports sleep from a growth of 100 ms on.
  expect(Math.abs((after ?? Number.NaN) - (before ?? Number.NaN))).toBeLessThan(100e6);
});

it.skipIf(process.platform !== "linux")(
  "sleptNs() equals the uptime minus the monotonic clock on Linux",
  () => {
    // The precision of uptime() is 10 ms.
    expect((engine.sleptNs() ?? Number.NaN) / 1e9).toBeCloseTo(sleptBySystem(), 0);
  },
);

it.skipIf(process.platform !== "linux")(
  "sleptNs() includes a time namespace's offset of CLOCK_BOOTTIME from CLOCK_MONOTONIC on Linux",
  ({ skip }) => {
    // A time namespace can set the clock that includes sleep an hour ahead, as after an hour of
    // sleep.
    const inNamespace = ["--time", "--boottime", "3600"];
    if (spawnSync("unshare", [...inNamespace, "true"]).status !== 0) {
      skip(skipped("only root may make a time namespace"));
    }
    const script = "process.stdout.write(String(require(process.argv[1]).sleptNs()))";
    const asleep = [...inNamespace, process.execPath, "-e", script, addonFile];
    const { stdout, stderr } = spawnSync("unshare", asleep, { encoding: "utf8" });
    expect(stderr).toBe("");
    expect((Number(stdout) - (engine.sleptNs() ?? Number.NaN)) / 1e9).toBeCloseTo(3600, 0);
  },
);
