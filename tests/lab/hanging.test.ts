import { expect, it } from "vitest";
import { type InspectEnd, reportOf, startInspect } from "../helpers/inspect-process";
import { flushModes } from "./drives/drive-case";
import { build, type Recipe } from "./fixture/build";
import { inLaboratory } from "./fixture/in-laboratory";

const recipe: Recipe = { medium: "simulated", visible: true, fileSystem: "ext4", mebibytes: 256 };

/**
 * A control line of the simulated drive, after which each flush takes longer than any of these
 * tests.
 */
const hang = "stall-ms 1 3600000";

/**
 * An inspection that has not ended this many milliseconds after the drive hung counts as one that
 * never ends.
 */
const limitMs = 40_000;
/** On a busy computer the drive and its test file take most of a minute to make. */
const testTimeout = 120_000;

inLaboratory("on a simulated drive that hangs,", (laboratory) => {
  /**
   * Interrupts an inspection with these signals while the drive hangs. The drive hangs until the
   * inspection has ended; its removal then frees every process that waits for it.
   */
  function interrupted(
    name: string,
    signals: readonly NodeJS.Signals[],
  ): Promise<InspectEnd & { folder: string; hasDriveAnswered: boolean }> {
    let isGone = false;
    return laboratory().withFolder(name, async (folder) => {
      const { mountPoint, simulated } = await build(laboratory(), folder, recipe);
      simulated?.arm([]);
      // Tests three modes, so that on a busy computer the inspection still measures when the drive
      // begins to hang.
      const options = [...flushModes("fsync", "fdatasync", "o_dsync"), "--json", "-"];
      const inspecting = startInspect([...options, "--path", mountPoint]);
      let giveUp: NodeJS.Timeout | undefined;
      try {
        await inspecting.saying(/measuring/i);
        simulated?.tell(hang);
        giveUp = setTimeout(() => {
          isGone = true;
          simulated?.vanish();
        }, limitMs);
        // Waits until a call hangs: an ordinary flush of the simulated drive would have ended.
        await new Promise((resolve) => setTimeout(resolve, 500));
        for (const name of signals) {
          inspecting.process.kill(name);
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
        const end = await inspecting.ended;
        return { ...end, folder: mountPoint, hasDriveAnswered: isGone };
      } finally {
        clearTimeout(giveUp);
        if (!isGone) {
          simulated?.vanish();
        }
      }
    });
  }

  it.concurrent.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "an inspection ends after %s with a partial report and the warning stop-unanswered, although the drive never answers",
    async (signal) => {
      const end = await interrupted(`hangs-${signal}`, [signal]);
      expect(end).toMatchObject({ code: 130, hasDriveAnswered: false });
      const report = reportOf(end);
      expect(report).toMatchObject({ partial: true, error: null });
      expect(report.warnings.map(({ code }) => code)).toContain("stop-unanswered");
      expect(end.stderr).toContain("A drive that does not answer is waited for 10 seconds");
    },
    testTimeout,
  );

  it.concurrent.each([
    ["SIGINT", "SIGINT"],
    ["SIGTERM", "SIGINT"],
  ] as const)(
    "an inspection ends without a report after %s followed by %s, and says that something may be left in the folder",
    async (...signals) => {
      const end = await interrupted(`hangs-${signals.join("-")}`, signals);
      expect(end).toMatchObject({ code: 130, stdout: "", hasDriveAnswered: false });
      const [last] = end.stderr.trimEnd().split("\n").slice(-1);
      expect(last).toContain(`may be left in ${end.folder}`);
    },
    testTimeout,
  );
});
