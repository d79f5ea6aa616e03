import { isElf, parseElf } from "./elf.mjs";
import { isMachO, parseMachO } from "./macho.mjs";
import { isPe, parsePe } from "./pe.mjs";

/** @typedef {import("./binary-reader.mjs").Binary} Binary */

/**
 * @param {Buffer} bytes a shared library of any of the three systems
 * @returns {Binary}
 */
export function parseBinary(bytes) {
  if (isElf(bytes)) return parseElf(bytes);
  if (isMachO(bytes)) return parseMachO(bytes);
  if (isPe(bytes)) return parsePe(bytes);
  throw new Error("neither an ELF nor a Mach-O nor a PE file");
}

/**
 * What the addon must fulfil on a system: its format, the libraries that every installation has,
 * and the oldest version that the addon is promised to run on. Windows 10 includes the C library,
 * behind names that begin with api-ms-win-crt:
 * https://learn.microsoft.com/cpp/windows/universal-crt-deployment
 */
const systems = {
  linux: {
    format: "ELF",
    libraries: /^(lib(c|m|dl|rt|pthread)\.so\.\d|ld-linux-(x86-64|aarch64)\.so\.\d)$/,
    oldest: "glibc 2.28",
  },
  darwin: {
    format: "Mach-O",
    libraries: /^\/usr\/lib\/libSystem\.B\.dylib$/,
    oldest: "macOS 11.0",
  },
  win32: {
    format: "PE",
    libraries:
      /^(kernel32|ntdll|advapi32|cfgmgr32|ole32|propsys|shell32|api-ms-win-crt-[a-z]+-l1-1-0)\.dll$/i,
    oldest: "Windows 10.0",
  },
};

/**
 * macOS joins the C++ memory operators of all libraries of a program, so they must be exported:
 * operator new (_Zn) and operator delete (_Zd) by the compiler's names, and the header's symbols.
 */
const sharedOnMacos = /^(_Z(n[wa]|d[la])\w+|_mh_dylib_header|__dso_handle)$/;

/**
 * @param {Binary} binary
 * @param {{ target: import("./targets.mjs").Target, expectedExports: readonly string[],
 *   napiFunctions: readonly string[] }} expected
 * @returns {string[]} one sentence per failed check; empty if all is well
 */
export function problemsOf(binary, { target, expectedExports, napiFunctions }) {
  const system = systems[target.os];
  const strangeLibraries = binary.libraries.filter((name) => !system.libraries.test(name));
  const missing = expectedExports.filter((name) => !binary.exports.includes(name));
  const surplus = binary.exports.filter(
    (name) =>
      !expectedExports.includes(name) && !(target.os === "darwin" && sharedOnMacos.test(name)),
  );
  const unknown = (binary.hostFunctions ?? []).filter((name) => !napiFunctions.includes(name));
  return [
    ...(binary.format === system.format ? [] : [`is ${binary.format}, not ${system.format}`]),
    ...(binary.arch === target.arch ? [] : [`is for ${binary.arch}, not ${target.arch}`]),
    ...list("needs libraries that not every system has", strangeLibraries),
    ...list("does not export", missing),
    ...list("exports more than an addon should", surplus),
    ...list("needs functions that Node-API does not have", unknown),
    ...(isAtMost(binary.oldestSystem, system.oldest)
      ? []
      : [`needs ${binary.oldestSystem}, later than ${system.oldest}`]),
    ...binary.problems,
  ];
}

/**
 * @param {string} what
 * @param {readonly string[]} names
 */
function list(what, names) {
  return names.length === 0 ? [] : [`${what}: ${names.join(", ")}`];
}

/**
 * @param {string} found such as "glibc 2.17"
 * @param {string} limit such as "glibc 2.28"
 */
function isAtMost(found, limit) {
  const [system, version = ""] = found.split(" ");
  const [limitSystem, limitVersion = ""] = limit.split(" ");
  return (
    system === limitSystem &&
    /^\d/.test(version) &&
    version.localeCompare(limitVersion, "en", { numeric: true }) <= 0
  );
}

/**
 * Paths of the building machine that got into the file.
 * @param {Buffer} bytes
 * @param {readonly string[]} folders
 * @returns {string[]}
 */
export function foldersNamedIn(bytes, folders) {
  return folders.filter((folder) => bytes.includes(folder));
}

/** A text that each database contains, wherever it was compiled. */
const databaseMarks = { SQLite: "SQLite format 3", libmdbx: "MDBX_CORRUPTED: " };

/**
 * The databases that the addon was built without.
 * @param {Buffer} bytes
 * @returns {string[]}
 */
export function databasesMissingIn(bytes) {
  return Object.entries(databaseMarks)
    .filter(([, mark]) => !bytes.includes(mark))
    .map(([name]) => name);
}
