import { beforeAll, describe, expect, it } from "vitest";
import type { Volume } from "#contract/volume";
import { serviceOn } from "./service-on";

describe("the volume list of a captured machine with every kind of drive", () => {
  let volumes: Map<string, Volume>;
  beforeAll(async () => {
    const { service } = await serviceOn("qemu-drives-of-every-kind.txt");
    volumes = new Map((await service.list()).map((volume) => [volume.mountPoint, volume]));
  });

  it("shows the volumes a person would recognize, without boot partitions and snap images", () => {
    expect([...volumes.keys()]).toEqual([
      "/",
      "/home",
      "/media/anna/DCIM",
      "/media/anna/FERIEN 2024",
      "/mnt/raid",
      "/mnt/tank",
      "/mnt/two",
      "/srv/data",
    ]);
  });

  it.each([
    ["LUKS on LVM", "/home", "/dev/mapper/home_crypt"],
    ["LVM in LUKS", "/srv/data", "/dev/mapper/inner-data"],
  ])(
    "names the NVMe drive as the only device with a usable flush counter below %s",
    (_, at, device) => {
      expect(volumes.get(at)).toMatchObject({
        device,
        encryption: "LUKS",
        writeCache: "write-back",
        scheduler: "none",
        drive: { model: "QEMU NVMe Ctrl", kind: "virtual", bus: "nvme", removable: false },
        evidenceDevices: ["nvme0n1"],
        followedDevices: [],
        untestable: null,
      });
    },
  );

  it("names both drives of a btrfs and both drives of a RAID", () => {
    expect(volumes.get("/mnt/two")).toMatchObject({
      name: "two",
      device: "/dev/nvme1n1",
      encryption: "none",
      evidenceDevices: ["nvme1n1", "nvme2n1"],
    });
    expect(volumes.get("/mnt/raid")).toMatchObject({
      drive: { model: "QEMU HARDDISK", bus: "sata" },
      evidenceDevices: ["sda", "sdb"],
    });
  });

  it("names no device with a usable flush counter for bcache, which chooses between two drives", () => {
    expect(volumes.get("/mnt/tank")).toMatchObject({
      drive: { model: "QEMU NVMe Ctrl + QEMU HARDDISK", bus: null },
      writeCache: "write-back",
      evidenceDevices: [],
      followedDevices: [],
    });
  });

  it("marks a USB drive and a memory card as removable", () => {
    expect(volumes.get("/media/anna/FERIEN 2024")).toMatchObject({
      name: "FERIEN 2024",
      fileSystem: "exfat",
      device: "/dev/sdd1",
      drive: { bus: "usb", removable: true },
      evidenceDevices: ["sdd"],
    });
    expect(volumes.get("/media/anna/DCIM")).toMatchObject({
      name: "DCIM",
      fileSystem: "vfat",
      writeCache: "unknown",
      drive: { model: "QEMU!", kind: "virtual", bus: "mmc", removable: true },
      untestable: { code: "read-only" },
    });
  });
});
