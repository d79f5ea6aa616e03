import { existsSync } from "node:fs";
import { copyFile, link, mkdir, mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** How to start Electron with an app of the tests' own; `remove` takes away what was made for it. */
export interface ElectronForApp {
  readonly executable: string;
  readonly args: readonly string[];
  readonly remove: () => Promise<void>;
}

/** What the test command says about Electron; throws where it says nothing. */
export function electronRuntime(): { executable: string; args: string[] } {
  const told = process.env.DRIVEPROOF_ELECTRON;
  if (!told) {
    throw new Error("Electron is not set up: run the window tests with `npm test -- window`");
  }
  return JSON.parse(told) as { executable: string; args: string[] };
}

/**
 * Electron for the app in `appDirectory` (a folder with a package.json). A complete Electron takes
 * the folder as an argument. One without `default_app.asar` ignores it and loads `resources/app`:
 * it gets a copy of its folder, made of links, whose `resources/app` is the wanted one.
 */
export async function electronFor(appDirectory: string): Promise<ElectronForApp> {
  const { executable, args } = electronRuntime();
  const runtime = path.dirname(await realpath(executable));
  const own = args.filter((argument) => argument.startsWith("--"));
  const defaultApp = path.join(runtime, "resources", "default_app.asar");
  if (process.platform !== "linux" || existsSync(defaultApp)) {
    return { executable, args: [...own, appDirectory], remove: async () => undefined };
  }
  const copy = await mkdtemp(path.join(os.tmpdir(), "driveproof-electron-"));
  for (const name of await readdir(runtime)) {
    if (name !== "resources" && name !== path.basename(executable)) {
      await symlink(path.join(runtime, name), path.join(copy, name));
    }
  }
  const program = path.join(copy, path.basename(executable));
  // Electron looks for its files beside the real program, so a symbolic link would not do.
  await link(await realpath(executable), program).catch(() => copyFile(executable, program));
  await mkdir(path.join(copy, "resources"));
  await symlink(path.resolve(appDirectory), path.join(copy, "resources", "app"));
  return {
    executable: program,
    args: own,
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}
