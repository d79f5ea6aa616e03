import { describe, expect, it } from "vitest";
import { copyOnWriteName } from "#contract/copy-on-write";

const on = (fileSystem: string | null, mountOptions: string | null = "rw") =>
  copyOnWriteName({ fileSystem, mountOptions, lowerMounts: [] });

describe("copyOnWriteName()", () => {
  it("returns the name of a copy-on-write file system, and null for other file systems", () => {
    for (const name of ["btrfs", "zfs", "bcachefs", "apfs", "ReFS", "f2fs", "nilfs2"]) {
      expect(on(name)).toBe(name);
    }
    for (const name of ["ext4", "xfs", "NTFS", "exfat", "hfs", "tmpfs", null]) {
      expect(on(name)).toBeNull();
    }
  });

  it("returns null for a btrfs mounted with nodatacow", () => {
    expect(on("btrfs", "rw,nodatacow")).toBeNull();
    expect(on("btrfs", "rw,nodatasum")).toBe("btrfs");
  });

  it("returns the name of the copy-on-write file system below an overlay, but not of one below ext4", () => {
    const lowerMounts = [{ fileSystem: "btrfs", mountOptions: "rw" }];
    const overlay = { fileSystem: "overlay", mountOptions: "rw" };
    expect(copyOnWriteName({ ...overlay, lowerMounts })).toBe("btrfs");
    expect(copyOnWriteName({ ...overlay, lowerMounts: null })).toBeNull();
    expect(copyOnWriteName({ fileSystem: "ext4", mountOptions: "rw", lowerMounts })).toBeNull();
  });
});
