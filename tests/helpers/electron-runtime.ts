import {
  type ElectronForApp,
  electronFor as electronOf,
} from "../../scripts/setup/electron-for-app.mjs";

/** The Electron whose path the test command passes in DRIVEPROOF_ELECTRON; throws without it. */
export function electronRuntime(): { executable: string; args: string[] } {
  const told = process.env.DRIVEPROOF_ELECTRON;
  if (!told) {
    throw new Error("Electron is not set up: run the window tests with `npm test -- window`");
  }
  return JSON.parse(told) as { executable: string; args: string[] };
}

/** Starts Electron, as the tests use it, with the app in this folder. */
export function electronFor(appDirectory: string): Promise<ElectronForApp> {
  return electronOf(electronRuntime(), appDirectory);
}
