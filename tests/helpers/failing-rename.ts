import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { rename } = fsPromises;

/** From now on the system refuses to rename anything, so many times or until `endFailingRename`. */
export function renameFails(code: string, times = Number.POSITIVE_INFINITY): void {
  let failed = 0;
  Object.assign(fsPromises, {
    rename: (from: string, to: string) => {
      failed += 1;
      return failed > times
        ? rename(from, to)
        : Promise.reject(Object.assign(new Error(code), { code }));
    },
  });
  syncBuiltinESMExports();
}

export function endFailingRename(): void {
  Object.assign(fsPromises, { rename });
  syncBuiltinESMExports();
}
