import { beforeAll, describe, expect, it } from "vitest";
import type { Volume } from "#contract/volume";
import { serviceOn } from "./service-on";

describe("a machine with drives of every kind (captured)", () => {
  let volumes: Map<string, Volume>;
  beforeAll(async () => {
    const { service } = await serviceOn("qemu-drives-of-every-kind.txt");
    volumes = new Map((await service.list()).map((volume) => [volume.mountPoint, volume]));
  });

  it("shows what a person would recognise, without start partition and image of snap", () => {
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
  ])("goes through %s to the NVMe drive, where alone flushes are counted", (_, at, device) => {
    expect(volumes.get(at)).toMatchObject({
      ...{ device, encryption: "LUKS", writeCache: "write-back", scheduler: "none" },
      drive: { model: "QEMU NVMe Ctrl", kind: "virtual", bus: "nvme", removable: false },
      ...{ evidenceDevices: ["nvme0n1"], followedDevices: [], untestable: null },
    });
  });

  it("finds both drives of a btrfs and both of a RAID", () => {
    expect(volumes.get("/mnt/two")).toMatchObject({
      ...{ name: "two", device: "/dev/nvme1n1", encryption: "none" },
      evidenceDevices: ["nvme1n1", "nvme2n1"],
    });
    expect(volumes.get("/mnt/raid")).toMatchObject({
      drive: { model: "QEMU HARDDISK", bus: "sata" },
      evidenceDevices: ["sda", "sdb"],
    });
  });

  it("claims no evidence where bcache decides which of two drives a write goes to", () => {
    expect(volumes.get("/mnt/tank")).toMatchObject({
      drive: { model: "QEMU NVMe Ctrl + QEMU HARDDISK", bus: null },
      ...{ writeCache: "write-back", evidenceDevices: [], followedDevices: [] },
    });
  });

  it("knows a stick and a memory card as what can be pulled out", () => {
    expect(volumes.get("/media/anna/FERIEN 2024")).toMatchObject({
      ...{ name: "FERIEN 2024", fileSystem: "exfat", device: "/dev/sdd1" },
      drive: { bus: "usb", removable: true },
      evidenceDevices: ["sdd"],
    });
    expect(volumes.get("/media/anna/DCIM")).toMatchObject({
      ...{ name: "DCIM", fileSystem: "vfat", writeCache: "unknown" },
      drive: { model: "QEMU!", kind: "virtual", bus: "mmc", removable: true },
      untestable: { code: "read-only" },
    });
  });
});
