import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { filesFolder } from "../../../electron/main/window/files-folder";
import { folderOfEach } from "../../helpers/folders";

const root = folderOfEach();
beforeEach(() => {
  mkdirSync(path.join(root(), "home"));
});

describe("filesFolder()", () => {
  it("returns the home folder if it is on the volume", async () => {
    const home = path.join(root(), "home");
    expect(await filesFolder(root(), home)).toBe(home);
  });

  it.skipIf(process.platform !== "linux")(
    "returns the volume's root if the home folder is on another volume",
    async () => {
      expect(await filesFolder("/proc", path.join(root(), "home"))).toBe("/proc");
    },
  );

  it("returns the volume's root if the home folder is missing or is a file", async () => {
    expect(await filesFolder(root(), path.join(root(), "gone"))).toBe(root());
    writeFileSync(path.join(root(), "file"), "");
    expect(await filesFolder(root(), path.join(root(), "file"))).toBe(root());
  });

  it("returns null if the mount point is a file, such as a program", async () => {
    const program = path.join(root(), "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    expect(await filesFolder(program, path.join(root(), "home"))).toBe(null);
  });

  it("throws the system's error if the volume is gone", async () => {
    await expect(filesFolder(path.join(root(), "gone"), root())).rejects.toThrow(/ENOENT/);
  });
});
