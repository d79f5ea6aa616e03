// Windows. https://learn.microsoft.com/windows/win32/debug/pe-format

import { BinaryReader } from "./binary-reader.mjs";

/** @type {Record<number, string>} */
const machines = { 34404: "x64", 43620: "arm64" };

const isDll = 0x2000;
/** The subsystem of console programs, for whose end a terminal waits. */
const consoleSubsystem = 3;
const protections = [
  { flag: 0x0020, problem: "does not use the whole address space" },
  { flag: 0x0040, problem: "cannot be moved in memory (ASLR)" },
  { flag: 0x0100, problem: "does not keep data from being run (NX)" },
];

/** @param {Buffer} bytes */
export function isPe(bytes) {
  return bytes.length > 64 && bytes.toString("latin1", 0, 2) === "MZ";
}

/**
 * @param {Buffer} bytes
 * @returns {import("./binary-reader.mjs").Binary}
 */
export function parsePe(bytes) {
  const { isLibrary, isConsole: _, ...binary } = readPe(bytes);
  const problems = [...(isLibrary ? [] : ["is not a shared library"]), ...binary.problems];
  return { ...binary, problems };
}

/**
 * @param {Buffer} bytes
 * @returns {import("./binary-reader.mjs").Binary}
 */
export function parseConsoleProgram(bytes) {
  const { isLibrary, isConsole, ...binary } = readPe(bytes);
  const fits = !isLibrary && isConsole;
  return {
    ...binary,
    problems: [...(fits ? [] : ["is no program for terminals"]), ...binary.problems],
  };
}

/**
 * @param {Buffer} bytes
 * @returns {import("./binary-reader.mjs").Binary & { isLibrary: boolean, isConsole: boolean }}
 */
function readPe(bytes) {
  const file = new BinaryReader(bytes);
  const header = file.u32(0x3c);
  const optional = header + 24;
  if (file.field(header, 4) !== "PE" || file.u16(optional) !== 0x20b) {
    throw new Error("not a 64-bit PE file");
  }
  const machine = file.u16(header + 4);
  const place = addressMap(file, header);
  const flags = file.u16(optional + 70);
  return {
    format: "PE",
    arch: machines[machine] ?? `machine 0x${machine.toString(16)}`,
    libraries: [
      ...libraryNames(file, place, directory(file, optional, 1), { entryBytes: 20, nameAt: 12 }),
      // Delay-loaded libraries: Windows loads them when one of their functions is first called.
      ...libraryNames(file, place, directory(file, optional, 13), { entryBytes: 32, nameAt: 4 }),
    ],
    exports: readExports(file, place, optional),
    hostFunctions: null,
    oldestSystem: `Windows ${file.u16(optional + 48)}.${file.u16(optional + 50)}`,
    isLibrary: (file.u16(header + 22) & isDll) !== 0,
    isConsole: file.u16(optional + 68) === consoleSubsystem,
    problems: protections.filter(({ flag }) => (flags & flag) === 0).map(({ problem }) => problem),
  };
}

/**
 * Maps addresses in memory to offsets in the file.
 * @param {BinaryReader} file
 * @param {number} header
 * @returns {(address: number) => number}
 */
function addressMap(file, header) {
  const table = header + 24 + file.u16(header + 20);
  const sections = Array.from({ length: file.u16(header + 6) }, (_, index) => {
    const at = table + index * 40;
    return { start: file.u32(at + 12), size: file.u32(at + 16), offset: file.u32(at + 20) };
  });
  return (address) => {
    const section = sections.find(({ start, size }) => address >= start && address < start + size);
    if (!section) throw new Error(`address 0x${address.toString(16)} is in no section`);
    return address - section.start + section.offset;
  };
}

/**
 * The address of a table in the header's list of tables, 0 if there is none.
 * @param {BinaryReader} file
 * @param {number} optional
 * @param {number} index
 */
function directory(file, optional, index) {
  return index < file.u32(optional + 108) ? file.u32(optional + 112 + index * 8) : 0;
}

/**
 * @param {BinaryReader} file
 * @param {(address: number) => number} place
 * @param {number} table address of the imports, 0 if there are none
 * @param {{ entryBytes: number, nameAt: number }} layout nameAt: of the name's address in an entry
 * @returns {string[]}
 */
function libraryNames(file, place, table, { entryBytes, nameAt }) {
  const names = [];
  for (let at = table && place(table); at !== 0 && file.u32(at + nameAt) !== 0; at += entryBytes) {
    names.push(file.text(place(file.u32(at + nameAt))));
  }
  return names;
}

/**
 * @param {BinaryReader} file
 * @param {(address: number) => number} place
 * @param {number} optional
 * @returns {string[]}
 */
function readExports(file, place, optional) {
  const table = directory(file, optional, 0);
  if (table === 0) return [];
  const at = place(table);
  const names = place(file.u32(at + 32));
  return Array.from({ length: file.u32(at + 24) }, (_, index) =>
    file.text(place(file.u32(names + index * 4))),
  );
}
