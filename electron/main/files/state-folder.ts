import { statSync } from "node:fs";
import path from "node:path";
import packageJson from "../../../package.json";
import { homeFolder } from "./places";

/**
 * The window's data folder, for the command line on plain Node: both share the list of unfinished
 * inspections in it. `null` (nothing is stored) if the folder lies in another user's home, as under
 * `sudo -E`.
 */
export function stateFolder(): string | null {
  const { env, platform } = process;
  const home = homeFolder();
  const data = {
    win32: env.APPDATA ?? path.join(home, "AppData", "Roaming"),
    darwin: path.join(home, "Library", "Application Support"),
  };
  const above =
    data[platform as keyof typeof data] ?? (env.XDG_CONFIG_HOME || path.join(home, ".config"));
  return path.isAbsolute(above) && isOwnPlace(above)
    ? path.join(above, packageJson.productName)
    : null;
}

/** Whether this user owns the folder or its nearest existing parent. */
function isOwnPlace(folder: string): boolean {
  const user = process.getuid?.();
  try {
    return user === undefined || statSync(folder).uid === user;
  } catch {
    const above = path.dirname(folder);
    return above !== folder && isOwnPlace(above);
  }
}
