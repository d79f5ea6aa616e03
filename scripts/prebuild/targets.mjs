/**
 * A system and processor that the addon is built for. `zig` is the compiler's name for it, with the
 * oldest system the result must run on: glibc 2.17 (2012), macOS 11; Windows 10 is the oldest that
 * includes the C library (UCRT).
 * @typedef {{ name: string, os: "linux" | "darwin" | "win32", arch: "x64" | "arm64", zig: string }} Target
 */

/** @type {readonly Target[]} */
export const targets = [
  { name: "linux-x64", os: "linux", arch: "x64", zig: "x86_64-linux-gnu.2.17" },
  { name: "linux-arm64", os: "linux", arch: "arm64", zig: "aarch64-linux-gnu.2.17" },
  { name: "win32-x64", os: "win32", arch: "x64", zig: "x86_64-windows-gnu" },
  { name: "win32-arm64", os: "win32", arch: "arm64", zig: "aarch64-windows-gnu" },
  { name: "darwin-x64", os: "darwin", arch: "x64", zig: "x86_64-macos.11.0" },
  { name: "darwin-arm64", os: "darwin", arch: "arm64", zig: "aarch64-macos.11.0" },
];

/**
 * The target for this machine; `null` if the addon is not built for such a machine. A Linux with
 * another C library (musl, as Alpine has) cannot load an addon built for glibc.
 * @param {{ platform: string, arch: string, hasGlibc: () => boolean }} machine
 */
export function ownTarget({ platform, arch, hasGlibc } = thisMachine) {
  const target = targets.find(({ name }) => name === `${platform}-${arch}`) ?? null;
  return target?.os === "linux" && !hasGlibc() ? null : target;
}

const thisMachine = { platform: process.platform, arch: process.arch, hasGlibc };

/** Asks this Node for its C library. */
function hasGlibc() {
  const { header } = /** @type {{ header: object }} */ (process.report.getReport());
  return "glibcVersionRuntime" in header;
}
