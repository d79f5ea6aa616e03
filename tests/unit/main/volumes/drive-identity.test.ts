import { describe, expect, it } from "vitest";
import { readBlockLevel } from "../../../../electron/main/volumes/block-device";
import { driveText, pcieLink, sectorsOf } from "../../../../electron/main/volumes/drive-identity";
import { readDriveIdentity } from "../../../../electron/main/volumes/linux-identity";
import { parseProfile } from "../../../../electron/main/volumes/macos-output";
import { parseUsbDisks } from "../../../../electron/main/volumes/macos-usb";
import { fixture, machineOf } from "../../../fixtures/volumes/machine";
import { mac, usbVolume } from "./mac";

async function identity(sysPath: string, tree: string) {
  const machine = machineOf(tree.replaceAll("@", sysPath));
  return readDriveIdentity(machine, await readBlockLevel(machine, sysPath));
}

describe("the identity of a drive on Linux", () => {
  it("is complete for an NVMe drive, including the current and the fastest possible speed of its link", async () => {
    const pci = "/sys/devices/pci0000:00/0000:00:06.0/0000:01:00.0";
    expect(
      await identity(
        `${pci}/nvme/nvme0/nvme0n1`,
        `
@/size: 4000797360
@/queue/logical_block_size: 512
@/queue/physical_block_size: 512
@/device/serial: S6Z1NJ0TA12345F     
@/device/firmware_rev: 0B2QJXD7
@/device/hmb: 1
${pci}/current_link_speed: 8.0 GT/s PCIe
${pci}/current_link_width: 4
${pci}/max_link_speed: 16.0 GT/s PCIe
${pci}/max_link_width: 4`,
      ),
    ).toEqual({
      serial: "S6Z1NJ0TA12345F",
      firmware: "0B2QJXD7",
      capacityBytes: 2_048_408_248_320,
      link: {
        type: "pcie",
        gigatransfersPerSecond: 8,
        lanes: 4,
        most: { gigatransfersPerSecond: 16, lanes: 4 },
      },
      sectorBytes: { logical: 512, physical: 512 },
      hostMemoryBuffer: true,
    });
  });

  it("has, for a SATA drive, the serial number and firmware that udev knows instead of the shorter firmware in sysfs", async () => {
    const port = "/sys/devices/pci0000:00/0000:00:17.0/ata3";
    expect(
      await identity(
        `${port}/host2/target2:0:0/2:0:0:0/block/sda`,
        `
@/dev: 8:0
@/queue/logical_block_size: 512
@/queue/physical_block_size: 4096
@/device/rev: 0B6Q
${port}/link3/ata_link/link3/sata_spd: 6.0 Gbps
/run/udev/data/b8:0:
    E:ID_ATA=1
    E:ID_SERIAL=Samsung_SSD_860_EVO_1TB_S3Z9NB0K123456A
    E:ID_SERIAL_SHORT=S3Z9NB0K123456A
    E:ID_REVISION=RVT04B6Q`,
      ),
    ).toMatchObject({
      serial: "S3Z9NB0K123456A",
      firmware: "RVT04B6Q",
      link: { type: "sata", gigabitsPerSecond: 6 },
      sectorBytes: { logical: 512, physical: 4096 },
    });
  });

  it("has the serial number of the SCSI page and the firmware in sysfs if udev has no entry", async () => {
    const found = await identity(
      "/sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda",
      "@/device/vpd_pg80: \u0000\u0080\u0000\u0014            WD-WCC4E1234567\n@/device/rev: 80.0",
    );
    expect(found).toMatchObject({ serial: "WD-WCC4E1234567", firmware: "80.0", link: null });
  });

  it("contains the serial number of the USB enclosure if the drive reports none", async () => {
    const found = await identity(
      "/sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host6/target6:0:0/6:0:0:0/block/sdb",
      `
@/dev: 8:16
/sys/bus/usb/devices/2-1/speed: 5000
/run/udev/data/b8:16:
    E:ID_USB_SERIAL_SHORT=4C530001230405112233`,
    );
    expect(found).toMatchObject({
      serial: "4C530001230405112233",
      link: { type: "usb", megabitsPerSecond: 5000 },
    });
  });

  it("is unknown if its values are missing or impossible", async () => {
    const nothing = await identity("/sys/devices/pci0000:00/0000:01:00.0/nvme/nvme0/nvme0n1", "");
    expect(Object.values(nothing)).toEqual(Array(6).fill(null));
    const odd = await identity(
      "/sys/devices/pci0000:00/0000:01:00.0/nvme/nvme0/nvme0n1",
      `
@/size: 99999999999999999999
@/queue/logical_block_size: 3
@/queue/physical_block_size: x
@/device/hmb: maybe
/sys/devices/pci0000:00/0000:01:00.0/current_link_speed: Unknown
/sys/devices/pci0000:00/0000:01:00.0/current_link_width: 0`,
    );
    expect(Object.values(odd)).toEqual(Array(6).fill(null));
  });
});

describe("the identity of a drive on macOS", () => {
  const profile = JSON.stringify({
    SPNVMeDataType: [
      {
        _name: "Generic SSD Controller",
        _items: [
          {
            bsd_name: "disk0",
            device_serial: "0ba01f1144582433",
            device_revision: "355",
            spnvme_linkspeed: "8.0 GT/s",
            spnvme_linkwidth: "x4",
          },
        ],
      },
    ],
    SPSerialATADataType: [
      {
        spsata_negotiatedlinkspeed: "6 Gigabit",
        _items: [{ bsd_name: "disk2", device_serial: "W1", device_revision: "CC4" }],
      },
    ],
  });

  it("is found in the output of system_profiler by the name of the disk", () => {
    const disks = parseProfile(profile);
    expect(disks.get("disk0")).toEqual({
      serial: "0ba01f1144582433",
      firmware: "355",
      link: { type: "pcie", gigatransfersPerSecond: 8, lanes: 4, most: null },
    });
    expect(disks.get("disk2")).toEqual({
      serial: "W1",
      firmware: "CC4",
      link: { type: "sata", gigabitsPerSecond: 6 },
    });
    expect([...disks.keys()]).toEqual(["disk0", "disk2"]);
  });

  it("is unknown if the items of system_profiler have another shape or are nested 5000 levels deep", () => {
    let deep: unknown = { bsd_name: "disk9" };
    for (let level = 0; level < 5000; level += 1) {
      deep = { _items: [deep] };
    }
    expect(parseProfile(JSON.stringify({ a: [null, 3, { _items: "x" }], b: "c" })).size).toBe(0);
    expect(parseProfile(JSON.stringify({ a: [deep] })).size).toBe(0);
  });

  it("appears in the facts of a volume that lies on the drive", async () => {
    const { service } = await mac({ profile });
    const [system] = await service.list();
    expect(system?.drive).toMatchObject({
      serial: "0ba01f1144582433",
      firmware: "355",
      disks: 1,
      link: { type: "pcie", gigatransfersPerSecond: 8, lanes: 4, most: null },
    });
  });

  it("is unknown if system_profiler does not answer", async () => {
    const { service } = await mac();
    const [system] = await service.list();
    expect(system?.drive).toMatchObject({ serial: null, firmware: null, link: null, disks: 1 });
  });

  it("comes from the USB device above the disk, never from a hub or from a device beside the disk", async () => {
    const disks = parseUsbDisks(await fixture("macos-ioreg-usb.txt"));
    expect([...disks]).toEqual([
      [
        "disk5",
        {
          serial: "4C530001150624108362",
          firmware: null,
          link: { type: "usb", megabitsPerSecond: 480 },
        },
      ],
      ["disk6", { serial: null, firmware: null, link: { type: "usb", megabitsPerSecond: 5000 } }],
    ]);
  });

  it("is unknown if the text of the I/O Registry has another form", () => {
    const texts = [
      "",
      "+-o",
      '"BSD Name" = "disk1"',
      '+-o x  <class IOMedia>\n  "BSD Name" = "disk1"',
    ];
    expect(texts.map((text) => parseUsbDisks(text).size)).toEqual([0, 0, 0, 0]);
  });

  it("comes from the I/O Registry for a USB drive, even if system_profiler does not answer", async () => {
    const { service } = await mac({ usb: await fixture("macos-ioreg-usb.txt") });
    const stick = (await service.list()).find(({ mountPoint }) => mountPoint === usbVolume);
    expect(stick?.drive).toMatchObject({
      serial: "4C530001150624108362",
      firmware: null,
      link: { type: "usb", megabitsPerSecond: 480 },
    });
  });
});

describe("driveText()", () => {
  it.each([
    ["  S123\0\0  ", "S123"],
    ["two   words", "two words"],
    ["\0\0", null],
    ["", null],
    [null, null],
    ["x".repeat(500), "x".repeat(126)],
    ["S\u001b[31m3\u0007X\u202e9\u200b8\u0085", "S [31m3 X 9 8"],
    ["\ufffd\u0001\u0002", null],
  ])("turns %j into %j", (text, shown) => {
    expect(driveText(text)).toBe(shown);
  });
});

it("pcieLink() and sectorsOf() return null if one of their numbers is invalid", () => {
  const none = { gigatransfersPerSecond: null, lanes: null };
  expect(pcieLink({ gigatransfersPerSecond: 8, lanes: 0 }, none)).toBeNull();
  expect(pcieLink({ gigatransfersPerSecond: 8, lanes: 99 }, none)).toBeNull();
  expect(sectorsOf(512, null)).toBeNull();
  expect(sectorsOf(512, 1_000_000)).toBeNull();
});
