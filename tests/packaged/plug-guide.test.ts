import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { flushModesOf, operatingSystemOf } from "../../electron/contract/flush-mode";
import type {
  CallArguments,
  CallName,
  CallValue,
  Result,
} from "../../electron/contract/ipc-schema";
import type { PlugGuide } from "../../electron/contract/plug-guide";
import { plugFolderName } from "../../electron/contract/power-cut";
import { skipped } from "../helpers/native-engine";
import { loopVolumeProblem, withLoopVolume } from "../helpers/native-volumes";
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
  pick: (guide: PlugGuide) => T | null | undefined | false,
): Promise<T> {
  let found: T | null | undefined | false = null;
  await expect
    .poll(
      async () => {
        const guide = await ask(window, "plugGuide");
        found = guide && pick(guide);
        return Boolean(found);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return found as T;
}

describe("the packaged program's plug test", () => {
  it("serves the witness page, writes until it is stopped, and leaves nothing behind", async (context) => {
    const problem = loopVolumeProblem("ext4");
    if (problem) {
      context.skip(skipped(problem));
      return;
    }
    const data = mkdtempSync(path.join(os.tmpdir(), "driveproof-packaged-test-"));
    try {
      await withLoopVolume("ext4", 1024, async ({ mountPoint }) => {
        const window = await openPackagedWindow(data);
        try {
          const volumes = await ask(window, "listVolumes");
          const volume = volumes.find((candidate) => candidate.mountPoint === mountPoint);
          const modes = flushModesOf(operatingSystemOf(process.platform))
            .slice(0, 2)
            .map((mode) => ({ mode, label: mode }));
          await ask(window, "openPlugTest", {
            ...{ volumeId: volume?.id ?? "", modes },
            witness: { kind: "page", address: "127.0.0.1" },
          });
          const url = await guideWith(window, ({ witness }) => witness.url);
          const page = await (await fetch(url)).text();
          expect(page).toMatch(/<script[\s>]/);
          expect(page).toContain("DriveProof");

          await ask(window, "preparePlugTest");
          expect(readdirSync(mountPoint)).toContain(plugFolderName);
          await ask(window, "beginPlugTest");
          await guideWith(
            window,
            ({ acknowledged }) =>
              acknowledged.length === modes.length &&
              acknowledged.every(({ number }) => number > 10),
          );
          await ask(window, "stopPlugTest");
          expect(await ask(window, "discardPlugTest")).toBe(true);
          expect(readdirSync(mountPoint)).toEqual(["lost+found"]);
        } finally {
          await window.close();
        }
      });
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});
