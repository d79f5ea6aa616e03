import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRealApp, type PageWithApi } from "../helpers/real-app";
import { build, type Recipe } from "./rig/build";
import { labProblem, Workshop } from "./rig/workshop";

const recipe: Recipe = { medium: "simulated", visible: true, fileSystem: "ext4", mebibytes: 1024 };

/** Longer than any test here lasts: each flush from now on. */
const hang = "stall-ms 1 3600000";

const problem = labProblem();

if (problem === null) {
  describe("the window during an inspection of a drive that hangs", quit);
} else {
  it("the window during an inspection of a drive that hangs", (context) => context.skip(problem));
}

function quit(): void {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await Workshop.open();
  });
  afterAll(() => workshop.close());

  // As long as the tests of the window have.
  it("lists the volumes, closes, and keeps what was measured, although the drive never answers", {
    timeout: 120_000,
  }, async () => {
    await workshop.withFolder("window", async (folder) => {
      const { mountPoint, simulated } = await build(workshop, folder, recipe);
      const data = join(workshop.folder, "window-data");
      const app = await openRealApp({ data, computer: { profile: "smoke" } });
      const ended = new Promise<number | null>((resolve) =>
        app.app.process().once("exit", resolve),
      );
      try {
        await app.answerFolderDialog(mountPoint);
        simulated?.arm([]);
        await app.page.evaluate(async () => {
          const { driveproof } = window as unknown as PageWithApi;
          const chosen = await driveproof.chooseFolder();
          if (!chosen.ok || chosen.value === null) throw new Error("no folder");
          const started = await driveproof.startInspection({
            ...{ volumeId: chosen.value.id, profile: "smoke", tests: ["flush-modes"] },
            changes: {},
            ...{ allowNetwork: false },
          } as never);
          if (!started.ok) throw new Error(JSON.stringify(started));
        });
        await expect
          .poll(
            () =>
              app.page.evaluate(async () => {
                const { driveproof } = window as unknown as PageWithApi;
                const current = await driveproof.currentInspection();
                return current.ok ? current.value?.phase : null;
              }),
            { timeout: 30_000 },
          )
          .toBe("measuring");
        simulated?.tell(hang);
        // Longer than the system remembers what kind of file the drive is.
        await new Promise((resolve) => setTimeout(resolve, 1500));
        const listed = await app.page.evaluate(async () => {
          const { driveproof } = window as unknown as PageWithApi;
          const volumes = await driveproof.listVolumes();
          return volumes.ok ? volumes.value.map(({ mountPoint }) => mountPoint) : volumes.error;
        });
        expect(listed).toContain(mountPoint);
        app.app.process().kill("SIGTERM");
        expect(await ended).toBe(0);
        const [kept = ""] = readdirSync(app.historyFolder);
        const entry = readFileSync(join(app.historyFolder, kept), "utf8");
        expect(entry).toContain("stop-unanswered");
      } finally {
        app.app.process().kill("SIGKILL");
        simulated?.vanish();
      }
    });
  });
}
