import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { electronEnvironment } from "../../../scripts/commands/electron-environment.mjs";
import { findElectron } from "../../../scripts/setup/electron-runtime.mjs";
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
/** Arguments beside the sandbox switch, which depends on who runs the tests. */
const ownArguments = () => findElectron(root)?.args.filter((arg) => arg !== "--no-sandbox");

beforeEach(() => {
  root = newFolder();
});

describe("findElectron()", () => {
  it("returns null in a clean clone", () => {
    expect(findElectron(root)).toBeNull();
  });

  it("passes the project as an argument to the declared Electron", () => {
    declared("v45.4.1");
    expect(findElectron(root)).toMatchObject({
      executable: path.join(root, "node_modules", "electron", "dist", "electron"),
      version: "45.4.1",
      fallback: false,
    });
    expect(ownArguments()).toEqual([root]);
  });

  it("returns the fallback, without an argument, if the declared Electron is absent", () => {
    fallback();
    expect(findElectron(root)).toMatchObject({ version: "22.3.25", fallback: true });
    expect(ownArguments()).toEqual([]);
  });

  it("prefers the declared Electron to the fallback", () => {
    fallback();
    declared("45.4.1");
    expect(findElectron(root)).toMatchObject({ version: "45.4.1", fallback: false });
  });

  it("ignores a binary of another version", () => {
    declared("45.0.0");
    expect(findElectron(root)).toBeNull();
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

  it("omits the inherited path of an Electron that is missing", () => {
    expect(electronEnvironment({ DRIVEPROOF_ELECTRON: "stale" }, root)).not.toHaveProperty(
      "DRIVEPROOF_ELECTRON",
    );
  });

  it("omits the inherited request for a virtual display if there is a real display", () => {
    expect(electronEnvironment({ DISPLAY: ":0", DRIVEPROOF_XVFB: "1" }, root)).not.toHaveProperty(
      "DRIVEPROOF_XVFB",
    );
  });
});
