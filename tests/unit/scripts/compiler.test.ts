import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { foldersOfEach } from "../../helpers/folders";

const { project, prebuild, nodeGyp } = vi.hoisted(() => ({
  project: { root: "" },
  prebuild: vi.fn(),
  nodeGyp: vi.fn(),
}));

// Replaces the project's folder by a temporary one, so that no test fetches or compiles anything or
// changes the real addon.
vi.mock("../../../scripts/setup/paths.mjs", async (original) =>
  Object.defineProperty({ ...(await original<object>()) }, "projectRoot", {
    get: () => project.root,
  }),
);
vi.mock("../../../scripts/setup/database-sources.mjs", () => ({ databaseStamp: () => "" }));
vi.mock("../../../scripts/setup/node-headers.mjs", () => ({ headerArguments: () => [] }));
vi.mock("../../../scripts/setup/run-program.mjs", async (original) => ({
  ...(await original<object>()),
  runOrFail: nodeGyp,
}));
vi.mock("../../../scripts/prebuild/prebuild.mjs", () => ({ prebuild }));
vi.mock("../../../scripts/prebuild/targets.mjs", () => ({ ownTarget: () => "this machine" }));
vi.mock("../../../scripts/prebuild/zig.mjs", () => ({
  zigVersion: "1.2.3",
  zigStep: () => ({ upToDate: () => "present" }),
}));

// Loads the modules again, because tests of other files in this worker have loaded them without the
// mocks.
vi.resetModules();
const { addonStep } = await import("../../../scripts/setup/addon.mjs");
const { hasCompiler } = await import("../../../scripts/setup/compiler.mjs");
const { findProgram } = await import("../../../scripts/setup/run-program.mjs");
afterAll(() => {
  vi.resetModules();
});

const newFolder = foldersOfEach();
/** The only folder in PATH during these tests. */
let programs: string;

beforeEach(() => {
  programs = newFolder();
  vi.stubEnv("PATH", programs);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});

function install(name: string, exitCode = 0): void {
  const file = path.join(programs, name);
  writeFileSync(file, `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(file, 0o755);
}

// Whether no folder of the administrators contains make: set-up looks there as well as in PATH.
const isHidden = process.platform === "linux" && findProgram("make", "") === null;

describe.runIf(isHidden)("hasCompiler() on Linux", () => {
  it("returns false if PATH contains neither cc nor g++ nor make", () => {
    expect(hasCompiler("linux")).toBe(false);
  });

  it.each(["g++", "make", "python3"])(
    "returns false if only %s is missing, and true once it is installed",
    (missing) => {
      for (const name of ["g++", "make", "python3"].filter((one) => one !== missing)) {
        install(name);
      }
      expect(hasCompiler("linux")).toBe(false);
      install(missing);
      expect(hasCompiler("linux")).toBe(true);
    },
  );
});

describe.skipIf(process.platform === "win32")("hasCompiler() on macOS", () => {
  it("returns true exactly if xcode-select knows a folder of the developer tools", () => {
    expect(hasCompiler("darwin")).toBe(false);
    install("xcode-select", 2);
    expect(hasCompiler("darwin")).toBe(false);
    install("xcode-select");
    expect(hasCompiler("darwin")).toBe(true);
  });
});

it("hasCompiler() on Windows returns false without the locator of Visual Studio", () => {
  vi.stubEnv("ProgramFiles(x86)", newFolder());
  expect(hasCompiler("win32")).toBe(false);
});

describe.runIf(isHidden)("the set-up of the engine", () => {
  const addon = () => path.join(project.root, "native", "build", "Release", "driveproof.node");

  beforeEach(() => {
    project.root = newFolder();
    mkdirSync(path.join(project.root, "native"));
    writeFileSync(path.join(project.root, "package.json"), '{ "version": "1.0.0" }');
    const built = path.join(newFolder(), "driveproof.node");
    writeFileSync(built, "built by zig");
    prebuild.mockResolvedValue({ file: built, problems: [] });
  });

  it("builds with the pinned zig if PATH contains no compiler, and puts the result where the program loads it", async () => {
    expect(await addonStep().run(() => undefined)).toBe("with zig 1.2.3");
    expect(prebuild).toHaveBeenCalledExactlyOnceWith("this machine");
    expect(nodeGyp).not.toHaveBeenCalled();
    expect(readFileSync(addon(), "utf8")).toBe("built by zig");
    expect(addonStep().upToDate()).toBe("already built");
  });

  it("fails and keeps no addon if the addon that zig built has a problem, so that the next set-up builds again", async () => {
    prebuild.mockResolvedValue({ file: "", problems: ["it needs a newer system"] });
    await expect(addonStep().run(() => undefined)).rejects.toThrow("it needs a newer system");
    expect(existsSync(addon())).toBe(false);
    expect(addonStep().upToDate()).toBeNull();
  });

  it("compiles with node-gyp and fetches no zig if PATH contains a compiler", async () => {
    for (const name of ["g++", "make", "python3"]) {
      install(name);
    }
    await addonStep().run(() => undefined);
    expect(nodeGyp).toHaveBeenCalledOnce();
    expect(prebuild).not.toHaveBeenCalled();
  });
});
