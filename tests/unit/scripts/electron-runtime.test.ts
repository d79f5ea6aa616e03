import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { electronEnvironment } from "../../../scripts/commands/electron-environment.mjs";
import { electronStep, findElectron } from "../../../scripts/setup/electron-runtime.mjs";
import { macosProblem } from "../../../scripts/setup/macos-age.mjs";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();
let root: string;
const write = (file: string, content: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
  chmodSync(path.join(root, file), 0o755);
};
const declared = (unpackedVersion: string) => {
  write("node_modules/electron/package.json", JSON.stringify({ version: "45.4.1" }));
  write("node_modules/electron/path.txt", "electron");
  write("node_modules/electron/dist/version", unpackedVersion);
  write("node_modules/electron/dist/electron", "");
};
const fallback = () => write(".runtime/electron-22.3.25/electron", "");
/**
 * The arguments of Electron without the sandbox switch, which depends on the user who runs the
 * tests.
 */
const ownArguments = () => findElectron(root)?.args.filter((arg) => arg !== "--no-sandbox");

beforeEach(() => {
  root = newFolder();
});

describe("findElectron()", () => {
  it("returns null in a clean clone", () => {
    expect(findElectron(root)).toBeNull();
  });

  it("returns the declared Electron, with the project as its argument", () => {
    declared("v45.4.1");
    expect(findElectron(root)).toMatchObject({
      executable: path.join(root, "node_modules", "electron", "dist", "electron"),
      version: "45.4.1",
      fallback: false,
    });
    expect(ownArguments()).toEqual([root]);
  });

  it("returns the fallback Electron, without an argument, if the declared Electron is absent", () => {
    fallback();
    expect(findElectron(root)).toMatchObject({ version: "22.3.25", fallback: true });
    expect(ownArguments()).toEqual([]);
  });

  it("prefers the declared Electron to the fallback", () => {
    fallback();
    declared("45.4.1");
    expect(findElectron(root)).toMatchObject({ version: "45.4.1", fallback: false });
  });

  it("ignores an Electron of another version", () => {
    declared("45.0.0");
    expect(findElectron(root)).toBeNull();
  });
});

describe("the set-up of Electron, which needs a certain version of macOS,", () => {
  it("fails on a Mac that is too old before it fetches anything, and names what works on that Mac", async () => {
    const progress = vi.fn();
    const system = { platform: "darwin", release: "21.6.0" };
    const set = electronStep({ retry: false, system }).run(progress);
    await expect(set).rejects.toThrow(
      /^Electron 45\.\S+, which shows the window, needs macOS 13 or later, and this Mac has an older one \(Darwin 21\.6\.0\)$/,
    );
    await expect(set).rejects.toMatchObject({ remedy: expect.stringContaining("npm run inspect") });
    expect(progress).not.toHaveBeenCalled();
  });

  it.each(["20.6.0", "21.6.0", "9.8.0"])("finds that Darwin %s is too old", (release) => {
    expect(macosProblem("45.0.0", { platform: "darwin", release })).not.toBeNull();
  });

  it.each([
    ["darwin", "22.0.0"],
    ["darwin", "25.1.0"],
    ["linux", "6.1.0-37-amd64"],
    ["win32", "10.0.19045"],
  ])("accepts the system %s %s", (platform, release) => {
    expect(macosProblem("45.0.0", { platform, release })).toBeNull();
  });
});

describe("electronEnvironment()", () => {
  it("returns variables that say how to start Electron, without ELECTRON_RUN_AS_NODE", () => {
    fallback();
    const environment = electronEnvironment({ ELECTRON_RUN_AS_NODE: "1", LANG: "C" }, root);
    expect(environment).not.toHaveProperty("ELECTRON_RUN_AS_NODE");
    expect(environment.LANG).toBe("C");
    expect(JSON.parse(environment.DRIVEPROOF_ELECTRON ?? "")).toEqual({
      executable: path.join(root, ".runtime", "electron-22.3.25", "electron"),
      args: findElectron(root)?.args,
    });
  });

  it("removes the inherited path of an Electron that is missing", () => {
    expect(electronEnvironment({ DRIVEPROOF_ELECTRON: "stale" }, root)).not.toHaveProperty(
      "DRIVEPROOF_ELECTRON",
    );
  });

  it("removes the inherited request for a virtual display if there is a real display", () => {
    expect(electronEnvironment({ DISPLAY: ":0", DRIVEPROOF_XVFB: "1" }, root)).not.toHaveProperty(
      "DRIVEPROOF_XVFB",
    );
  });
});
