import { describe, expect, it } from "vitest";
import { unknownDrive } from "#contract/volume";
import { isSystems } from "../../../../electron/main/volumes/system-volumes";
import { sampleVolume } from "../../../helpers/sample-volume";

const root = sampleVolume({ mountPoint: "/", device: "/dev/sda2", system: true });
const stick = sampleVolume({ mountPoint: "/media/stick", device: "/dev/sdb1", system: false });

const needed = (volume: typeof stick, ...places: (typeof stick)[]) =>
  isSystems(
    volume,
    async (directory) => {
      const found = places.find(({ mountPoint }) => mountPoint === directory);
      return found ?? Promise.reject(new Error("no such folder"));
    },
    ["/", "/home", "/tmp"],
  );

describe("the volumes whose free space the system or its programs need", () => {
  it("include the system's volume", async () => {
    expect(await needed(root)).toBe(true);
  });

  it("include the volume of the user's home folder", async () => {
    const home = { ...stick, mountPoint: "/home", device: "/dev/sdc1" };
    expect(await needed({ ...home, directory: "/home/me" }, root, home)).toBe(true);
  });

  it.each([
    ["btrfs", "/dev/sda2", "/dev/sda2"],
    ["zfs", "tank/ROOT/debian", "tank/pictures"],
    ["apfs", "/dev/disk3s1s1", "/dev/disk3s5"],
    ["apfs", "disk3s1", "/dev/disk3s5"],
  ])(
    "include a volume that shares free space with the system's volume: %s on %s and on %s",
    async (fileSystem, one, other) => {
      const system = { ...root, fileSystem, device: one };
      expect(await needed({ ...stick, fileSystem, device: other }, system)).toBe(true);
    },
  );

  describe("on Windows", () => {
    const onBus = (letter: string, bus: string) =>
      sampleVolume({
        mountPoint: letter,
        device: letter,
        fileSystem: "NTFS",
        system: false,
        drive: { ...unknownDrive, bus },
      });
    const home = (bus: string) => ({ ...onBus("D:", bus), mountPoint: "/home" });

    it("include the volume in an image file", async () => {
      expect(await needed(onBus("V:", "File Backed Virtual"), root)).toBe(true);
    });

    it("include a storage space only if the home folder is on another storage space", async () => {
      expect(await needed(onBus("S:", "Spaces"), root, home("Spaces"))).toBe(true);
      expect(await needed(onBus("S:", "Spaces"), root, home("NVMe"))).toBe(false);
      expect(await needed(onBus("E:", "NVMe"), root, home("NVMe"))).toBe(false);
    });
  });

  it.each([
    ["another disk", "ext4", "/dev/sdb1"],
    ["another partition", "ext4", "/dev/sda1"],
    ["another pool", "zfs", "bank/pictures"],
    ["another container", "apfs", "/dev/disk4s1"],
    ["a device without a name", "ext4", null],
    ["a volume whose device has no path and the same text as that of the system", "fuse", "fuse"],
  ])("do not include %s", async (_what, fileSystem, device) => {
    const system = { ...root, device: device === "fuse" ? "fuse" : "/dev/sda2" };
    const others = [
      system,
      { ...root, mountPoint: "/home", fileSystem: "zfs", device: "tank/home" },
      { ...root, mountPoint: "/tmp", fileSystem: "apfs", device: "/dev/disk3s5" },
    ];
    expect(await needed({ ...stick, fileSystem, device }, ...others)).toBe(false);
  });

  it("do not include another memory file system with the same device name", async () => {
    const memory = { ...stick.drive, kind: "memory" as const };
    const tmp = { ...stick, mountPoint: "/tmp", device: "/dev/ram", drive: memory };
    expect(await needed({ ...stick, device: "/dev/ram", drive: memory }, tmp)).toBe(false);
  });

  it("include no volume if the system's volume and the home folder are not known", async () => {
    expect(await needed(stick)).toBe(false);
  });
});
