import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { rename } = fsPromises;

/** From now on the system refuses to rename anything, until `endFailingRename`. */
export function renameFails(code: string): void {
  Object.assign(fsPromises, {
    rename: () => Promise.reject(Object.assign(new Error(code), { code })),
  });
  syncBuiltinESMExports();
}

export function endFailingRename(): void {
  Object.assign(fsPromises, { rename });
  syncBuiltinESMExports();
}
