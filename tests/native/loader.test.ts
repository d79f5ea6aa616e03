import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadNativeEngine } from "#native/index";
import { addonFile, engine } from "../helpers/native-engine";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "driveproof-loader-"));
});
afterEach(() => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // Windows keeps a loaded library in use until the process ends; on other systems the removal
    // must succeed.
    if (process.platform !== "win32") {
      throw error;
    }
  }
});

const built = () => join(folder, "build", "Release", "driveproof.node");
const packaged = () => join(folder, "driveproof.node");
const prebuilt = () =>
  join(folder, "prebuilds", `${process.platform}-${process.arch}`, "driveproof.node");

function place(path: string, content: Buffer | null): void {
  mkdirSync(join(path, ".."), { recursive: true });
  content === null ? copyFileSync(addonFile, path) : writeFileSync(path, content);
}

describe("loadNativeEngine()", () => {
  it("throws an error with every tried path and the command that builds the addon if there is no addon", () => {
    const load = () => loadNativeEngine(folder);
    expect(load).toThrow(built());
    expect(load).toThrow(packaged());
    expect(load).toThrow(prebuilt());
    expect(load).toThrow("npm run setup");
  });

  it.each([
    ["a prebuild", prebuilt],
    ["the packaged addon", packaged],
  ])("loads %s if there is no other addon", (_, path) => {
    place(path(), null);
    expect(loadNativeEngine(folder).version).toBe(engine.version);
  });

  it("prefers the packaged addon to a prebuild", () => {
    place(prebuilt(), Buffer.from("not an addon"));
    place(packaged(), null);
    expect(loadNativeEngine(folder).version).toBe(engine.version);
  });

  it("prefers the local build to the packaged addon and a prebuild", () => {
    place(prebuilt(), Buffer.from("not an addon"));
    place(packaged(), Buffer.from("not an addon"));
    place(built(), null);
    expect(loadNativeEngine(folder).version).toBe(engine.version);
  });

  it("reports a broken build and does not fall back to a prebuild", () => {
    place(built(), Buffer.from("not an addon"));
    place(prebuilt(), null);
    expect(() => loadNativeEngine(folder)).toThrow(
      expect.objectContaining({ code: "ERR_DLOPEN_FAILED" }),
    );
  });
});
