import { programFile, wheelProgramStep } from "../setup/wheel-program.mjs";

// Zig is Clang with the headers and C libraries of every system, so one machine can build for all.
// It comes as a wheel: Python's index is reachable from networks that block other download pages,
// and pip checks what it fetches.

export const zigVersion = "0.15.2";

/** @type {import("../setup/wheel-program.mjs").WheelProgram} */
const zig = {
  name: "cross compiler (zig)",
  what: "compiler zig",
  folder: "zig",
  version: zigVersion,
  package: "ziglang",
  python: "py3",
  megabytes: 94,
  wheels: {
    "linux-x64": {
      tag: "manylinux_2_12_x86_64.manylinux2010_x86_64.musllinux_1_1_x86_64",
      sha256: "806316453d1ede7174ed3fefb8e5348154629089c3bb5fe812dfd0e172fac130",
    },
    "linux-arm64": {
      tag: "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
      sha256: "edc0aa60ec964a4cf462d40f68d7de242ddf37fd9a80f2afaee6397059463230",
    },
    "darwin-x64": {
      tag: "macosx_12_0_x86_64",
      sha256: "47af4f85e3e59bd672126cc026d3a01b516cad24b9a9ea075abfe8532f4c6bc1",
    },
    "darwin-arm64": {
      tag: "macosx_12_0_arm64",
      sha256: "acae2a9ce67ed249ad68d42c21bc73b5f9d51a33ba5ea42f609f78683e8d9bb7",
    },
    "win32-x64": {
      tag: "win_amd64",
      sha256: "ca80dc9c70dbdfdd9ee51d000de3501a95d33d9782ab9ab9b56f700484ebcd83",
    },
    "win32-arm64": {
      tag: "win_arm64",
      sha256: "a81ebfc61e1b7aa43a33add23f93b98954d757434f894eb21bd40b176b6688aa",
    },
  },
  inWheel: "ziglang",
  program: process.platform === "win32" ? "zig.exe" : "zig",
  remedy: "build for this machine alone: npm run build:native",
};

export const zigExecutable = programFile(zig);

const everywhere = [
  { name: "zig's run-time parts", licence: "MIT", file: "LICENSE" },
  {
    name: "libc++, libc++abi, libunwind",
    licence: "Apache-2.0 WITH LLVM-exception",
    file: "lib/libcxx/LICENSE.TXT",
  },
];

/** What zig links into a library, and the path of each licence in zig's folder. */
export const zigLicenceFiles = {
  linux: everywhere,
  darwin: everywhere,
  win32: [
    ...everywhere,
    { name: "mingw-w64 run-time parts", licence: "see text", file: "lib/libc/mingw/COPYING" },
  ],
};

export const zigStep = () => wheelProgramStep(zig);
