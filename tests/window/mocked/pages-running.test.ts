import { describe, it } from "vitest";
import { planFor, withChanges } from "#analysis/plan";
import type { LiveState } from "#contract/live-state";
import { usualWorkloads } from "#contract/workloads/index";
import { expectPage, wordsOnly } from "../../helpers/mock-app/every-look";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { liveStep } from "../../helpers/mock-app/live-workloads";
import { errorReport } from "../../helpers/mock-app/reports";
import { busyDrive, refused } from "../../helpers/mock-app/scenario";

/**
 * The page of a running inspection in the pseudo-language, with each theme, window size and text
 * size of `everyLook`.
 */

const { runId } = errorReport;

describe("in the pseudo-language, a running inspection", () => {
  const comparing = withChanges(planFor("quick", "linux"), { syncModes: ["fsync", "fdatasync"] });
  const moment = liveMoment(runId, { phase: "measuring", round: 1, at: 3 });
  const append = { phase: "measuring", layout: "append", round: 1, at: 3 } as const;
  const others = usualWorkloads.filter(
    (id): id is Exclude<typeof id, "flush-modes"> => id !== "flush-modes",
  );
  const frames: readonly (readonly [string, LiveState])[] = [
    ["preparing", liveMoment(runId, { phase: "preparing" })],
    ["measuring", moment],
    ["making a file longer", liveMoment(runId, append)],
    ["two sync calls", liveStep(runId, "sync-interval", 18, { plan: comparing })],
    ...others.map((id) => [id, liveStep(runId, id, 5)] as const),
  ];
  it.each(frames)("shows no English and cuts nothing off: %s", (name, frame) =>
    expectPage({ name, scenario: { runId, startsRunning: true, frames: [frame] } }),
  );

  it.each(["draining", "verifying", "stopping"] as const)(
    "shows no English and cuts nothing off while it is %s",
    (phase) =>
      expectPage({
        name: phase,
        scenario: { runId, startsRunning: true, frames: [{ ...moment, phase }] },
        looks: wordsOnly,
      }),
  );

  it("shows no English and cuts nothing off if it cannot be stopped", async () => {
    await expectPage({
      name: "an inspection that cannot be stopped",
      scenario: {
        runId,
        startsRunning: true,
        frames: [moment],
        results: { stopInspection: refused(busyDrive) },
      },
      reach: async (page) => {
        await page.locator(".inspection-now button").click();
        await page.locator(".notice").waitFor();
      },
      looks: wordsOnly,
    });
  });
});
