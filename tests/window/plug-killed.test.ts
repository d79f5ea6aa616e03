import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type PlugStage, plugFolderName } from "../../electron/contract/power-cut";
import { keptStage, PlugSitting, type PlugScene, stageBeside } from "../helpers/plug-sitting";
import type { PlayedComputer } from "../helpers/real-app";
import { type Browser, newProfile, openBrowser } from "../helpers/witness-browser/open-browser";
import { waitFor } from "../helpers/witness-process";

/**
 * The real program in its window is killed at every step of the guide, with all its processes, and
 * started again on what it has kept. A real browser is the phone.
 */

const computer: PlayedComputer = { address: "192.168.77.1" };

let profile: Awaited<ReturnType<typeof newProfile>>;
let phone: Browser;
let scene: PlugScene;
let watching: NodeJS.Timeout;
let torn: string[];
let sitting: PlugSitting;

beforeAll(async () => {
  profile = await newProfile();
  phone = await openBrowser({ ...profile, playedAddress: computer.address });
});
afterAll(async () => {
  await phone.close();
  await profile.remove();
});
beforeEach(() => {
  scene = {
    data: mkdtempSync(path.join(os.tmpdir(), "driveproof-data-")),
    folder: mkdtempSync(path.join(os.tmpdir(), "driveproof-plug-")),
    computer,
    phone: phone.page,
  };
  torn = [];
  watching = setInterval(watch, 5);
});
afterEach(async () => {
  clearInterval(watching);
  await sitting.close();
  await phone.page.goto("about:blank");
  rmSync(scene.data, { recursive: true, force: true });
  rmSync(scene.folder, { recursive: true, force: true });
});

/** At every moment the kept states are whole; a start of the program could come at any. */
function watch(): void {
  try {
    keptStage(scene);
    stageBeside(scene);
  } catch (error) {
    torn.push(String(error));
  }
}

/** How the test goes on to its end once the program is there again. */
const ways = {
  /** Nothing is known of a test, and a new one can be begun. */
  anew: async () => {
    await sitting.openWitness();
    await sitting.openPhone();
    await sitting.press("Choose another witness");
    await sitting.until("Who notes the numbers?");
  },
  clear: async () => {
    await sitting.press("Remove the test");
    await sitting.until(drives);
  },
  finish: async () => {
    await sitting.lookWhatIsLeft();
    await ways.show();
  },
  show: async () => {
    await sitting.page.getByText("Not proven").first().waitFor();
    await sitting.page.getByText(/the computer was not restarted/).first().waitFor();
    await sitting.press("Remove the test and close");
    await sitting.until(drives);
  },
} as const;

const drives = "Which drive would you like to inspect?";
const stopped = "The test was stopped before the power was cut";
const finish = "Finish the plug test";

interface Step {
  readonly step: string;
  readonly reach: () => Promise<unknown>;
  /** What a start finds; `null` where nothing was kept. */
  readonly kept: PlugStage | null;
  readonly offered: string;
  readonly way: keyof typeof ways;
}

const steps: readonly Step[] = [
  {
    step: "the witness is met",
    reach: async () => {
      await sitting.openWitness();
      await sitting.openPhone();
    },
    kept: null,
    offered: drives,
    way: "anew",
  },
  {
    step: "the files are made",
    reach: async () => {
      await sitting.openWitness();
      await sitting.openPhone();
      await sitting.press("Continue");
      await sitting.untilKept("preparing");
    },
    kept: "preparing",
    offered: stopped,
    way: "clear",
  },
  {
    step: "everything is ready",
    reach: () => sitting.prepare(),
    kept: "ready",
    offered: stopped,
    way: "clear",
  },
  {
    step: "records are written",
    reach: () => sitting.write(),
    kept: "writing",
    offered: finish,
    way: "finish",
  },
  {
    step: "the power is to be cut",
    reach: () => sitting.writeUntilNow(),
    kept: "writing",
    offered: finish,
    way: "finish",
  },
  {
    step: "the drive is read back",
    reach: async () => {
      await sitting.write();
      await startAgain();
      await sitting.lookWhatIsLeft();
      await sitting.untilKept("reading-back");
    },
    kept: "reading-back",
    offered: finish,
    way: "finish",
  },
];

async function startAgain(): Promise<void> {
  const processes = await sitting.kill();
  expect(processes).toBeGreaterThan(1);
  sitting = await PlugSitting.open(scene);
}

it.each(steps)("killed while $step", async ({ reach, kept, offered, way }) => {
  sitting = await PlugSitting.open(scene);
  await reach();
  await startAgain();
  expect(keptStage(scene)).toBe(kept);
  expect(await sitting.title()).toBe(offered);
  await ways[way]();
  expect(readdirSync(scene.folder)).toEqual([]);
  expect(keptStage(scene)).toBeNull();
  expect(torn).toEqual([]);
});
