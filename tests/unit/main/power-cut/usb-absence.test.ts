import { describe, expect, it } from "vitest";
import { usbLostPower, watchAbsence } from "../../../../electron/main/power-cut/usb-absence";
import {
  hubOf,
  readUsbConnection,
  type UsbConnection,
} from "../../../../electron/main/power-cut/usb-connection";
import { portIn } from "../../../../electron/main/volumes/block-device";
import { machineOf } from "../../../fixtures/volumes/machine";

const controller = "/sys/devices/pci0000:00/0000:00:14.0/usb2";
const disk = (port: string, hubs = "") =>
  `/sys/block/sdb -> ${controller}/${hubs}${port}/${port}:1.0/host6/target6:0:0/6:0:0:0/block/sdb
${controller}/${hubs}${port}/${port}:1.0/host6/target6:0:0/6:0:0:0/block/sdb/`;
const device = (name: string, deviceNumber: number, attributes = "80") =>
  `/sys/bus/usb/devices/${name}/devnum: ${deviceNumber}
/sys/bus/usb/devices/${name}/bmAttributes: ${attributes}
/sys/bus/usb/devices/${name}/idVendor: 0781
/sys/bus/usb/devices/${name}/idProduct: 5581
/sys/bus/usb/devices/${name}/serial: 4C530001`;
const rootHub = `/sys/bus/usb/devices/usb2/devnum: 1
/sys/bus/usb/devices/usb2/idVendor: 1d6b
/sys/bus/usb/devices/usb2/idProduct: 0003`;
const stick: UsbConnection = {
  port: "2-1",
  deviceNumber: 7,
  busPowered: true,
  identity: "0781:5581:4C530001",
};

describe("the USB connection of a drive", () => {
  it("is the connection of the nearest USB device above the disk", async () => {
    expect(
      await readUsbConnection("sdb", machineOf(`${disk("2-1")}\n${device("2-1", 7)}`)),
    ).toEqual(stick);
    const behindHub = machineOf(`${disk("2-1.4", "2-1/")}\n${device("2-1.4", 9)}`);
    expect(await readUsbConnection("sdb", behindHub)).toMatchObject({ port: "2-1.4" });
  });

  it("shows whether an enclosure is self-powered", async () => {
    for (const [attributes, busPowered] of [
      ["80", true],
      ["a0", true],
      ["c0", false],
      ["e0", false],
    ] as const) {
      const machine = machineOf(`${disk("2-1")}\n${device("2-1", 7, attributes)}`);
      expect((await readUsbConnection("sdb", machine))?.busPowered).toBe(busPowered);
    }
  });

  it("is not known for a drive that is not on USB, for a forwarded device and if sysfs is unreadable", async () => {
    const nvme = machineOf("/sys/block/sdb -> /sys/devices/pci0000:00/nvme/nvme0/nvme0n1");
    expect(await readUsbConnection("sdb", nvme)).toBeNull();
    expect(await readUsbConnection("sdb", machineOf(disk("2-1")))).toBeNull();
    const handedOn = `${disk("2-1")}\n${device("2-1", 7)}`.replaceAll(
      "pci0000:00/0000:00:14.0",
      "platform/vhci_hcd.0",
    );
    expect(await readUsbConnection("sdb", machineOf(handedOn))).toBeNull();
    const noAttributes = `${disk("2-1")}\n${device("2-1", 7, "")}`;
    expect(await readUsbConnection("sdb", machineOf(noAttributes))).toBeNull();
  });

  it("has no port if the disk is not on USB, and hubOf() returns the hub above a port", () => {
    expect(portIn("/sys/devices/pci0000:00/0000:00:1f.2/ata1/host0/target0:0:0/sda")).toBeNull();
    expect(["2-1", "2-1.4", "2-1.4.3"].map(hubOf)).toEqual(["usb2", "2-1", "2-1.4"]);
  });
});

/**
 * Watches a drive and returns the seconds for which it was missing. `looks` lists what the bus
 * shows at each poll; its last entry is repeated.
 */
async function missed(
  looks: readonly string[],
  lookMs = 200,
  stopAfter = Number.POSITIVE_INFINITY,
) {
  let atMs = 0;
  let look = 0;
  const stop = new AbortController();
  const current = () => machineOf(looks[Math.min(look, looks.length - 1)] ?? "");
  const absentNs = await watchAbsence(stick, {
    sys: {
      readFile: (path) => current().readFile(path),
      readdir: (path) => current().readdir(path),
      realpath: (path) => current().realpath(path),
      stat: (path) => current().stat(path),
    },
    signal: stop.signal,
    nowMs: () => atMs,
    sleep: async () => {
      atMs += lookMs;
      look += 1;
      if (look >= stopAfter) {
        stop.abort();
      }
    },
  });
  return { seconds: absentNs / 1e9, watchedMs: atMs };
}

const there = `${rootHub}\n${device("2-1", 7)}`;
const gone = rootHub;
const times = (count: number, look: string) => Array<string>(count).fill(look);

describe("the watch for a drive that disappeared from its bus", () => {
  it("counts the time between the first and the last poll without the drive, and ends when the drive returns", async () => {
    const seen = await missed([there, ...times(21, gone), there]);
    expect(seen).toEqual({ seconds: 4, watchedMs: 22 * 200 });
  });

  it("ends after half a minute, on request, or after about a second if the drive never disappears", async () => {
    expect(await missed([gone])).toMatchObject({ watchedMs: 30_000 });
    expect((await missed([gone], 200, 5)).watchedMs).toBe(1000);
    // The drive was on the bus at every poll: the bus was reset, or a file system failed.
    expect(await missed([there])).toMatchObject({ seconds: 0, watchedMs: 1200 });
  });

  it("does not count an absence that begins more than a second after the start of the watch", async () => {
    expect((await missed([...times(7, there), gone])).seconds).toBe(0);
    // An absence that begins within a second counts, because the system needs a moment to notice
    // it.
    expect((await missed([...times(3, there), ...times(21, gone), there])).seconds).toBe(4);
  });

  it("recognizes the drive on another port and ignores another stick of the same kind", async () => {
    const elsewhere = `${rootHub}\n${device("1-3", 4)}`;
    expect((await missed([...times(3, gone), elsewhere])).seconds).toBeCloseTo(0.4, 9);
    const another = elsewhere.replace("4C530001", "4C530002");
    expect((await missed([another])).seconds).toBeGreaterThan(29);
  });

  it("does not count the time while the hub is absent, but counts the time before and after", async () => {
    const nothing = "/sys/bus/usb/devices/1-9/devnum: 1";
    expect((await missed([nothing])).seconds).toBe(0);
    const seen = await missed([
      ...times(11, gone),
      ...times(50, nothing),
      ...times(6, gone),
      there,
    ]);
    expect(seen.seconds).toBeCloseTo(2 + 1, 9);
  });

  it("does not count the time between two polls during which the computer slept", async () => {
    // The computer slept for a minute between two polls.
    expect((await missed([gone, gone, there], 60_000)).seconds).toBeLessThan(1);
  });
});

describe("usbLostPower()", () => {
  const back = { ...stick, deviceNumber: 8 };
  const longAbsence = 4_000_000_000;

  it("returns true for a new device number after an absence longer than a reset takes", () => {
    expect(usbLostPower(stick, longAbsence, back)).toBe(true);
    expect(usbLostPower(stick, longAbsence, { ...stick, port: "2-3" })).toBe(true);
  });

  it("returns null for a short absence, an unchanged device number or a missing value", () => {
    expect(usbLostPower(stick, longAbsence, stick)).toBeNull();
    expect(usbLostPower(stick, 1_200_000_000, back)).toBeNull();
    expect(usbLostPower(stick, 0, back)).toBeNull();
    expect(usbLostPower(stick, null, back)).toBeNull();
    expect(usbLostPower(null, longAbsence, back)).toBeNull();
    expect(usbLostPower(stick, longAbsence, null)).toBeNull();
  });

  it("returns null for a self-powered enclosure and for another drive", () => {
    expect(usbLostPower({ ...stick, busPowered: false }, longAbsence, back)).toBeNull();
    expect(usbLostPower(stick, longAbsence, { ...back, identity: "0781:5581:other" })).toBeNull();
  });
});
