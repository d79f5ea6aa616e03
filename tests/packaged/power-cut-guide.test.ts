import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { flushModesOf, operatingSystemOf } from "#contract/flush-mode";
import type { CallName } from "#contract/ipc-names";
import type { CallArguments, CallValue, Result } from "#contract/ipc-schema";
import type { PowerCutGuide } from "#contract/power-cut-guide";
import { powerCutFolderName } from "#contract/power-cut-plan";
import type { Volume } from "#contract/volume";
import { skipped } from "../helpers/native-engine";
import { loopVolumeProblem, withLoopVolume, withTmpfs } from "../helpers/native-volumes";
import { openPackagedWindow, type PackagedWindow } from "./packaged-window";

/** Asks main over the bridge, as the window's own page does. */
async function ask<N extends CallName>(
  window: PackagedWindow,
  call: N,
  ...parameters: CallArguments<N>
): Promise<CallValue<N>> {
  const list = parameters.map((parameter) => JSON.stringify(parameter)).join(",");
  const answer = (await window.evaluate(`driveproof.${call}(${list})`)) as Result<CallValue<N>>;
  if (!answer.ok) {
    throw new Error(answer.error.message);
  }
  return answer.value;
}

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
 * A volume for the test and one for its witness, which must not lie on the same drive: its image is
 * kept in memory.
 */
function withTwoVolumes(body: (tested: string, other: string) => Promise<void>): Promise<void> {
  return withTmpfs(100, (memory) =>
    withLoopVolume("ext4", 1024, (tested) => {
      vi.stubEnv("TMPDIR", memory);
      return withLoopVolume("ext4", 64, (other) => {
        vi.unstubAllEnvs();
        return body(tested.mountPoint, other.mountPoint);
      });
    }),
  );
}

/** The witness page where this computer has an address for it, otherwise the other volume. */
async function meetWitness(window: PackagedWindow, volumeId: string, other: Volume | undefined) {
  const { addresses } = await ask(window, "offerWitnesses", volumeId);
  const [page] = addresses;
  await ask(window, "openPowerCutTest", {
    ...{ volumeId, modes: modes.map((mode) => ({ mode, label: mode })) },
    witness: page
      ? { kind: "page", address: page.address }
      : { kind: "drive", volumeId: other?.id ?? "" },
  });
  const witness = await guideWith(
    window,
    ({ witness: met }) => met.phase === "ready" && (met.url !== null || met.file !== null) && met,
  );
  if (witness.url) {
    expect(await (await fetch(witness.url)).text()).toMatch(/<script[\s>]/);
  }
  return witness;
}

const modes = flushModesOf(operatingSystemOf(process.platform)).slice(0, 2);

describe("the packaged program's plug test", () => {
  it("meets its witness, writes until it is stopped, and leaves nothing behind", async (context) => {
    const problem = loopVolumeProblem("ext4");
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    const data = mkdtempSync(path.join(os.tmpdir(), "driveproof-packaged-test-"));
    try {
      await withTwoVolumes(async (tested, other) => {
        const window = await openPackagedWindow(data);
        try {
          await expect
            .poll(() => window.evaluate("document.body.innerText"), { timeout: 30_000 })
            .toContain("Choose a folder");
          const volumes = await ask(window, "listVolumes");
          const at = (folder: string) => volumes.find(({ mountPoint }) => mountPoint === folder);
          const { file } = await meetWitness(window, at(tested)?.id ?? "", at(other));

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
          if (file) {
            expect(readFileSync(file, "utf8").split("\n").length).toBeGreaterThan(3);
          }
          expect(await ask(window, "discardPowerCutTest")).toBe(true);
          expect(readdirSync(tested)).toEqual(["lost+found"]);
        } finally {
          await window.close();
        }
      });
    } finally {
      vi.unstubAllEnvs();
      rmSync(data, { recursive: true, force: true });
    }
  });
});
