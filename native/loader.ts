import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { NativeEngine } from "./index";

/**
 * Loads `driveproof.node` from a folder that holds the addon's builds: a build made on this
 * machine wins over one that was shipped.
 *
 * Throws an error that lists the paths tried and the command that builds the addon when there is
 * none. Whatever else goes wrong (a build for another system, a missing library) is thrown as it
 * is, because trying the next path would only hide it.
 */
export function loadNativeEngine(nativeDirectory: string): NativeEngine {
  const paths = addonPaths(resolve(nativeDirectory));
  for (const path of paths) {
    try {
      // Neither a plain require (vitest runs this file as a module) nor import.meta (the engine
      // host is bundled as CommonJS) would work in both places.
      return createRequire(path)(path) as NativeEngine;
    } catch (error) {
      if (!isNotFound(error, path)) {
        throw error;
      }
    }
  }
  throw new Error(
    `The native engine was not found. Build it with "npm run setup". Tried:\n${paths
      .map((path) => `  ${path}`)
      .join("\n")}`,
  );
}

function addonPaths(nativeDirectory: string): string[] {
  return [
    join(nativeDirectory, "build", "Release", "driveproof.node"),
    join(nativeDirectory, "prebuilds", `${process.platform}-${process.arch}`, "driveproof.node"),
  ];
}

/** True only when this very file is missing, not something it needs. */
function isNotFound(error: unknown, path: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "MODULE_NOT_FOUND" &&
    error.message.includes(`'${path}'`)
  );
}
