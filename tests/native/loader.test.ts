import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadNativeEngine } from "../../native/index";
import { engine, nativeDirectory } from "../helpers/native-engine";

const addon = join(nativeDirectory, "build", "Release", "driveproof.node");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "driveproof-loader-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const built = () => join(folder, "build", "Release", "driveproof.node");
const shipped = () =>
  join(folder, "prebuilds", `${process.platform}-${process.arch}`, "driveproof.node");

function place(path: string, content: Buffer | null): void {
  mkdirSync(join(path, ".."), { recursive: true });
  content === null ? copyFileSync(addon, path) : writeFileSync(path, content);
}

describe("loadNativeEngine()", () => {
  it("names every path tried and the command that builds the addon", () => {
    const load = () => loadNativeEngine(folder);
    expect(load).toThrow(built());
    expect(load).toThrow(shipped());
    expect(load).toThrow("npm run setup");
  });

  it("loads a shipped build", () => {
    place(shipped(), null);
    expect(loadNativeEngine(folder).version).toBe(engine.version);
  });

  it("prefers what was built here to what was shipped", () => {
    place(built(), null);
    place(shipped(), Buffer.from("not an addon"));
    expect(loadNativeEngine(folder).version).toBe(engine.version);
  });

  it("does not hide a broken build behind another path", () => {
    place(built(), Buffer.from("not an addon"));
    place(shipped(), null);
    expect(() => loadNativeEngine(folder)).toThrow(
      expect.objectContaining({ code: "ERR_DLOPEN_FAILED" }),
    );
  });
});
