import { posix } from "node:path";
import type { DriveIdentity } from "#contract/volume";
import { type BlockLevel, portIn, readAttribute, type SysReader } from "./block-device";
import { busOf } from "./drive-facts";
import { driveText, pcieLink, sectorsOf } from "./drive-identity";
import { udevProperties } from "./udev";

/** The unit of sysfs's `size`, whatever the drive's sector size is. */
const sizeUnitBytes = 512;

/**
 * Reads `/sys` and udev's database, which every user may read. Querying the drive would need
 * administrator rights; the kernel and udev did so when the drive appeared.
 * https://www.kernel.org/doc/Documentation/ABI/stable/sysfs-block
 */
export async function readDriveIdentity(sys: SysReader, disk: BlockLevel): Promise<DriveIdentity> {
  const { sysPath, deviceNumber } = disk;
  const attribute = (path: string) => readAttribute(sys, `${sysPath}/${path}`);
  const [udev, size, logical, physical, serial, ownSerial, unitSerial, revision, hmb, ...firmware] =
    await Promise.all([
      udevProperties(sys, deviceNumber),
      attribute("size"),
      attribute("queue/logical_block_size"),
      attribute("queue/physical_block_size"),
      attribute("device/serial"),
      attribute("serial"),
      attribute("device/vpd_pg80"),
      attribute("device/rev"),
      attribute("device/hmb"),
      attribute("device/firmware_rev"),
      attribute("device/fwrev"),
    ]);
  const isAta = udev.get("ID_ATA") === "1";
  return {
    // For a SCSI disk udev's `ID_SERIAL_SHORT` is a worldwide name that is not on the disk's label,
    // so the disk's own serial number comes first.
    serial:
      driveText(serial ?? ownSerial) ??
      driveText(isAta ? udev.get("ID_SERIAL_SHORT") : udev.get("ID_SCSI_SERIAL")) ??
      driveText(unitSerialNumber(unitSerial)) ??
      driveText(udev.get("ID_USB_SERIAL_SHORT")),
    // SCSI truncates its revision after four characters, so it comes last.
    firmware: driveText(
      firmware.find((text) => text !== null) ??
        (isAta ? udev.get("ID_REVISION") : null) ??
        revision,
    ),
    capacityBytes: timesUnit(numberIn(size)),
    link: await linkOf(sys, disk),
    sectorBytes: sectorsOf(numberIn(logical), numberIn(physical)),
    hostMemoryBuffer: hmb === "1" ? true : hmb === "0" ? false : null,
  };
}

/** The serial number in SCSI's "unit serial number" VPD page, which has a header of four bytes. */
function unitSerialNumber(page: string | null): string | null {
  return page === null ? null : page.slice(4);
}

function timesUnit(units: number | null): number | null {
  const bytes = (units ?? 0) * sizeUnitBytes;
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

/** The leading number of a text: `8.0 GT/s PCIe`, `6.0 Gbps`, `4`. */
function numberIn(text: string | null): number | null {
  const digits = /^\d{1,15}(\.\d+)?/.exec(text ?? "")?.[0];
  return digits === undefined ? null : Number(digits);
}

async function linkOf(sys: SysReader, disk: BlockLevel): Promise<DriveIdentity["link"]> {
  switch (busOf(disk)) {
    case "nvme":
      return pcieLinkOf(sys, disk.sysPath);
    case "sata":
      return sataLinkOf(sys, disk.sysPath);
    case "usb":
      return usbLinkOf(sys, disk.sysPath);
    default:
      return null;
  }
}

/**
 * The link of an NVMe drive's controller, a PCI device above the disk:
 * `…/0000:01:00.0/nvme/nvme0/nvme0n1`.
 */
async function pcieLinkOf(sys: SysReader, sysPath: string): Promise<DriveIdentity["link"]> {
  const device = /^(.*)\/nvme\/nvme\d+\//.exec(sysPath)?.[1];
  const number = async (name: string) =>
    device === undefined ? null : numberIn(await readAttribute(sys, `${device}/${name}`));
  const [speed, lanes, mostSpeed, mostLanes] = await Promise.all([
    number("current_link_speed"),
    number("current_link_width"),
    number("max_link_speed"),
    number("max_link_width"),
  ]);
  return pcieLink(
    { gigatransfersPerSecond: speed || null, lanes },
    { gigatransfersPerSecond: mostSpeed || null, lanes: mostLanes },
  );
}

/** The link of a SATA drive, by https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-ata */
async function sataLinkOf(sys: SysReader, sysPath: string): Promise<DriveIdentity["link"]> {
  const [port, number] = /^.*\/ata(\d+)(?=\/)/.exec(sysPath) ?? [];
  if (port === undefined) {
    return null;
  }
  const path = posix.join(port, `link${number}`, "ata_link", `link${number}`, "sata_spd");
  const speed = numberIn(await readAttribute(sys, path));
  return speed === null || speed === 0 ? null : { type: "sata", gigabitsPerSecond: speed };
}

async function usbLinkOf(sys: SysReader, sysPath: string): Promise<DriveIdentity["link"]> {
  const port = portIn(sysPath);
  const speed =
    port === null ? null : numberIn(await readAttribute(sys, `/sys/bus/usb/devices/${port}/speed`));
  return speed === null || speed === 0 ? null : { type: "usb", megabitsPerSecond: speed };
}
