import { posix } from "node:path";
import type { CutMarks } from "#contract/power-cut/state";
import { portIn, readAttribute, readNames, type SysReader } from "../volumes/block-device";

export type UsbConnection = NonNullable<CutMarks["usb"]>;

const usbDevices = "/sys/bus/usb/devices";
/** This bit of a USB device's bmAttributes means "self-powered" (USB 2.0, 9.6.3). */
const selfPowered = 0x40;

/**
 * How a disk (a name under `/sys/block`) is connected to USB. `null` for a disk on another bus, if
 * sysfs does not show it, and for devices forwarded from another computer (usbip), whose power this
 * computer cannot observe. https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-bus-usb
 */
export async function readUsbConnection(
  disk: string,
  sys: SysReader,
): Promise<UsbConnection | null> {
  const sysPath = await sys.realpath(`/sys/block/${disk}`).catch(() => "");
  const port = portIn(sysPath);
  if (port === null || sysPath.includes("/vhci_hcd")) {
    return null;
  }
  const folder = `${usbDevices}/${port}`;
  const [deviceNumber, attributes, identity] = await Promise.all([
    readAttribute(sys, `${folder}/devnum`),
    readAttribute(sys, `${folder}/bmAttributes`),
    readIdentity(folder, sys),
  ]);
  if (!/^\d+$/.test(deviceNumber ?? "") || !/^[0-9a-f]{2}$/.test(attributes ?? "")) {
    return null;
  }
  return identity === null
    ? null
    : {
        port,
        deviceNumber: Number(deviceNumber),
        busPowered: (Number.parseInt(attributes ?? "", 16) & selfPowered) === 0,
        identity,
      };
}

/** The hub of a port, as sysfs names both: `2-1` for the port `2-1.4`, and `usb2` for `2-1`. */
export function hubOf(port: string): string {
  const dot = port.lastIndexOf(".");
  return dot < 0 ? `usb${port.slice(0, port.indexOf("-"))}` : port.slice(0, dot);
}

/** Whether the USB device is on any bus now, and whether its former hub is still there. */
export async function lookForUsb(
  { port, identity }: UsbConnection,
  sys: SysReader,
): Promise<{ readonly isThere: boolean; readonly isHubThere: boolean }> {
  const names = await readNames(sys, usbDevices);
  // USB interfaces (`2-1:1.0`) have no vendor, product or serial number.
  const devices = names.filter((name) => !name.includes(":"));
  const found = await Promise.all(
    devices.map((name) => readIdentity(posix.join(usbDevices, name), sys)),
  );
  return { isThere: found.includes(identity), isHubThere: names.includes(hubOf(port)) };
}

/**
 * Vendor, product and serial number. The serial number may be empty, as on many sticks; `null` if
 * vendor or product is missing.
 */
async function readIdentity(folder: string, sys: SysReader): Promise<string | null> {
  const [vendor, product, serial] = await Promise.all(
    ["idVendor", "idProduct", "serial"].map((name) => readAttribute(sys, `${folder}/${name}`)),
  );
  return vendor == null || product == null ? null : [vendor, product, serial ?? ""].join(":");
}
