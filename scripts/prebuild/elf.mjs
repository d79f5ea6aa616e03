// Linux. https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html and, for symbol versions,
// https://refspecs.linuxfoundation.org/LSB_5.0.0/LSB-Core-generic/LSB-Core-generic/symversion.html

import { BinaryReader } from "./binary-reader.mjs";

/** @type {Record<number, string>} */
const machines = { 62: "x64", 183: "arm64" };

const sectionTypes = { dynamic: 6, dynamicSymbols: 11, versionNeeds: 0x6ffffffe };
const tags = { needed: 1, rpath: 15, textRelocations: 22, runpath: 29 };
const stackSegment = 0x6474e551;

/** @param {Buffer} bytes */
export function isElf(bytes) {
  return bytes.length > 64 && bytes.readUInt32BE(0) === 0x7f454c46;
}

/**
 * @param {Buffer} bytes
 * @returns {import("./binary-reader.mjs").Binary}
 */
export function parseElf(bytes) {
  const file = new BinaryReader(bytes);
  if (bytes[4] !== 2 || bytes[5] !== 1) throw new Error("not a 64-bit little-endian ELF file");
  const machine = file.u16(18);
  const sections = readSections(file);
  const dynamic = readDynamic(file, sections);
  const symbols = readSymbols(file, sections);
  return {
    format: "ELF",
    arch: machines[machine] ?? `machine 0x${machine.toString(16)}`,
    libraries: dynamic.filter(({ tag }) => tag === tags.needed).map(({ text }) => text()),
    exports: symbols.filter(({ defined }) => defined).map(({ name }) => name),
    hostFunctions: symbols.filter(isFromHost).map(({ name }) => name),
    oldestSystem: `glibc ${newest(glibcVersions(file, sections)) ?? "any"}`,
    problems: [
      ...(file.u16(16) === 3 ? [] : ["is not a shared library"]),
      ...(dynamic.some(({ tag }) => tag === tags.rpath || tag === tags.runpath)
        ? ["looks for libraries in a folder of its own"]
        : []),
      ...(dynamic.some(({ tag }) => tag === tags.textRelocations) ? ["changes its own code"] : []),
      ...(hasExecutableStack(file) ? ["asks for an executable stack"] : []),
    ],
  };
}

/**
 * @typedef {{ type: number, offset: number, size: number, link: number }} Section
 * @param {BinaryReader} file
 * @returns {Section[]}
 */
function readSections(file) {
  const start = file.u64(40);
  const size = file.u16(58);
  return Array.from({ length: file.u16(60) }, (_, index) => {
    const at = start + index * size;
    return {
      type: file.u32(at + 4),
      offset: file.u64(at + 24),
      size: file.u64(at + 32),
      link: file.u32(at + 40),
    };
  });
}

/**
 * @param {Section[]} sections
 * @param {number} type
 */
function find(sections, type) {
  const section = sections.find((candidate) => candidate.type === type);
  return section && { ...section, texts: sections[section.link]?.offset ?? 0 };
}

/**
 * @param {BinaryReader} file
 * @param {Section[]} sections
 */
function readDynamic(file, sections) {
  const section = find(sections, sectionTypes.dynamic);
  if (!section) return [];
  return Array.from({ length: section.size / 16 }, (_, index) => {
    const at = section.offset + index * 16;
    return { tag: file.u64(at), text: () => file.text(section.texts + file.u64(at + 8)) };
  });
}

/**
 * @typedef {{ name: string, weak: boolean, defined: boolean, versioned: boolean }} ElfSymbol
 * @param {BinaryReader} file
 * @param {Section[]} sections
 * @returns {ElfSymbol[]} global and weak ones
 */
function readSymbols(file, sections) {
  const section = find(sections, sectionTypes.dynamicSymbols);
  if (!section) return [];
  const versions = sections.find(({ type }) => type === 0x6fffffff);
  const symbols = [];
  for (let index = 0; index < section.size / 24; index += 1) {
    const at = section.offset + index * 24;
    const binding = file.bytes.readUInt8(at + 4) >> 4;
    if (binding === 0) continue;
    symbols.push({
      name: file.text(section.texts + file.u32(at)),
      weak: binding === 2,
      defined: file.u16(at + 6) !== 0,
      // 0 and 1 mean "no version": the first library that has the symbol provides it.
      versioned: versions !== undefined && (file.u16(versions.offset + index * 2) & 0x7fff) > 1,
    });
  }
  return symbols;
}

/**
 * The C library's functions have a version; a symbol without one comes from the program.
 * @param {ElfSymbol} symbol
 */
function isFromHost({ defined, weak, versioned }) {
  return !defined && !weak && !versioned;
}

/**
 * @param {BinaryReader} file
 * @param {Section[]} sections
 * @returns {string[]} such as "2.17"
 */
function glibcVersions(file, sections) {
  const section = find(sections, sectionTypes.versionNeeds);
  const versions = [];
  let need = section?.offset ?? 0;
  for (let more = section !== undefined; more; ) {
    let entry = need + file.u32(need + 8);
    for (let left = file.u16(need + 2); left > 0; left -= 1) {
      const version = /^GLIBC_(\d[\d.]*)$/.exec(
        file.text((section?.texts ?? 0) + file.u32(entry + 8)),
      );
      if (version?.[1]) versions.push(version[1]);
      entry += file.u32(entry + 12);
    }
    const next = file.u32(need + 12);
    more = next !== 0;
    need += next;
  }
  return versions;
}

/**
 * @param {readonly string[]} versions
 * @returns {string | undefined}
 */
function newest(versions) {
  return [...versions]
    .sort((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .at(-1);
}

/** @param {BinaryReader} file */
function hasExecutableStack(file) {
  const start = file.u64(32);
  for (let index = 0; index < file.u16(56); index += 1) {
    const at = start + index * file.u16(54);
    if (file.u32(at) === stackSegment) return (file.u32(at + 4) & 1) !== 0;
  }
  // Without this header Linux makes the stack executable.
  return true;
}
