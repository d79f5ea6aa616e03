import { describe, expect, it } from "vitest";
import { checkTable } from "../../../../scripts/prebuild/report.mjs";
import { targets } from "../../../../scripts/prebuild/targets.mjs";

const [target] = targets;
if (!target) {
  throw new Error("there is no target");
}

const prebuild = {
  target,
  file: "driveproof.node",
  sizeBytes: 408_900,
  sha256: "36b39f1fa5d2".padEnd(64, "0"),
  binary: {
    format: "ELF" as const,
    arch: "x64",
    libraries: ["libc.so.6", "libm.so.6"],
    exports: ["napi_register_module_v1"],
    hostFunctions: [],
    oldestSystem: "glibc 2.17",
    problems: [],
  },
  warnings: 0,
  problems: [] as string[],
};

describe("checkTable()", () => {
  it("returns a heading and the row of a prebuild", () => {
    const [heading, row] = checkTable([prebuild]);
    expect(heading).toMatch(/^target +format +processor +size +oldest system/);
    expect(row?.split(/ {2,}/)).toEqual([
      ...["linux-x64", "ELF", "x64", "409 kB", "glibc 2.17", "libc libm", "yes", "0"],
      ...["36b39f1fa5d2", "passed"],
    ]);
  });

  it("counts failed checks and shows a missing export", () => {
    const broken = {
      ...prebuild,
      problems: ["a", "b"],
      binary: { ...prebuild.binary, exports: [] },
    };
    expect(checkTable([broken])[1]).toMatch(/ NO .* 2 FAILED$/);
  });

  it("shows the many DLLs of the Windows C library as one entry", () => {
    const libraries = [
      ...["api-ms-win-crt-heap-l1-1-0.dll", "KERNEL32.dll", "api-ms-win-crt-stdio-l1-1-0.dll"],
    ];
    const windows = { ...prebuild, binary: { ...prebuild.binary, libraries } };
    expect(checkTable([windows])[1]).toContain("api-ms-win-crt-* KERNEL32  ");
  });
});
