import os from "node:os";
import { SetupFailure } from "./failure.mjs";

/** That of the declared Electron, as electron-builder.yml says it; its kernel is Darwin 22. */
const oldest = { macos: 13, darwin: 22 };

/**
 * Why the declared Electron would not start on this Mac, before it is fetched. There is no older
 * Electron for a Mac, as the fallback is for Linux: macOS 12 and earlier have the command line only.
 * @param {string} version of the declared Electron
 * @param {{ platform: string, release: string }} system
 */
export function macosProblem(version, { platform, release } = thisSystem) {
  if (platform !== "darwin" || Number.parseInt(release, 10) >= oldest.darwin) return null;
  return new SetupFailure(
    `Electron ${version}, which shows the window, needs macOS ${oldest.macos} or later, and this Mac has an older one (Darwin ${release})`,
    "update macOS, or inspect without a window: `npm run inspect -- --path DIR`",
  );
}

const thisSystem = { platform: process.platform, release: os.release() };
