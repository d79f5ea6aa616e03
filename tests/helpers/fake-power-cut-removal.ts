import { existsSync, readdirSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type RemovePowerCutFiles,
  removePowerCutFolder,
} from "../../electron/main/power-cut/files";

/**
 * Stands for the engine where what is tested is what happens around a removal. It removes a test's
 * files by their paths and knows nothing of links and other people's files: tests/native/removal.test.ts.
 */
export function fakePowerCutRemoval(folder: string): Promise<boolean> {
  const removeFiles: RemovePowerCutFiles = async () => {
    if (!existsSync(folder)) {
      return true;
    }
    const stateFile = join(folder, "plug-test.json");
    const mark = join(folder, "removal-begun");
    writeFileSync(mark, "");
    const names = readdirSync(folder).map((name) => join(folder, name));
    for (const mode of names.filter((name) => statSync(name).isDirectory())) {
      for (const name of readdirSync(mode)) {
        unlinkSync(join(mode, name));
      }
      rmdirSync(mode);
    }
    for (const file of names.filter((name) => name.startsWith(stateFile) || name === mark)) {
      unlinkSync(file);
    }
    if (readdirSync(folder).length > 0) {
      return false;
    }
    rmdirSync(folder);
    return true;
  };
  return removePowerCutFolder(folder, removeFiles, { note: async () => undefined });
}
