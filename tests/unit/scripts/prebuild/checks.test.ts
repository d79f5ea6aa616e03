import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  databasesMissingIn,
  foldersNamedIn,
  parseBinary,
  problemsOf,
} from "../../../../scripts/prebuild/checks.mjs";
import { parseConsoleProgram } from "../../../../scripts/prebuild/pe.mjs";
import { targets } from "../../../../scripts/prebuild/targets.mjs";

/** A fresh copy of a fixture, which a test may damage. */
function fixture(name: string): Buffer {
  const file = new URL(`../../../fixtures/binaries/${name}.node.gz`, import.meta.url);
  return gunzipSync(readFileSync(file));
}

function target(name: string) {
  const found = targets.find((candidate) => candidate.name === name);
  if (!found) {
    throw new Error(`no target ${name}`);
  }
  return found;
}

const expected = (name: string) => ({
  target: target(name),
  expectedExports: ["napi_register_module_v1"],
  napiFunctions: ["napi_create_object"],
});

const problems = (bytes: Buffer, name: string) => problemsOf(parseBinary(bytes), expected(name));

describe("parseBinary()", () => {
  it("returns format, processor, imports, exports and oldest system of an ELF library", () => {
    expect(parseBinary(fixture("linux-arm64"))).toEqual({
      format: "ELF",
      arch: "arm64",
      libraries: ["libc.so.6"],
      exports: ["napi_register_module_v1"],
      hostFunctions: ["napi_create_object"],
      oldestSystem: "glibc 2.17",
      problems: [],
    });
  });

  it("returns format, processor, imports, exports and oldest system of a Mach-O library", () => {
    expect(parseBinary(fixture("darwin-arm64"))).toEqual({
      format: "Mach-O",
      arch: "arm64",
      libraries: ["/usr/lib/libSystem.B.dylib"],
      exports: ["napi_register_module_v1", "_mh_dylib_header", "__dso_handle"],
      hostFunctions: ["napi_create_object"],
      oldestSystem: "macOS 11.0",
      problems: [],
    });
  });

  it("returns format, processor, imports, exports and oldest system of a PE library", () => {
    const { libraries, ...rest } = parseBinary(fixture("win32-x64"));
    expect(rest).toEqual({
      format: "PE",
      arch: "x64",
      exports: ["napi_register_module_v1"],
      hostFunctions: null,
      oldestSystem: "Windows 6.0",
      problems: [],
    });
    expect(libraries).toContain("KERNEL32.dll");
    expect(libraries).toContain("api-ms-win-crt-stdio-l1-1-0.dll");
    expect(libraries).toHaveLength(5);
  });

  it("throws for a file that is no library of these formats", () => {
    expect(() => parseBinary(Buffer.alloc(500))).toThrow("neither an ELF");
  });
});

describe("parseConsoleProgram()", () => {
  /** The addon's library, changed into a program of this Windows subsystem. */
  function program(subsystem: number): Buffer {
    const bytes = fixture("win32-x64");
    const header = bytes.readUInt32LE(0x3c);
    bytes.writeUInt16LE(bytes.readUInt16LE(header + 22) & ~0x2000, header + 22);
    bytes.writeUInt16LE(subsystem, header + 24 + 68);
    return bytes;
  }

  it("accepts a console program and rejects a GUI program and a library", () => {
    const windows = 2;
    const terminals = 3;
    expect(parseConsoleProgram(program(terminals))).toMatchObject({ arch: "x64", problems: [] });
    const problems = ["is no program for terminals"];
    expect(parseConsoleProgram(program(windows))).toMatchObject({ problems });
    expect(parseConsoleProgram(fixture("win32-x64"))).toMatchObject({ problems });
    expect(parseBinary(program(terminals)).problems).toEqual(["is not a shared library"]);
  });
});

describe("problemsOf()", () => {
  it.each(["linux-arm64", "darwin-arm64", "win32-x64"])(
    "reports no problem in a faultless library for %s",
    (name) => {
      expect(problems(fixture(name), name)).toEqual([]);
    },
  );

  it("reports a library for another system or processor", () => {
    const found = problems(fixture("darwin-arm64"), "linux-x64");
    expect(found).toContain("is Mach-O, not ELF");
    expect(found).toContain("is for arm64, not x64");
  });

  it("reports a library that needs a newer glibc or looks for libraries in an extra folder", () => {
    expect(problems(fixture("linux-x64-recent"), "linux-x64")).toEqual([
      "needs glibc 2.33, later than glibc 2.28",
      "looks for libraries in a folder of its own",
    ]);
  });

  it("reports a library that needs a newer macOS", () => {
    expect(problems(fixture("darwin-x64"), "darwin-x64")).toEqual([
      "needs macOS 13.0, later than macOS 11.0",
    ]);
  });

  it("compares versions of the C library as numbers, not as texts", () => {
    const binary = parseBinary(fixture("linux-arm64"));
    const at = (oldestSystem: string) =>
      problemsOf({ ...binary, oldestSystem }, expected("linux-arm64"));
    expect(at("glibc 2.9")).toEqual([]);
    expect(at("glibc 2.28")).toEqual([]);
    expect(at("glibc 2.100")).toEqual(["needs glibc 2.100, later than glibc 2.28"]);
    expect(at("glibc any")).toHaveLength(1);
  });

  it("reports a needed library that not every system has", () => {
    const binary = parseBinary(fixture("linux-arm64"));
    const libraries = ["libc.so.6", "libstdc++.so.6"];
    expect(problemsOf({ ...binary, libraries }, expected("linux-arm64"))).toEqual([
      "needs libraries that not every system has: libstdc++.so.6",
    ]);
    const windows = parseBinary(fixture("win32-x64"));
    expect(
      problemsOf(
        { ...windows, libraries: ["NODE.EXE", "VCRUNTIME140.dll"] },
        expected("win32-x64"),
      ),
    ).toEqual(["needs libraries that not every system has: NODE.EXE, VCRUNTIME140.dll"]);
  });

  it("reports missing exports, surplus exports and functions that Node-API does not have", () => {
    const binary = parseBinary(fixture("linux-arm64"));
    expect(
      problemsOf(
        { ...binary, exports: ["_Znwm"], hostFunctions: ["napi_create_object", "uv_sleep"] },
        expected("linux-arm64"),
      ),
    ).toEqual([
      "does not export: napi_register_module_v1",
      "exports more than an addon should: _Znwm",
      "needs functions that Node-API does not have: uv_sleep",
    ]);
  });

  it("reports an executable stack", () => {
    const bytes = fixture("linux-arm64");
    const headers = Number(bytes.readBigUInt64LE(32));
    for (let index = 0; index < bytes.readUInt16LE(56); index += 1) {
      const at = headers + index * bytes.readUInt16LE(54);
      if (bytes.readUInt32LE(at) === 0x6474e551) {
        bytes.writeUInt32LE(7, at + 4);
      }
    }
    expect(problems(bytes, "linux-arm64")).toEqual(["asks for an executable stack"]);
  });

  it("reports unsigned code for Apple silicon", () => {
    const bytes = fixture("darwin-arm64");
    let at = 32;
    for (let left = bytes.readUInt32LE(16); left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) === 0x1d) {
        bytes.writeUInt32LE(0x26, at); // the number of another command that points to data
      }
      at += bytes.readUInt32LE(at + 4);
    }
    expect(problems(bytes, "darwin-arm64")).toEqual(["is not signed"]);
  });

  it("reports a Windows library without protections or for a later Windows", () => {
    const bytes = fixture("win32-x64");
    const optional = bytes.readUInt32LE(0x3c) + 24;
    bytes.writeUInt16LE(0, optional + 70);
    bytes.writeUInt16LE(11, optional + 48);
    expect(problems(bytes, "win32-x64")).toEqual([
      "needs Windows 11.0, later than Windows 10.0",
      "does not use the whole address space",
      "cannot be moved in memory (ASLR)",
      "does not keep data from being run (NX)",
    ]);
  });
});

describe("foldersNamedIn()", () => {
  it("finds a folder of the build machine", () => {
    const bytes = Buffer.concat([fixture("linux-arm64"), Buffer.from("/home/ann/src/addon.cpp")]);
    expect(foldersNamedIn(bytes, ["/home/ann", "/home/bob"])).toEqual(["/home/ann"]);
  });
});

describe("databasesMissingIn()", () => {
  it("names the databases that a library was built without", () => {
    const sqlite = Buffer.from("\0SQLite format 3\0");
    const bytes = fixture("linux-arm64");
    expect(databasesMissingIn(bytes)).toEqual(["SQLite", "libmdbx"]);
    expect(databasesMissingIn(Buffer.concat([bytes, sqlite]))).toEqual(["libmdbx"]);
  });
});
