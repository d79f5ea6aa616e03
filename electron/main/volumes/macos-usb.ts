import type { ProfiledDisk } from "./macos-output";

/** Prints the I/O Registry's USB devices with everything below them; every user may run it. */
export const usbRegistry = {
  program: "/usr/sbin/ioreg",
  args: ["-l", "-w0", "-r", "-c", "IOUSBHostDevice"],
} as const;

/** Link speeds by the number in the registry's `Device Speed`. */
const speedsMbps = [1.5, 12, 480, 5000, 10_000] as const;

interface Entry {
  readonly column: number;
  readonly isUsbDevice: boolean;
  serial: string | null;
  megabitsPerSecond: number | null;
}

/**
 * USB disks by name (`disk4`) in the output of `ioreg`. A disk gets the serial number and speed of
 * the nearest USB device above it, not those of a hub further up. `system_profiler` is no
 * alternative: from macOS 26 on its SPUSBDataType is empty, and SPUSBHostDataType names no disk.
 */
export function parseUsbDisks(text: string): ReadonlyMap<string, ProfiledDisk> {
  const disks = new Map<string, ProfiledDisk>();
  let above: Entry[] = [];
  for (const line of text.split("\n")) {
    // The line's last "<class" counts: the name before it comes from the device, and may contain
    // the same text.
    const [, indent, className] = /^([ |]*)\+-o .*<class (\w+)/.exec(line) ?? [];
    if (indent !== undefined) {
      const column = indent.length;
      const isUsbDevice = className === "IOUSBHostDevice";
      above = above.filter((entry) => entry.column < column);
      above.push({ column, isUsbDevice, serial: null, megabitsPerSecond: null });
      continue;
    }
    const [, key, value = ""] = /^[ |]*"([\w ]{1,40})" = (.*)$/.exec(line) ?? [];
    const entry = above.at(-1);
    const device = above.filter(({ isUsbDevice }) => isUsbDevice).at(-1);
    if (key === undefined || entry === undefined || device === undefined) {
      continue;
    }
    if (key === "USB Serial Number") {
      entry.serial = quoted(value);
    } else if (key === "UsbLinkSpeed") {
      entry.megabitsPerSecond = Number(value) / 1e6 || null;
    } else if (key === "Device Speed") {
      entry.megabitsPerSecond ??= speedsMbps[Number(value)] ?? null;
    } else if (key === "BSD Name" && /^"disk\d+"$/.test(value)) {
      const { serial, megabitsPerSecond } = device;
      const link =
        megabitsPerSecond === null ? null : ({ type: "usb", megabitsPerSecond } as const);
      disks.set(value.slice(1, -1), { serial, firmware: null, link });
    }
  }
  return disks;
}

function quoted(value: string): string | null {
  return /^"(.*)"$/.exec(value)?.[1] ?? null;
}
