import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ConsoleMessage, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { driveError } from "#contract/drive-error";
import type { CallName } from "#contract/ipc-names";
import { sampleHealth } from "../sample-health";
import { type FakeMain, startFakeMain } from "./fake-main";
import { answered, refused, type Scenario } from "./scenario";
import { settled } from "./settled";
import { laptopComputer } from "./volumes";

const root = path.resolve(__dirname, "../../..");
const built = process.env.DRIVEPROOF_MOCK_OUT ?? path.join(root, "out");

export interface MockWindow {
  readonly app: FakeMain["app"];
  readonly page: Page;
  /** Errors the page wrote to its console, broken content security policy among them. */
  readonly consoleErrors: readonly string[];
  /** The arguments of every call of this method so far. */
  readonly callsOf: (name: CallName) => Promise<unknown[][]>;
  /** Sets the main process's answer to this call from now on. */
  readonly answer: <N extends CallName>(
    name: N,
    result: Exclude<Scenario["results"][N], undefined>,
  ) => Promise<void>;
  /** Ends the inspection, which otherwise stays at the scenario's last live state. */
  readonly finish: () => Promise<void>;
  /** Changes theme, size and zoom, as the system and the person do while the window is open. */
  readonly look: (look: Look) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Closes the window after each test; its page must have written no error. */
export function closeAfterEach(mock: () => MockWindow): void {
  afterEach(async () => {
    // Closes the window before the expectation, so that a failure leaves no page open.
    await mock().close();
    expect(mock().consoleErrors).toEqual([]);
  });
}

export type Look = Pick<Scenario, "theme" | "width" | "height" | "zoom">;

/** The functions in the global object of main.cjs, by which tests control the fake main process. */
interface MockMain {
  readonly mockPlay: (scenario: string) => void;
  readonly mockEnd: () => void;
  readonly mockAnswer: (name: string, result: unknown) => void;
  readonly mockFinish: () => void;
  readonly mockLook: (look: Look) => void;
  readonly mockCalls: readonly { name: string; args: unknown[] }[];
}

const missingReport = refused(
  driveError("internal", "This report is not there any more. It may have been deleted."),
);

const defaults: Scenario = {
  page: "index",
  language: "en",
  results: {},
  history: [],
  unreadable: [],
  reports: {},
  frames: [],
  frameMs: 40,
  saves: true,
  runId: "00000000-0000-4000-8000-000000000000",
  startsRunning: false,
  theme: "light",
  width: 1280,
  height: 800,
  zoom: 1,
};

/**
 * One Electron for all tests of a file, because starting one takes longer than most tests. Every
 * scenario gets a new document and a new state of the fake main process.
 */
let shared: Promise<FakeMain> | null = null;

/** Called after every test file by screens-setup.ts. */
export async function endSharedMock(): Promise<void> {
  const ending = shared;
  shared = null;
  await (await ending)?.close();
}

interface MockOptions {
  /**
   * Starts a separate Electron that is closed with the window: for a test that changes Electron
   * lastingly, for example by a fake clock.
   */
  readonly alone?: boolean;
}

/**
 * Opens the built window (or report page) over a main process that answers as the scenario says.
 */
export async function openMock(
  changes: Partial<Scenario>,
  { alone = false }: MockOptions = {},
): Promise<MockWindow> {
  const scenario = { ...defaults, ...changes };
  const file = path.join(built, "renderer", `${scenario.page}.html`);
  if (!existsSync(file)) {
    throw new Error(`the window is not built (${file}): run \`npm run setup\``);
  }
  const start = () => startFakeMain(path.join(built, "preload", "index.cjs"));
  if (!alone) {
    shared ??= start();
  }
  const main = await (alone ? start() : (shared as Promise<FakeMain>));
  const { app, page } = main;
  const consoleErrors: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === "error") {
      consoleErrors.push(message.text());
    }
  };
  const onError = (error: Error) => consoleErrors.push(error.message);
  page.on("console", onConsole);
  page.on("pageerror", onError);
  await app.evaluate(
    (_electron, json) => (globalThis as unknown as MockMain).mockPlay(json),
    JSON.stringify({
      ...scenario,
      results: {
        appInfo: answered({
          name: "DriveProof",
          version: "0.1.0",
          os: "linux",
        }),
        listVolumes: answered([]),
        driveHealth: answered({
          health: sampleHealth(),
          computer: laptopComputer,
        }),
        powerCutGuide: answered(null),
        dataState: answered({
          keepingProblem: null,
          setAside: [],
          unlocked: null,
          powerCutFolderLeft: null,
        }),
        foundPowerCutTest: answered(null),
        chooseFolder: answered(null),
        ...scenario.results,
      },
      missingReport,
    }),
  );
  await page.goto(`${pathToFileURL(file).href}#${scenario.language}`);
  const mock: MockWindow = {
    app,
    page,
    consoleErrors,
    callsOf: (name) =>
      app.evaluate((_electron, wanted) => {
        const { mockCalls } = globalThis as unknown as MockMain;
        return mockCalls.filter((call) => call.name === wanted).map((call) => call.args);
      }, name),
    answer: (name, result) =>
      app.evaluate(
        (_electron, [call, answer]) => (globalThis as unknown as MockMain).mockAnswer(call, answer),
        [name, result] as const,
      ),
    finish: () => app.evaluate(() => (globalThis as unknown as MockMain).mockFinish()),
    look: async (look) => {
      await setLook(app, page, look);
      await settled(page);
    },
    close: async () => {
      try {
        await page.goto("about:blank");
        await app.evaluate(() => (globalThis as unknown as MockMain).mockEnd());
      } finally {
        page.off("console", onConsole);
        page.off("pageerror", onError);
        if (alone) {
          await main.close();
        }
      }
    },
  };
  const { theme, width, height, zoom } = scenario;
  // Chromium stores the zoom by address, so it is set again after the page has loaded.
  await setLook(app, page, { theme, width, height, zoom });
  return mock;
}

async function setLook(app: FakeMain["app"], page: Page, look: Look): Promise<void> {
  await app.evaluate(
    (_electron, wanted) => (globalThis as unknown as MockMain).mockLook(wanted),
    look,
  );
  // Waits until the system has resized the window.
  await page.waitForFunction(
    ({ theme, width, zoom }) =>
      matchMedia(`(prefers-color-scheme: ${theme})`).matches &&
      Math.abs(innerWidth * zoom - width) <= zoom,
    look,
  );
}
