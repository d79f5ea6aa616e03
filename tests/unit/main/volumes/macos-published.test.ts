import { describe, expect, it } from "vitest";
import { driveOf, encryptionOf, wholeDisksOf } from "../../../../electron/main/volumes/macos-facts";
import { parseMounts } from "../../../../electron/main/volumes/macos-mounts";
import { parseDiskInfo } from "../../../../electron/main/volumes/macos-output";
import { fixture } from "../../../fixtures/volumes/machine";
import { dataVolume, mac } from "./mac";

/** Captures that people made on their own Macs and published; each fixture names its source. */
describe("the volume list from published captures of Macs", () => {
  const infos = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await fixture("published/diskutil-info.json"));
  const read = async (name: string) => parseDiskInfo(JSON.stringify((await infos())[name]));

  it("shows a Fusion drive once, by its data volume, with both disks", async () => {
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
        // In this capture the volume itself claims to be solid state on PCI Express, as if it were
        // only the SSD.
        kind: "unknown",
        bus: null,
        removable: false,
      },
    });
    expect(ran).not.toContain("/usr/sbin/diskutil info -plist disk2");
  });

  it("shows the system volume and one server of a Mac without a separate data volume", async () => {
    const { service } = await mac({
      mountTable: await fixture("published/mojave-share-mount.txt"),
      dead: ["/Volumes/ann"],
    });
    const [system, share, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(system).toMatchObject({
      name: "System drive",
      mountPoint: "/",
      device: "/dev/disk1s1",
      system: true,
    });
    expect(share).toMatchObject({
      device: "//MyCloudEX2Ultra._afpovertcp._tcp.local/ann",
      fileSystem: "afpfs",
      mountOptions: "nodev,nosuid",
      drive: { kind: "network" },
      untestable: { code: "network-mount" },
    });
  });

  it("omits an automounted server but describes a folder chosen on it", async () => {
    const mountTable = await fixture("published/smb-automount-mount.txt");
    const mountPoint = "/Volumes/ann/berunda/media";
    const unreachable = await mac({ mountTable, dead: [mountPoint] });
    expect((await unreachable.service.list()).map((volume) => volume.mountPoint)).toEqual(["/"]);
    const folder = `${mountPoint}/films`;
    const { service } = await mac({ mountTable, df: mountPoint, change: `${folder}/` });
    expect(await service.describeFolder(folder)).toMatchObject({
      mountPoint,
      device: "//berunda/media",
      fileSystem: "smbfs",
      chosen: true,
      mountOptions: "nodev,nosuid,automounted,nobrowse",
      drive: { kind: "network" },
      untestable: { code: "network-mount" },
    });
  });

  it("shows a guest's share and omits Time Machine and its snapshots", async () => {
    const { service } = await mac({
      mountTable: await fixture("published/smb-time-machine-mount.txt"),
      dead: ["/Volumes"],
    });
    const list = await service.list();
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      mountPoint: "/Volumes/ShareName",
      device: "//SERVERNAME._smb._tcp.local/ShareName",
      fileSystem: "smbfs",
      mountOptions: "nodev,nosuid,noowners",
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
  ])(
    'derives from the capture "%s" the encryption "%s" and the disks %j',
    async (name, encryption, disks) => {
      const info = await read(name);
      expect(encryptionOf(info)).toBe(encryption);
      expect(wholeDisksOf(info)).toEqual(disks);
    },
  );

  it.each([
    // An AHCI drive is no NVMe drive, although it is solid state behind PCI Express.
    ["whole disk, AHCI over PCI Express", "unknown", "PCI", false, "APPLE SSD SM0512F"],
    ["whole disk, USB SSD", "usb", "USB", true, "Portable SSD T3"],
    ["HFS+ on a hard disk, USB", "usb", "USB", true, null],
    ["exFAT on a card in a USB reader", "usb", "USB", true, null],
    ["network share", "unknown", null, null, null],
  ])(
    'classifies the drive of the capture "%s" as "%s"',
    async (name, kind, bus, removable, model) => {
      expect(driveOf(await read(name))).toMatchObject({ kind, bus, removable, model });
    },
  );
});

it("parseMounts() finds a mounted snapshot of Time Machine whose device name contains a date", async () => {
  const mounts = parseMounts(await fixture("published/smb-time-machine-mount.txt"));
  expect(mounts).toHaveLength(5);
  expect(mounts[4]).toMatchObject({
    source: "com.apple.TimeMachine.2020-02-11-205345@/dev/disk1s1",
    mountPoint:
      "/Volumes/com.apple.TimeMachine.localsnapshots/Backups.backupdb/MacName/2020-02-11-205345/Macintosh HD",
  });
});
