import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { type CallName, callChannel, type EventName, eventChannel } from "#contract/ipc-names";
import { ipcCalls, ipcEvents } from "#contract/ipc-schema";
import { electronFor } from "../electron-runtime";
import { startInChromium } from "./chromium-main";
import { shortLivedPages } from "./short-lived-pages";

/** Electron with a fake main process (program/main.cjs) and its one window, which is empty at first. */
export interface FakeMain {
  readonly app: Pick<ElectronApplication, "evaluate">;
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/**
 * Starts the fake main process in Electron, or in the Chromium that DRIVEPROOF_CHROMIUM names (`npm
 * test -- chromium`).
 */
export function startFakeMain(preload: string): Promise<FakeMain> {
  const settings = JSON.stringify({
    preload,
    callChannels: channels(Object.keys(ipcCalls) as CallName[], callChannel),
    eventChannels: channels(Object.keys(ipcEvents) as EventName[], eventChannel),
  });
  const chromium = process.env.DRIVEPROOF_CHROMIUM;
  return chromium ? startInChromium(chromium, { preload, settings }) : startInElectron(settings);
}

async function startInElectron(settings: string): Promise<FakeMain> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "driveproof-mock-"));
  const electron = await electronFor(path.join(__dirname, "program"));
  const app = await _electron.launch({
    executablePath: electron.executable,
    args: [...electron.args, shortLivedPages, `--user-data-dir=${path.join(folder, "profile")}`],
    // The mock sets the theme through Electron, so Playwright must not override it.
    colorScheme: null,
    env: {
      ...(process.env as Record<string, string>),
      DRIVEPROOF_MOCK: settings,
    },
  });
  return {
    app,
    page: await app.firstWindow(),
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
