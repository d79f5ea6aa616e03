import { statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import packageJson from "../../../package.json";

/**
 * Where the window keeps its data, for the command line on plain Node, which shares the list of
 * unfinished inspections with it. `null` where that is another user's home, as under `sudo -E`:
 * nothing is put there.
 */
export function stateFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const home = homeFolder();
  const data = {
    win32: environment.APPDATA ?? path.join(home, "AppData", "Roaming"),
    darwin: path.join(home, "Library", "Application Support"),
  };
  const above =
    data[platform as keyof typeof data] ??
    (environment.XDG_CONFIG_HOME || path.join(home, ".config"));
  return path.isAbsolute(above) && isOwnPlace(above)
    ? path.join(above, packageJson.productName)
    : null;
}

/** Where the system has no entry for the user, as in containers, there is none: no absolute path. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}

/** Whether the nearest folder that exists is this user's. */
function isOwnPlace(folder: string): boolean {
  const user = process.getuid?.();
  try {
    return user === undefined || statSync(folder).uid === user;
  } catch {
    const above = path.dirname(folder);
    return above !== folder && isOwnPlace(above);
  }
}
