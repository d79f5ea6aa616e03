import { createRequire } from "node:module";
import { join, resolve } from "node:path";

/** None of these `paths` leads to an addon. */
export class AddonMissing extends Error {
  readonly system = `${process.platform}-${process.arch}`;

  constructor(readonly paths: readonly string[]) {
    super(`the addon is in none of ${paths.join(", ")}; npm run setup builds it`);
    this.name = "AddonMissing";
  }
}

/**
 * Loads the first `driveproof.node` that exists among the `addonPaths()` of this folder.
 *
 * If there is none, throws `AddonMissing`. Any other error (a build for another system, a missing
 * library) is thrown unchanged, because trying the next path would only hide it.
 */
export function loadAddon(nativeDirectory: string): unknown {
  const paths = addonPaths(nativeDirectory);
  for (const path of paths) {
    try {
      // A plain require() would fail in vitest, which runs this file as an ES module, and
      // import.meta in the engine host, which is bundled as CommonJS.
      return createRequire(path)(path);
    } catch (error) {
      if (!isNotFound(error, path)) {
        throw error;
      }
    }
  }
  throw new AddonMissing(paths);
}

/**
 * Where the addon may be, in order of preference: built on this machine; in the packaged program,
 * which has just one; cross-compiled for this system and processor.
 */
export function addonPaths(nativeDirectory: string): string[] {
  const folder = resolve(nativeDirectory);
  const file = "driveproof.node";
  return [
    join(folder, "build", "Release", file),
    join(folder, file),
    join(folder, "prebuilds", `${process.platform}-${process.arch}`, file),
  ];
}

/** True only if the addon at this path is missing, not if a library that it needs is. */
function isNotFound(error: unknown, path: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "MODULE_NOT_FOUND" &&
    error.message.includes(`'${path}'`)
  );
}
