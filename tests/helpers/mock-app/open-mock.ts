import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { driveError } from "../../../electron/contract/drive-error";
import {
  type CallName,
  callChannel,
  type EventName,
  eventChannel,
  ipcCalls,
  ipcEvents,
} from "../../../electron/contract/ipc-schema";
import { electronFor } from "../electron-runtime";
import { answered, refused, type Scenario } from "./scenario";

const root = path.resolve(__dirname, "../../..");
const built = process.env.DRIVEPROOF_MOCK_OUT ?? path.join(root, "out");

export interface MockWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Errors the page wrote to its console, broken content security policy among them. */
  readonly consoleErrors: readonly string[];
  /** The arguments of every call of that name so far. */
  readonly callsOf: (name: CallName) => Promise<unknown[][]>;
  /** Theme, size and zoom as the system and the person change them while the window is open. */
  readonly look: (look: Look) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type Look = Pick<Scenario, "theme" | "width" | "height" | "zoom">;

const missingReport = refused(
  driveError("internal", "This report is not there any more. It may have been deleted."),
);

const defaults: Scenario = {
  page: "index",
  results: {},
  history: [],
  reports: {},
  frames: [],
  frameMs: 40,
  finishes: false,
  saves: true,
  runId: "00000000-0000-4000-8000-000000000000",
  startsRunning: false,
  announcesStopping: true,
  stopsAfterMs: 200,
  theme: "light",
  width: 1280,
  height: 800,
  zoom: 1,
};

/** Opens the built window (or report page) over a main process that plays the scenario. */
export async function openMock(changes: Partial<Scenario>): Promise<MockWindow> {
  const scenario = { ...defaults, ...changes };
  const page = path.join(built, "renderer", `${scenario.page}.html`);
  if (!existsSync(page)) {
    throw new Error(`the window is not built (${page}): run \`npm run build:app\``);
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "driveproof-mock-"));
  const file = path.join(folder, "scenario.json");
  await writeFile(
    file,
    JSON.stringify({
      ...scenario,
      results: {
        appInfo: answered({
          name: "DriveProof",
          version: "0.1.0",
          os: "linux",
          fallbackRuntime: false,
        }),
        listVolumes: answered([]),
        plugGuide: answered(null),
        chooseFolder: answered(null),
        ...scenario.results,
      },
      missingReport,
      page,
      preload: path.join(built, "preload", "index.cjs"),
      callChannels: channels(Object.keys(ipcCalls) as CallName[], callChannel),
      eventChannels: channels(Object.keys(ipcEvents) as EventName[], eventChannel),
    }),
  );
  const electron = await electronFor(__dirname);
  const app = await _electron.launch({
    executablePath: electron.executable,
    args: [...electron.args, `--user-data-dir=${path.join(folder, "profile")}`],
    // The theme is set by the mock through Electron, as the system would set it.
    colorScheme: null,
    env: { ...(process.env as Record<string, string>), DRIVEPROOF_MOCK_SCENARIO: file },
  });
  const window = await app.firstWindow();
  const consoleErrors: string[] = [];
  window.on("console", (message) => {
    if (message.type() === "error") {
      consoleErrors.push(message.text());
    }
  });
  window.on("pageerror", (error) => consoleErrors.push(error.message));
  return {
    app,
    page: window,
    consoleErrors,
    callsOf: (name) =>
      app.evaluate((_electron, wanted) => {
        const calls = (globalThis as unknown as { mockCalls: { name: string; args: unknown[] }[] })
          .mockCalls;
        return calls.filter((call) => call.name === wanted).map((call) => call.args);
      }, name),
    look: async (look) => {
      await app.evaluate(({ BrowserWindow, nativeTheme }, { theme, width, height, zoom }) => {
        const [window] = BrowserWindow.getAllWindows();
        nativeTheme.themeSource = theme;
        window?.setContentSize(width, height);
        window?.webContents.setZoomFactor(zoom);
      }, look);
      await window.waitForFunction(
        ({ theme, width, zoom }) =>
          matchMedia(`(prefers-color-scheme: ${theme})`).matches &&
          Math.abs(innerWidth * zoom - width) <= zoom,
        look,
      );
    },
    close: async () => {
      await app.close();
      await electron.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function channels<N extends string>(names: readonly N[], channel: (name: N) => string) {
  return Object.fromEntries(names.map((name) => [name, channel(name)]));
}
