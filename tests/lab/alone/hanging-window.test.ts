import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openRealApp, startSmoke } from "../../helpers/real-app";
import { build, type Recipe } from "../fixture/build";
import { inLaboratory } from "../fixture/in-laboratory";
import { whereItWaits } from "../fixture/where-it-waits";

const recipe: Recipe = { medium: "simulated", visible: true, fileSystem: "ext4", mebibytes: 1024 };

/**
 * A control line of the simulated drive, after which each flush takes longer than any of these
 * tests.
 */
const hang = "stall-ms 1 3600000";

inLaboratory("while an inspected drive hangs,", (laboratory) => {
  it("the window lists the volumes, and on SIGTERM the program ends and saves a report with the warning stop-unanswered", {
    timeout: 180_000,
  }, async () => {
    await laboratory().withFolder("window", async (folder) => {
      const { mountPoint, simulated } = await build(laboratory(), folder, recipe);
      simulated?.arm([]);
      const data = join(laboratory().folder, "window-data");
      const app = await openRealApp({ data, computer: { profile: "smoke" } });
      const main = app.app.process();
      const ended = new Promise<number | string | null>((resolve) =>
        main.once("exit", (code, signal) => resolve(signal ?? code)),
      );
      /**
       * Rejects long before the test's own limit, so that `finally` frees the processes that wait
       * for the drive.
       */
      const within = async <Result>(step: string, ms: number, result: Promise<Result>) => {
        const timer = new AbortController();
        const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
          throw new Error(`${step} took more than ${ms} ms; ${whereItWaits(main.pid as number)}`);
        });
        try {
          return await Promise.race([result, late]);
        } finally {
          timer.abort();
          late.catch(() => {});
        }
      };
      try {
        await app.answerFolderDialog(mountPoint);
        await within("starting", 30_000, startSmoke(app.page));
        await within("the first measurement", 30_000, app.page.evaluate(untilMeasuring));
        simulated?.tell(hang);
        // Waits longer than Linux caches file attributes, so that the program requests them from
        // the drive again.
        await sleep(1500);
        const listed = await within("listing", 20_000, app.page.evaluate(listMountPoints));
        expect(listed).toContain(mountPoint);
        main.kill("SIGTERM");
        // If one of its calls still waits for the drive, the program ends itself by SIGKILL.
        expect([0, "SIGKILL"]).toContain(await within("closing", 40_000, ended));
        const [kept = ""] = readdirSync(app.historyFolder);
        const entry = readFileSync(join(app.historyFolder, kept), "utf8");
        expect(entry).toContain("stop-unanswered");
      } finally {
        simulated?.vanish();
        main.kill("SIGKILL");
      }
    });
  });
});

async function untilMeasuring(): Promise<void> {
  for (;;) {
    const current = await window.driveproof.currentInspection();
    if (current.ok && current.value?.phase === "measuring") return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function listMountPoints(): Promise<unknown> {
  const volumes = await window.driveproof.listVolumes();
  return volumes.ok ? volumes.value.map(({ mountPoint }) => mountPoint) : volumes.error;
}
