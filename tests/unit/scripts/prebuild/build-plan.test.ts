import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { planOf, readBuildPlan } from "../../../../scripts/prebuild/build-plan.mjs";
import { hostImportsSource, napiFunctions } from "../../../../scripts/prebuild/host-imports.mjs";
import { targets } from "../../../../scripts/prebuild/targets.mjs";

const root = path.resolve(__dirname, "../../../..");

describe("planOf()", () => {
  const native = path.resolve("/project/native");
  const plan = planOf(
    [
      {
        sources: ["../engine/some.c"],
        configurations: { Release: { cflags: ["-w"], cflags_c: ["-std=c11"], defines: ["A=1"] } },
      },
      {
        sources: ["src/addon.cpp", "src/addon.h"],
        libraries: ["-lntdll", "bcrypt.lib", "m"],
        configurations: {
          Release: {
            cflags: ["-Wall"],
            cflags_cc: ["-std=c++20"],
            defines: ["NAPI_VERSION=8", 'VERSION="1.0"'],
            include_dirs: ["../include"],
          },
        },
      },
    ],
    native,
  );

  it("gives C and C++ sources separate flags and does not compile headers", () => {
    expect(plan.compilations).toEqual([
      { source: path.resolve(native, "../engine/some.c"), flags: ["-DA=1", "-w", "-std=c11"] },
      {
        source: path.join(native, "src", "addon.cpp"),
        flags: [
          ...["-DNAPI_VERSION=8", '-DVERSION="1.0"', `-I${path.resolve("/project/include")}`],
          ...["-Wall", "-std=c++20"],
        ],
      },
    ]);
  });

  it("returns the libraries as linker flags, and the version of Node-API", () => {
    expect(plan.libraries).toEqual(["-lntdll", "-lbcrypt", "-lm"]);
    expect(plan.napiVersion).toBe("8");
  });
});

describe("readBuildPlan()", () => {
  it.each(targets)(
    "finds in binding.gyp only existing sources and, of the systems' own files, only that for $name",
    (target) => {
      const { compilations, napiVersion } = readBuildPlan(target);
      const names = compilations.map(({ source }) =>
        path.relative(path.join(root, "native"), source),
      );
      const file = { linux: "linux.cpp", darwin: "macos.cpp", win32: "windows.cpp" };
      const platform = (name: string) => path.join("src", "platform", name);
      expect(names.filter((name) => Object.values(file).map(platform).includes(name))).toEqual([
        platform(file[target.os]),
      ]);
      expect(names).toContain(path.join("src", "napi", "addon.cpp"));
      expect(compilations.filter(({ source }) => !existsSync(source))).toEqual([]);
      expect(napiVersion).toBe("8");
    },
  );

  it("finds the sources in a folder with a hyphen and non-ASCII letters", () => {
    const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "drive-proof größe ")));
    try {
      mkdirSync(path.join(folder, "native"));
      writeFileSync(
        path.join(folder, "native", "binding.gyp"),
        '{"targets": [{"target_name": "a", "sources": ["a.cpp"], "defines": ["NAPI_VERSION=8"]}]}',
      );
      symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "junction");
      const [target] = targets;
      const plan = target && readBuildPlan(target, folder);
      expect(plan?.compilations.map(({ source }) => source)).toEqual([
        path.join(folder, "native", "a.cpp"),
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("throws the error of Python if gyp cannot be started", () => {
    const [target] = targets;
    expect(() => target && readBuildPlan(target, path.join(root, "assets"))).toThrow(/gyp_main/);
  });
});

describe("hostImportsSource()", () => {
  it("returns source text with a pointer and a name for each function", () => {
    const source = hostImportsSource(["napi_create_object"]);
    expect(source).toContain("FARPROC __imp_napi_create_object;");
    expect(source).toContain('{"napi_create_object", &__imp_napi_create_object},');
  });
});

it("napiFunctions() returns functions of Node-API 8, but not the later function node_api_symbol_for()", () => {
  const functions = napiFunctions("8");
  expect(functions).toContain("napi_create_object");
  expect(functions).toContain("napi_type_tag_object");
  expect(functions).not.toContain("node_api_symbol_for");
});
