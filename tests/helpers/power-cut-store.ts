import { existsSync, readdirSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RemovePowerCutFiles } from "../../electron/main/power-cut/files";
import { PowerCutStore, type PowerCutStoreParts } from "../../electron/main/power-cut/store";

/**
 * A plug test's store that needs no engine and holds this state (`null`: holds no state, as on the
 * command line).
 */
export function powerCutStore(
  record: PowerCutStoreParts["record"],
  isRemoved: PowerCutStoreParts["removed"]["includes"] = async () => false,
): PowerCutStore {
  const removed = { note: async () => undefined, includes: isRemoved };
  return new PowerCutStore({ record, removeFiles, removed });
}

/**
 * Stands in for the engine in tests of what happens around a removal: removes a test's files by
 * their paths, without regard to links and foreign files, which tests/native/removal.test.ts
 * covers.
 */
const removeFiles: RemovePowerCutFiles = async ({ folder }) => {
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
