import { describe, expect, it } from "vitest";
import { driveOf, encryptionOf, wholeDisksOf } from "../../../../electron/main/volumes/macos-facts";
import { parseDiskInfo } from "../../../../electron/main/volumes/macos-output";
import { fixture } from "../../../fixtures/volumes/machine";
import { dataVolume, mac } from "./mac";

/** What others captured on their Macs and published; each fixture says where. */
describe("published Macs", () => {
  const infos = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await fixture("published/diskutil-info.json"));
  const read = async (name: string) => parseDiskInfo(JSON.stringify((await infos())[name]));

  it("shows a Fusion drive once, by its data volume, with both disks in it", async () => {
    const { service, ran } = await mac({ machine: "published/imac-fusion" });
    const volumes = await service.list();
    expect(volumes).toHaveLength(1);
    expect(volumes[0]).toMatchObject({
      name: "Macintosh HD",
      mountPoint: dataVolume,
      device: "/dev/disk2s1",
      mountOptions: "local,journaled,nobrowse,root data",
      directory: "/Users/ann",
      encryption: "none",
      drive: {
        model: "APPLE SSD SM0032L + APPLE HDD ST3000DM001",
        // The volume itself is called solid and on PCI-Express there, as if it were the SSD alone.
        ...{ kind: "unknown", bus: null, removable: false },
      },
    });
    expect(ran).not.toContain("/usr/sbin/diskutil info -plist disk2");
  });

  it("shows one volume and one server of a Mac before there were data volumes", async () => {
    const { service } = await mac({
      mountTable: await fixture("published/mojave-share-mount.txt"),
      dead: ["/Volumes/ann"],
    });
    const [system, share, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(system).toMatchObject({ mountPoint: "/", device: "/dev/disk1s1", system: true });
    expect(share).toMatchObject({
      device: "//MyCloudEX2Ultra._afpovertcp._tcp.local/ann",
      fileSystem: "afpfs",
      mountOptions: "nodev,nosuid",
      drive: { kind: "network" },
      untestable: { code: "network-mount" },
    });
  });

  it.each([
    ["sealed system under FileVault, Intel", "FileVault", ["disk0"]],
    ["system under FileVault before there were seals, Intel", "FileVault", ["disk0"]],
    ["volume, Apple chip", null, ["disk0"]],
    ["HFS+ on a hard disk, USB", null, ["disk11"]],
    ["exFAT on a card in a USB reader", null, ["disk2"]],
    ["network share", null, []],
  ])("%s: encryption %s on %j", async (name, encryption, disks) => {
    const info = await read(name);
    expect(encryptionOf(info)).toBe(encryption);
    expect(wholeDisksOf(info)).toEqual(disks);
  });

  it.each([
    // AHCI, not NVMe, though it is solid and behind PCI Express.
    ["whole disk, AHCI over PCI Express", "unknown", "PCI", false, "APPLE SSD SM0512F"],
    ["whole disk, USB SSD", "usb", "USB", true, "Portable SSD T3"],
    ["HFS+ on a hard disk, USB", "usb", "USB", true, null],
    ["exFAT on a card in a USB reader", "usb", "USB", true, null],
    ["network share", "unknown", null, null, null],
  ])("%s is %s", async (name, kind, bus, removable, model) => {
    expect(driveOf(await read(name))).toEqual({ kind, bus, removable, model });
  });

  it("understands every one of them", async () => {
    for (const name of Object.keys(await infos())) {
      if (name !== "//") {
        await expect(read(name), name).resolves.toBeDefined();
      }
    }
  });
});
