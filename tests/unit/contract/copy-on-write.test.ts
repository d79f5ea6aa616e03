import { describe, expect, it } from "vitest";
import { copyOnWriteName } from "#contract/copy-on-write";

const on = (fileSystem: string | null, mountOptions: string | null = "rw") =>
  copyOnWriteName({ fileSystem, mountOptions, lowerMounts: [] });

describe("copyOnWriteName", () => {
  it("names the file systems that write changes to a new place, in the letters of any system", () => {
    for (const name of ["btrfs", "zfs", "bcachefs", "apfs", "ReFS", "f2fs", "nilfs2"]) {
      expect(on(name)).toBe(name);
    }
    for (const name of ["ext4", "xfs", "NTFS", "exfat", "hfs", "tmpfs", null]) {
      expect(on(name)).toBeNull();
    }
  });

  it("leaves out a btrfs that is told to write in place", () => {
    expect(on("btrfs", "rw,nodatacow")).toBeNull();
    expect(on("btrfs", "rw,nodatasum")).toBe("btrfs");
  });

  it("takes an overlay for what holds its changes, and a loop device's image for no reason", () => {
    const lowerMounts = [{ fileSystem: "btrfs", mountOptions: "rw" }];
    const overlay = { fileSystem: "overlay", mountOptions: "rw" };
    expect(copyOnWriteName({ ...overlay, lowerMounts })).toBe("btrfs");
    expect(copyOnWriteName({ ...overlay, lowerMounts: null })).toBeNull();
    expect(copyOnWriteName({ fileSystem: "ext4", mountOptions: "rw", lowerMounts })).toBeNull();
  });
});
