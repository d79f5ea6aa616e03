import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolderDurably } from "../../../electron/main/files/durable-write";
import { folderOfEach } from "../../helpers/folders";

const folder = folderOfEach();

describe("makeFolderDurably()", () => {
  const wanted = { mode: 0o700, mayExist: true };

  it("creates missing parents, and accepts an existing folder only with the option mayExist", async () => {
    const deep = join(folder(), "a", "b", "c");
    await makeFolderDurably(deep, wanted);
    await makeFolderDurably(deep, wanted);
    expect(statSync(deep).isDirectory()).toBe(true);
    await expect(makeFolderDurably(deep)).rejects.toMatchObject({ code: "EEXIST" });
  });

  it("fails if there is a file in place of the folder or of a folder above it", async () => {
    writeFileSync(join(folder(), "file"), "");
    for (const place of [join(folder(), "file"), join(folder(), "file", "below")]) {
      await expect(makeFolderDurably(place, wanted)).rejects.toMatchObject({
        code: expect.stringMatching(/EEXIST|ENOTDIR|ENOENT/),
      });
    }
  });

  // Node.js' own mkdir with `recursive` never ends if the file system reports ENOENT for every new
  // folder.
  it.skipIf(!existsSync("/proc/self"))(
    "fails with ENOENT if the file system reports ENOENT for every new folder",
    async () => {
      const place = "/proc/nobodys-home/.config/DriveProof";
      await expect(makeFolderDurably(place, wanted)).rejects.toMatchObject({ code: "ENOENT" });
    },
  );
});
