import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { reportSchema } from "#contract/report";
import { skipped } from "../helpers/native-engine";
import { ask, openPackagedWindow, type PackagedWindow } from "./packaged-window";

/**
 * Quits as Cmd+Q and the Dock do on a Mac; on other systems closes the only window, as a person
 * does.
 */
async function quit(window: PackagedWindow): Promise<void> {
  if (process.platform === "darwin") {
    const script = 'tell application id "io.github.driveproof.DriveProof" to quit';
    execFileSync("osascript", ["-e", script]);
    return;
  }
  await window.evaluate("setTimeout(() => window.close(), 0)");
}

it("the packaged program saves a partial report if it quits during an inspection", async (context) => {
  const data = mkdtempSync(path.join(os.tmpdir(), "driveproof-packaged-test-"));
  const window = await openPackagedWindow(data);
  try {
    await expect
      .poll(() => window.evaluate("document.body.innerText"), { timeout: 30_000 })
      .toContain("Choose a folder");
    const volumes = await ask(window, "listVolumes");
    const volume = volumes.find(({ untestable }) => untestable === null);
    if (volume === undefined) {
      context.skip(skipped("no volume of this computer can be tested"));
      return;
    }
    const before = readdirSync(volume.directory);
    await ask(window, "startInspection", {
      volumeId: volume.id,
      profile: "smoke",
      tests: ["flush-modes"],
      changes: {},
      allowNetwork: false,
    });
    await expect
      .poll(async () => (await ask(window, "currentInspection"))?.phase, { timeout: 60_000 })
      .toBe("measuring");
    await quit(window);
    expect(await window.ended).toBe(0);
    const history = path.join(data, "inspections");
    const [kept = "", ...others] = readdirSync(history).filter((name) => name.endsWith(".json"));
    expect(others).toEqual([]);
    const report = reportSchema.parse(JSON.parse(readFileSync(path.join(history, kept), "utf8")));
    expect(report).toMatchObject({ partial: true, error: null });
    expect(readdirSync(volume.directory)).toEqual(before);
  } finally {
    await window.close();
    rmSync(data, { recursive: true, force: true });
  }
});
