import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type GuideRecord,
  guideRecordSchema,
  type PowerCutState,
  powerCutStateSchema,
} from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import { reportSchema } from "#contract/report";
import { VolumeService } from "../../electron/main/volumes/volume-service";
import { folderOfEach } from "../helpers/folders";
import { inspect } from "../helpers/inspect-process";
import { plainModes } from "../helpers/power-cut-run";
import { openRealApp, type RealApp } from "../helpers/real-app";

/**
 * From a plug test that the program finds unfinished to its report: real files that the real engine
 * reads back, and the report in the real history.
 */

const folder = folderOfEach();
let real: RealApp | null;
beforeEach(() => {
  real = null;
});
afterEach(async () => {
  await real?.close();
});

interface Line {
  readonly type: "state" | "acknowledged";
  readonly state?: PowerCutState;
  readonly numbers?: GuideRecord["held"];
}

/** The record that the guide would have saved of a test that lost power while writing. */
async function interruptedTest(): Promise<GuideRecord> {
  const [control = "none", safe = "fsync"] = plainModes;
  const modes = [control, safe].join(",");
  const args = ["--plug-test", "start", "--path", folder(), "--modes", modes, "--seconds", "1.5"];
  const lines: Line[] = (await inspect(args)).stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const states = lines.flatMap(({ state }) => state ?? []);
  const numbers = lines.flatMap((line) => (line.numbers ? [line.numbers] : [])).at(-1) ?? [];
  const volume = await new VolumeService().describeFolder(folder());
  return guideRecordSchema.parse({
    formatVersion: 1,
    // A drive on a cable: the test needs no restart of this computer.
    volume: { ...volume, directory: folder(), drive: { ...volume.drive, removable: true } },
    state: powerCutStateSchema.parse({
      ...states.find(({ stage }) => stage === "writing"),
      stage: "drive-lost",
      driveLost: true,
    }),
    ticket: null,
    held: numbers.map((number) => ({ ...number, elapsedNs: 1_500_000_000 })),
  });
}

it("a finished plug test leaves a report that opens, appears in the list and can be saved", async () => {
  const record = await interruptedTest();
  // Shortening the log imitates a drive that has lost the last saves it had confirmed.
  truncateSync(path.join(folder(), powerCutFolderName, plainModes[1] ?? "fsync", "log"), 4096);
  real = await openRealApp({
    prepare: (data) => writeFileSync(path.join(data, "plug-test.json"), JSON.stringify(record)),
  });
  const { page } = real;
  await page.getByRole("button", { name: "Look what is left" }).click();
  await page
    .locator(".power-cut-choice", { hasText: "I pulled out the drive or its cable" })
    .click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Confirmed saves were lost").waitFor();
  await page.getByRole("button", { name: "Open the report" }).click();
  await page.getByRole("table", { name: "What became of the confirmed saves" }).waitFor();
  const headline = await page.getByRole("heading", { level: 1 }).textContent();
  expect(headline).toMatch(
    /^Not safe\. [\d\s]+ test saves were gone( or wrong)? after a power cut\.$/,
  );

  const file = path.join(folder(), "report.json");
  await real.answerSaveDialog(file);
  await page.getByRole("button", { name: "Options" }).click();
  await page.getByRole("button", { name: "All data (JSON)" }).click();
  await page.getByText("Saved to").waitFor();
  const report = reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  expect(report).toMatchObject({ runId: record.state.plan.testId, verdict: { grade: "poor" } });
  expect(report.powerCut).toMatchObject({ cuts: 1, cutsWithLoss: 1 });
  expect(report.app.engine).not.toBe("not loaded");

  await page.getByRole("button", { name: "Earlier inspections" }).click();
  const row = page.locator(".history-row");
  await row.filter({ hasText: "Plug test" }).waitFor();
  await expect.poll(() => row.count()).toBe(1);
});
