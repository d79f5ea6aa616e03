import { readdirSync } from "node:fs";
import path from "node:path";
import { homeFolder } from "./paths.mjs";
import { findProgram, outputOf } from "./run-program.mjs";

/**
 * Something the system must have. `apt` lists the names of the Debian and Ubuntu package that has
 * it, newest name first: the move to 64-bit time renamed libraries to "…t64".
 * @typedef {{ what: string, apt: readonly string[], present: (system: InstalledSystem) => boolean }} Requirement
 * @typedef {{ libraries: ReadonlySet<string>, hasProgram: (name: string) => boolean, hasFont: () => boolean }} InstalledSystem
 */

/**
 * @param {string} soname
 * @param {...string} apt
 * @returns {Requirement}
 */
const library = (soname, ...apt) => ({
  what: soname,
  apt,
  present: (system) => system.libraries.has(soname),
});

/**
 * @param {string} name
 * @param {string} apt
 * @returns {Requirement}
 */
const program = (name, apt) => ({
  what: name,
  apt: [apt],
  present: (system) => system.hasProgram(name),
});

/** Libraries of Electron that a system without a desktop lacks. @type {readonly Requirement[]} */
export const electronRequirements = [
  library("libgtk-3.so.0", "libgtk-3-0t64", "libgtk-3-0"),
  library("libnss3.so", "libnss3"),
  library("libasound.so.2", "libasound2t64", "libasound2"),
  library("libgbm.so.1", "libgbm1"),
  library("libXss.so.1", "libxss1"),
  library("libatk-bridge-2.0.so.0", "libatk-bridge2.0-0t64", "libatk-bridge2.0-0"),
  library("libdrm.so.2", "libdrm2"),
  { what: "a font", apt: ["fonts-liberation"], present: (system) => system.hasFont() },
];

/** A screen in memory, to draw the PDF without a display. @type {readonly Requirement[]} */
export const virtualDisplayRequirements = [
  program("Xvfb", "xvfb"),
  program("xvfb-run", "xvfb"),
  program("xauth", "xauth"),
];

/** @type {readonly Requirement[]} */
export const compilerRequirements = [
  {
    what: "a C++ compiler",
    apt: ["g++"],
    present: (system) => ["c++", "g++", "clang++"].some((name) => system.hasProgram(name)),
  },
  program("make", "make"),
  program("python3", "python3"),
];

/**
 * Tools of some tests; without a tool the tests that need it are skipped.
 * @type {readonly Requirement[]}
 */
export const testToolRequirements = [
  program("pdftotext", "poppler-utils"),
  program("mkfs.btrfs", "btrfs-progs"),
  program("mkfs.xfs", "xfsprogs"),
  program("fio", "fio"),
  program("dbus-daemon", "dbus"),
  program("busctl", "systemd"),
];

/**
 * The browser in which `npm test -- chromium` shows the screens. It should be as new as the declared
 * Electron's Chromium or newer; its version is not checked.
 * @type {readonly Requirement[]}
 */
export const chromiumRequirements = [program("chromium", "chromium")];

/** Further tools that root needs to simulate drives. @type {readonly Requirement[]} */
export const laboratoryRequirements = [
  program("losetup", "mount"),
  program("mkfs.ext4", "e2fsprogs"),
  program("cc", "gcc"),
  program("pkg-config", "pkg-config"),
  program("fusermount3", "fuse3"),
  library("libfuse3.so", "libfuse3-dev"),
];

/**
 * Shared libraries in the output of `ldconfig -p`, those of this processor only: a 32-bit copy does
 * not help.
 * @param {string} listing
 * @param {string} arch as in process.arch
 * @returns {Set<string>}
 */
export function parseLibraryCache(listing, arch) {
  const tag = { x64: "x86-64", arm64: "AArch64" }[arch];
  const found = new Set();
  for (const line of listing.split("\n")) {
    const match = /^\s+(\S+) \((.*)\) => /.exec(line);
    if (match?.[1] && (!tag || match[2]?.includes(tag))) found.add(match[1]);
  }
  return found;
}

/**
 * Shared libraries that the dynamic linker cannot find, from the output of `ldd`.
 * @param {string} listing
 * @returns {string[]}
 */
export function parseMissingLibraries(listing) {
  return [...listing.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1] ?? "");
}

/** @returns {InstalledSystem} */
export function installedSystem() {
  const ldconfig = findProgram("ldconfig");
  const listing = ldconfig ? outputOf(ldconfig, ["-p"]) : null;
  return {
    libraries: parseLibraryCache(listing ?? "", process.arch),
    hasProgram: (name) => findProgram(name) !== null,
    hasFont: () =>
      [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        ...[".local/share/fonts", ".fonts"].map((folder) => path.join(homeFolder() ?? "/", folder)),
      ].some(holdsFont),
  };
}

/**
 * @param {string} folder
 * @returns {boolean}
 */
function holdsFont(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // A missing or inaccessible font folder has no font that Electron could use.
    return false;
  }
  return entries.some((entry) =>
    entry.isDirectory()
      ? holdsFont(path.join(folder, entry.name))
      : /\.(ttf|otf|ttc|pfb)$/i.test(entry.name),
  );
}
