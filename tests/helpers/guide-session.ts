import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { type GuideRecord, guideRecordSchema, type PowerCutStage } from "#contract/power-cut/state";
import { powerCutFolderName } from "#contract/power-cut/test";
import { type FakeComputer, openRealApp, type RealApp } from "./real-app";
import { waitFor } from "./wait-for";

/** What a test of the plug test's guide keeps while the program ends and starts again. */
export interface PowerCutScene {
  /** Folder in which the program keeps its own data. */
  readonly data: string;
  /** The folder the person chose on the drive under test. */
  readonly folder: string;
  readonly computer: FakeComputer;
  /** The witness page in the phone's browser. */
  readonly phone: Page;
}

/** One run of the program, from its start to its end, and the actions of its user. */
export class GuideSession {
  private constructor(
    private readonly scene: PowerCutScene,
    private readonly real: RealApp,
  ) {}

  static async open(scene: PowerCutScene): Promise<GuideSession> {
    const { data, computer } = scene;
    return new GuideSession(scene, await openRealApp({ data, computer }));
  }

  get page(): Page {
    return this.real.page;
  }

  kill(options?: { readonly leaderOnly: boolean }): Promise<void> {
    return this.real.kill(options);
  }

  close(): Promise<void> {
    return this.real.close();
  }

  /** Waits until the window shows all of these texts. */
  async says(...texts: readonly (string | RegExp)[]): Promise<void> {
    for (const text of texts) {
      await this.page.getByText(text).first().waitFor();
    }
  }

  press(name: string): Promise<void> {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** Waits until the window's main heading is `title`. */
  until(title: string | RegExp): Promise<void> {
    return this.page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  }

  /** Goes from the list of drives to the page that shows the witness's address. */
  async openWitness(): Promise<void> {
    const { page } = this;
    await this.real.answerFolderDialog(this.scene.folder);
    await this.press("Choose a folder…");
    await page.getByText(path.basename(this.scene.folder)).first().waitFor();
    await page.getByRole("button", { name: /^(Plug|Unplug) test/ }).click();
    await this.until(/^The (un)?plug test of /);
    await this.press("Continue");
    await this.until("Before you start");
    await page.locator(".checkbox").click();
    await this.press("Continue");
    await this.until("How will you cut the power?");
    await this.press("Continue");
    await this.press("Open the page for my phone");
    await this.until("Open the page on your phone");
  }

  async openPhone(): Promise<void> {
    const address = await this.page.locator(".power-cut-address").textContent();
    await this.scene.phone.goto(address ?? "");
    await this.page.getByText("The page is connected").waitFor();
  }

  async prepare(): Promise<void> {
    await this.openWitness();
    await this.openPhone();
    await this.press("Continue");
    await this.until("Everything is ready");
  }

  /** Starts the writing, and waits until the witness has a confirmed number of every flush mode. */
  async write(): Promise<void> {
    await this.prepare();
    await this.press("Begin");
    await this.until("Writing");
    await this.page.getByText("Seconds until you cut the power.").waitFor();
  }

  /** Starts the writing, and skips the countdown to the power cut by a fake clock. */
  async writeUntilNow(): Promise<void> {
    await this.page.clock.install();
    await this.write();
    await this.page.clock.runFor(11_000);
    await this.until("Now");
  }

  /** Waits until, after the restart, the phone has returned its numbers to the program. */
  async untilHandedBack(): Promise<void> {
    await this.page.getByText("The witness has handed back its numbers").waitFor();
  }

  async lookWhatIsLeft(did = "None of these"): Promise<void> {
    await this.untilHandedBack();
    await this.press("Look what is left");
    await this.until("What did you do?");
    await this.page.locator(".power-cut-choice", { hasText: did }).click();
    await this.press("Continue");
  }

  /**
   * Starts the removal of the plug test's files, and returns once the folder is marked as being
   * removed. Many extra files make the removal last long enough to be interrupted.
   */
  async beginRemoval(button: string): Promise<void> {
    addFilesOfTheTest(this.scene, 20_000);
    await this.press(button);
    const often = { everyMs: 2 };
    const mark = path.join(this.scene.folder, powerCutFolderName, "removal-begun");
    await waitFor("the removal to begin", () => existsSync(mark), often);
  }

  /**
   * Waits until the program's stored state has this stage; polls every 2 ms, because the stage may
   * be short.
   */
  async untilKept(stage: PowerCutStage): Promise<void> {
    const often = { everyMs: 2 };
    await waitFor(`"${stage}" to be kept`, () => keptStage(this.scene) === stage, often);
  }
}

/**
 * The record that the next start of the program would find; null without one. Throws if the file is
 * incomplete.
 */
export function keptRecord({ data }: Pick<PowerCutScene, "data">): GuideRecord | null {
  return valueIn(path.join(data, "plug-test.json"), guideRecordSchema);
}

export function keptStage(scene: Pick<PowerCutScene, "data">): PowerCutStage | null {
  return keptRecord(scene)?.state.stage ?? null;
}

/**
 * Adds empty files like those that a plug test makes before it writes records, with numbers higher
 * than any test reaches.
 */
function addFilesOfTheTest({ folder }: PowerCutScene, count: number): void {
  const test = path.join(folder, powerCutFolderName);
  const [mode] = readdirSync(test, { withFileTypes: true }).filter((one) => one.isDirectory());
  for (let number = 1; number <= count; number += 1) {
    writeFileSync(path.join(test, mode?.name ?? "", `${1_000_000 + number}.created`), "");
  }
}

const valuesRead = new Map<string, { readonly text: string; readonly value: unknown }>();

/** Parses each text once, because tests read the file again every few milliseconds. */
function valueIn<T>(file: string, schema: { parse: (value: unknown) => T }): T | null {
  const text = textOf(file);
  if (text === null) {
    return null;
  }
  const known = valuesRead.get(file);
  if (known?.text === text) {
    return known.value as T;
  }
  const value = schema.parse(JSON.parse(text));
  valuesRead.set(file, { text, value });
  return value;
}

function textOf(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null; // another process removed the file between existsSync() and readFileSync()
    }
    throw error;
  }
}
