import { readdirSync, truncateSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PowerCutStage } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import { folderOfAll } from "../helpers/folders";
import { GuideSession, keptRecord, keptStage, type PowerCutScene } from "../helpers/guide-session";
import type { FakeComputer } from "../helpers/real-app";
import { waitFor } from "../helpers/wait-for";
import { browserOfAll } from "../helpers/witness-browser/open-browser";

/**
 * Kills the real program in its window, with all its processes, at every step of the guide and
 * starts it again with what it has saved. A real browser takes the part of the phone. No power is
 * cut, and the program has to say so in its result.
 */

const address = "192.168.77.1";
const computer: FakeComputer = { address };

const data = folderOfAll();
const folder = folderOfAll();
const phone = browserOfAll({ fakeAddress: address });
let scene: PowerCutScene;
let session: GuideSession;

beforeAll(async () => {
  scene = {
    data: data(),
    folder: folder(),
    computer,
    phone: phone.page,
  };
  session = await GuideSession.open(scene);
});
afterAll(async () => {
  await session.close();
});

const drives = "Which drive do you want to inspect?";
const stopped = "The test was stopped before the power was cut";
const finish = "Finish the plug test";
const inPart = "The test is removed in part";

interface Step {
  readonly step: string;
  /** Leads the program from the end of the previous step to this step. */
  readonly reach: () => Promise<unknown>;
  /** Kills only the main process; the other processes have to notice and end. */
  readonly mainOnly?: true;
  /** The saved stage that the next start finds; `null` if nothing was saved. */
  readonly kept: PowerCutStage | null;
  readonly offered: string | RegExp;
}

const steps: readonly Step[] = [
  {
    step: "the witness is met",
    reach: async () => {
      await session.openWitness();
      await session.openPhone();
    },
    kept: null,
    offered: drives,
  },
  {
    step: "the files are made",
    reach: async () => {
      await session.openWitness();
      await session.openPhone();
      await session.press("Continue");
      await session.untilKept("preparing");
    },
    kept: "preparing",
    offered: stopped,
  },
  {
    step: "everything is ready",
    reach: async () => {
      await remove("Remove the test");
      await session.prepare();
    },
    kept: "ready",
    offered: stopped,
  },
  {
    step: "records are written",
    reach: async () => {
      await remove("Remove the test");
      await session.write();
    },
    mainOnly: true,
    kept: "writing",
    offered: finish,
  },
  {
    step: "a test that was given up is removed",
    reach: () => session.beginRemoval("Give up and remove the test"),
    kept: "removing",
    offered: inPart,
  },
  {
    step: "the power is to be cut",
    reach: async () => {
      await remove("Remove the rest");
      await session.writeUntilNow();
    },
    kept: "writing",
    offered: finish,
  },
  {
    step: "the numbers are handed back, and the phone is gone afterwards",
    reach: async () => {
      await session.untilHandedBack();
      await waitFor("them to be kept", () => keptRecord(scene)?.held.length === 3);
      await phone.page.goto("about:blank");
    },
    kept: "writing",
    offered: finish,
  },
  {
    step: "the drive is read back",
    reach: async () => {
      await session.lookWhatIsLeft();
      await session.untilKept("reading-back");
    },
    kept: "reading-back",
    offered: finish,
  },
  {
    step: "the result is shown",
    reach: async () => {
      await session.lookWhatIsLeft();
      await session.says("Not proven", notRestarted);
    },
    kept: "finished",
    offered: /^The (un)?plug test of /,
  },
  {
    step: "a finished test is removed",
    reach: async () => {
      await session.says("Not proven", notRestarted);
      await phone.page.goBack();
      await phone.page.getByText("Done", { exact: true }).waitFor();
      await session.beginRemoval("Remove the test and close");
    },
    kept: "removing",
    offered: inPart,
  },
];

const notRestarted = /nothing speaks for a power cut/i;

/** The steps build on each other: each continues with the program as the previous one left it. */
it.each(steps)(
  "the program starts at the stored stage of the plug test, or at the list of drives, after a kill while $step",
  async (row) => {
    await row.reach();
    await session.kill({ leaderOnly: row.mainOnly ?? false });
    expect(keptStage(scene)).toBe(row.kept);
    await startAgain();
    await session.until(row.offered);
  },
);

it("removing the rest of a plug test leaves no file and no record of the test", async () => {
  await remove("Remove the rest");
  expect(readdirSync(scene.folder)).toEqual([]);
  expect(keptStage(scene)).toBeNull();
});

it("the plug test finds lost saves if a file of records was emptied and the computer restarted after the kill", async () => {
  await session.write();
  await session.kill();
  truncateSync(path.join(scene.folder, powerCutFolderName, "fsync", "slots"), 0);
  await startAgain({ isRestarted: true });
  await session.lookWhatIsLeft("I held the power button");
  await session.says("Confirmed saves were lost", /even writes that nothing protects survived/);
  const { modes = [] } = keptRecord(scene)?.state.result ?? {};
  const fsync = modes.find(({ mode }) => mode === "fsync");
  expect(fsync).toMatchObject({ verdict: "lost", lostSpanNs: expect.any(Number) });
  await remove("Remove the test and close");
  expect(readdirSync(scene.folder)).toEqual([]);
});

async function remove(button: string): Promise<void> {
  await session.press(button);
  await session.until(drives);
  expect(readdirSync(scene.folder)).toEqual([]);
}

async function startAgain(changes: Partial<FakeComputer> = {}): Promise<void> {
  session = await GuideSession.open({ ...scene, computer: { ...computer, ...changes } });
}
