import { expect, it } from "vitest";
import { sweepOf } from "#analysis/workloads/buffer-sweep/results";
import { flushModes, operatingSystemOf, syncCallModeIds } from "#contract/flush-mode";
import { InspectedWindow } from "../helpers/inspected-window";
import { startSmoke } from "../helpers/real-app";

it("the main process refuses options of another operating system and passes options of its own system to the engine", async ({
  onTestFinished,
}) => {
  const inspected = await InspectedWindow.open();
  onTestFinished(() => inspected.close());
  const { page } = inspected;
  const answer = await page.evaluate(async () => {
    const chosen = await window.driveproof.chooseFolder();
    return window.driveproof.startInspection({
      volumeId: chosen.ok ? (chosen.value?.id ?? "") : "",
      profile: "smoke",
      tests: ["sync-interval"],
      allowNetwork: false,
      changes: { syncModes: ["f_fullfsync", "flush_file_buffers"] },
    });
  });
  expect(answer).toMatchObject({ ok: false, error: { code: "internal" } });

  const os = operatingSystemOf(process.platform);
  const syncModes = syncCallModeIds.filter((mode) => flushModes[mode][os] !== undefined);
  const [first, second] = syncModes;
  if (first === undefined || second === undefined) {
    throw new Error("every system has two ways of confirming");
  }
  // Asks for direct writes around the page cache, two sync calls and one database.
  await startSmoke(page, {
    tests: ["buffer-sweep", "sync-interval", "commits"],
    changes: { direct: true, syncModes: [first, second], engines: ["sqlite"] },
  });
  await page.reload();
  await inspected.verdictShown();
  const report = await inspected.onlyReportKept();
  expect(report).toMatchObject({ partial: false, error: null });
  const { syncIntervals, commits, plan } = report;
  const direct = sweepOf(report, true);
  const sizes = [...(direct?.points ?? []), ...(direct?.skipped ?? [])];
  expect(new Set(sizes.map(({ bufferBytes }) => bufferBytes)).size).toBe(
    plan.workloads["buffer-sweep"].bufferBytes.length,
  );
  expect(syncIntervals.map(({ flushMode }) => flushMode)).toEqual([first, second]);
  expect(new Set(commits?.map(({ engine }) => engine))).toEqual(new Set(["sqlite"]));
  await page.locator(".series-mark").first().waitFor();
});
