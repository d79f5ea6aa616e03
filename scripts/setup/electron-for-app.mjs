import { existsSync } from "node:fs";
import { copyFile, link, mkdir, mkdtemp, readdir, realpath, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/**
 * How to start Electron with another app; `remove` deletes what was made for it.
 * @typedef {{ executable: string, args: readonly string[], remove: () => Promise<void> }} ElectronForApp
 */

/**
 * Electron for the app in `appDirectory` (a folder with a package.json). A complete Electron takes
 * the folder as an argument. One without `default_app.asar` ignores it and loads `resources/app`:
 * it gets a copy of its folder, made of links, whose `resources/app` is the wanted one.
 * @param {{ executable: string, args: readonly string[] }} runtime
 * @param {string} appDirectory
 * @returns {Promise<ElectronForApp>}
 */
export async function electronFor({ executable, args }, appDirectory) {
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
