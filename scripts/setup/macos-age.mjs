import os from "node:os";
import { SetupFailure } from "./failure.mjs";

/**
 * The oldest macOS on which the declared Electron starts, by electron-builder.yml; its kernel is
 * Darwin 22.
 */
const oldest = { macos: 13, darwin: 22 };

/**
 * Why the declared Electron would not start on this Mac, before it is fetched. The fallback is for
 * Linux only: macOS 12 and earlier have just the command line.
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
