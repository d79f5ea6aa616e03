import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { filesFolder } from "../../../electron/main/window/files-folder";
import { folderOfEach } from "../../helpers/folders";

const root = folderOfEach();
beforeEach(() => {
  mkdirSync(path.join(root(), "home"));
});

describe("the folder with a person's files", () => {
  it("is the home folder where that lies on the volume", async () => {
    const home = path.join(root(), "home");
    expect(await filesFolder(root(), home)).toBe(home);
  });

  it.skipIf(process.platform !== "linux")(
    "is the whole volume where it lies elsewhere",
    async () => {
      expect(await filesFolder("/proc", path.join(root(), "home"))).toBe("/proc");
    },
  );

  it("is the whole volume where there is no home folder", async () => {
    expect(await filesFolder(root(), path.join(root(), "gone"))).toBe(root());
    writeFileSync(path.join(root(), "file"), "");
    expect(await filesFolder(root(), path.join(root(), "file"))).toBe(root());
  });

  it("is none where something else is mounted: it would be started", async () => {
    const program = path.join(root(), "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    expect(await filesFolder(program, path.join(root(), "home"))).toBe(null);
  });

  it("says what the system says of a volume that is gone", async () => {
    await expect(filesFolder(path.join(root(), "gone"), root())).rejects.toThrow(/ENOENT/);
  });
});
