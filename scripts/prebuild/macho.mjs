// macOS. The structures are those of <mach-o/loader.h> and <mach-o/nlist.h>.

import { BinaryReader } from "./binary-reader.mjs";

/** @type {Record<number, string>} */
const processors = { 16777223: "x64", 16777228: "arm64" };

const commands = {
  symbols: 0x2,
  library: 0xc,
  weakLibrary: 0x80000018,
  reexportedLibrary: 0x8000001f,
  signature: 0x1d,
  dyldInfo: 0x80000022,
  buildVersion: 0x32,
  exportsTrie: 0x80000033,
  rpath: 0x8000001c,
};
const platformMacos = 1;
const fileTypes = { dynamicLibrary: 6, bundle: 8 };

/** @param {Buffer} bytes */
export function isMachO(bytes) {
  return bytes.length > 32 && bytes.readUInt32LE(0) === 0xfeedfacf;
}

/**
 * @param {Buffer} bytes a file for one processor (64 bits)
 * @returns {import("./binary-reader.mjs").Binary}
 */
export function parseMachO(bytes) {
  const file = new BinaryReader(bytes);
  const list = readCommands(file);
  /** @param {...number} wanted */
  const all = (...wanted) => list.filter(({ command }) => wanted.includes(command));
  const arch = processors[file.u32(4)] ?? `machine 0x${file.u32(4).toString(16)}`;
  const libraries = all(commands.library, commands.weakLibrary, commands.reexportedLibrary);
  const build = all(commands.buildVersion).find(({ at }) => file.u32(at + 8) === platformMacos);
  const signed = all(commands.signature).length > 0;
  return {
    format: "Mach-O",
    arch,
    libraries: libraries.map(({ at }) => file.text(at + file.u32(at + 8))),
    exports: readExports(file, list).map((name) => name.replace(/^_/, "")),
    hostFunctions: readHostFunctions(file, all(commands.symbols)[0]?.at),
    oldestSystem: build ? `macOS ${version(file.u32(build.at + 12))}` : "not told",
    problems: [
      ...(Object.values(fileTypes).includes(file.u32(12)) ? [] : ["is not a shared library"]),
      ...(build ? [] : ["is not marked as made for macOS"]),
      ...(all(commands.rpath).length > 0 ? ["looks for libraries in a folder of its own"] : []),
      // Apple silicon runs only signed code; an ad hoc signature suffices.
      ...(arch === "arm64" && !signed ? ["is not signed"] : []),
    ],
  };
}

/**
 * @typedef {{ command: number, at: number }} LoadCommand
 * @param {BinaryReader} file
 * @returns {LoadCommand[]}
 */
function readCommands(file) {
  const list = [];
  let at = 32;
  for (let left = file.u32(16); left > 0; left -= 1) {
    list.push({ command: file.u32(at), at });
    at += file.u32(at + 4);
  }
  return list;
}

/** @param {number} packed as in "11.0" = 0x000b0000 */
function version(packed) {
  return `${packed >>> 16}.${(packed >>> 8) & 0xff}`;
}

/**
 * Mach-O keeps exported names as a tree of common beginnings.
 * @param {BinaryReader} file
 * @param {LoadCommand[]} list
 * @returns {string[]}
 */
function readExports(file, list) {
  const trie = list.find(({ command }) => command === commands.exportsTrie);
  const info = list.find(({ command }) => command === commands.dyldInfo);
  const start = trie ? file.u32(trie.at + 8) : info ? file.u32(info.at + 40) : 0;
  const size = trie ? file.u32(trie.at + 12) : info ? file.u32(info.at + 44) : 0;
  /** @type {string[]} */
  const names = [];
  /**
   * @param {number} node relative to the tree's start
   * @param {string} prefix
   */
  const walk = (node, prefix) => {
    const terminal = file.uleb(start + node);
    if (terminal.value > 0) names.push(prefix);
    let at = terminal.end + terminal.value;
    for (let children = file.bytes.readUInt8(at++); children > 0; children -= 1) {
      const part = file.text(at);
      const child = file.uleb(at + Buffer.byteLength(part) + 1);
      at = child.end;
      walk(child.value, prefix + part);
    }
  };
  if (size > 0) walk(0, "");
  return names;
}

/**
 * Undefined symbols that are looked up in whatever is loaded, not in a named library.
 * @param {BinaryReader} file
 * @param {number | undefined} at where the symbol table's command stands
 * @returns {string[]}
 */
function readHostFunctions(file, at) {
  if (at === undefined) return [];
  const texts = file.u32(at + 16);
  const names = [];
  for (let index = 0; index < file.u32(at + 12); index += 1) {
    const entry = file.u32(at + 8) + index * 16;
    const type = file.bytes.readUInt8(entry + 4);
    const undefinedExternal = (type & 0x0e) === 0 && (type & 0x01) !== 0 && (type & 0xe0) === 0;
    // Apple's linker writes 0xfe for "whatever is loaded", zig's writes 0.
    const library = file.u16(entry + 6) >> 8;
    if (undefinedExternal && (library === 0xfe || library === 0)) {
      names.push(file.text(texts + file.u32(entry)).replace(/^_/, ""));
    }
  }
  return names;
}
