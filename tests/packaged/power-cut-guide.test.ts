import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { flushModesOf, operatingSystemOf } from "#contract/flush-mode";
import type { PowerCutGuide } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import { skipped } from "../helpers/native-engine";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";
import { ask, openPackagedWindow, type PackagedWindow } from "./packaged-window";

async function guideWith<T>(
  window: PackagedWindow,
  pick: (guide: PowerCutGuide) => T | null | undefined | false,
): Promise<T> {
  let found: T | null | undefined | false = null;
  await expect
    .poll(
      async () => {
        const guide = await ask(window, "powerCutGuide");
        found = guide && pick(guide);
        return Boolean(found);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return found as T;
}

/**
 * The witness is the phone's page, because a test cannot make a second drive that is not in memory.
 */
async function meetWitness(window: PackagedWindow, volumeId: string, address: string) {
  await ask(window, "openPowerCutTest", {
    volumeId,
    modes: modes.map((mode) => ({ mode, label: mode })),
    witness: { kind: "page", address },
  });
  const url = await guideWith(window, ({ witness }) => witness.phase === "ready" && witness.url);
  expect(await (await fetch(url)).text()).toMatch(/<script[\s>]/);
}

const modes = flushModesOf(operatingSystemOf(process.platform)).slice(0, 2);

describe("the plug test of the packaged program", () => {
  it("connects to its witness, writes until stopped, and leaves no file behind once discarded", async (context) => {
    const problem = loopVolumeProblem("ext4");
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    const data = mkdtempSync(path.join(os.tmpdir(), "driveproof-packaged-test-"));
    try {
      await withLoopVolume("ext4", 1024, async ({ mountPoint: tested }) => {
        const window = await openPackagedWindow(data);
        try {
          await expect
            .poll(() => window.evaluate("document.body.innerText"), { timeout: 30_000 })
            .toContain("Choose a folder");
          const volumes = await ask(window, "listVolumes");
          const id = volumes.find(({ mountPoint }) => mountPoint === tested)?.id ?? "";
          const [page] = (await ask(window, "offerWitnesses", id)).addresses;
          if (page === undefined) {
            context.skip(skipped("this computer has no address that a phone could open"));
            return;
          }
          await meetWitness(window, id, page.address);

          await ask(window, "preparePowerCutTest");
          expect(readdirSync(tested)).toContain(powerCutFolderName);
          await ask(window, "beginPowerCutTest");
          await guideWith(
            window,
            ({ acknowledged }) =>
              acknowledged.length === modes.length &&
              acknowledged.every(({ number }) => number > 10),
          );
          await ask(window, "stopPowerCutTest");
          expect(await ask(window, "discardPowerCutTest")).toBe(true);
          expect(readdirSync(tested)).toEqual(["lost+found"]);
        } finally {
          await window.close();
        }
      });
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});
