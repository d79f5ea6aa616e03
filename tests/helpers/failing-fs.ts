import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { rename, open, mkdir } = fsPromises;

const refusal = (code: string) => Object.assign(new Error(code), { code });

function replace(calls: object): void {
  Object.assign(fsPromises, calls);
  syncBuiltinESMExports();
}

/** From now on rename() fails with this error: `times` times, or until `endFailingCalls`. */
export function renameFails(code: string, times = Number.POSITIVE_INFINITY): void {
  let failed = 0;
  replace({
    rename: (from: string, to: string) => {
      failed += 1;
      return failed > times ? rename(from, to) : Promise.reject(refusal(code));
    },
  });
}

/** From now on the creation of a file or folder below `folder` fails with this error. */
export function makingFails(code: string, folder: string): void {
  const isBelow = (place: unknown) => String(place).startsWith(`${folder}/`);
  const isNew = (flags: unknown) =>
    typeof flags === "number" ? (flags & fsPromises.constants.O_CREAT) !== 0 : flags === "wx";
  replace({
    open: (file: string, flags: number, mode?: number) =>
      isBelow(file) && isNew(flags) ? Promise.reject(refusal(code)) : open(file, flags, mode),
    mkdir: (place: string, options: object) =>
      isBelow(place) ? Promise.reject(refusal(code)) : mkdir(place, options),
  });
}

export function endFailingCalls(): void {
  replace({ rename, open, mkdir });
}
