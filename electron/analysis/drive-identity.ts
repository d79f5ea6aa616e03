import type { Report } from "../contract/report";
import type { Drive, Link } from "../contract/volume";

/**
 * Whether two are one drive by their serial numbers; `null` where one of them has none that tells
 * drives apart.
 */
export function sameBySerial(
  one: Pick<Drive, "serial" | "disks">,
  other: Pick<Drive, "serial" | "disks">,
): boolean | null {
  const [first, second] = [tellingSerial(one), tellingSerial(other)];
  return first === null || second === null ? null : first === second;
}

/**
 * The serial number, where it can be one drive's alone. Cheap sticks and enclosures share made-up
 * ones: one character over and over, digits counted up, or a few that are too short to differ.
 */
export function tellingSerial({ serial, disks }: Pick<Drive, "serial" | "disks">): string | null {
  const text = (serial ?? "").replace(/[\s_.-]/g, "").toUpperCase();
  const isMadeUp =
    text.length < 4 ||
    /^(.)\1*$/.test(text) ||
    "0123456789ABCDEF0123456789ABCDEF".includes(text) ||
    /^(0*1?2?3?4?5?6?7?8?9?0*|0*1)$/.test(text) ||
    "FEDCBA9876543210".includes(text);
  return isMadeUp || (disks ?? 1) > 1 ? null : text;
}

/** The report for somebody who is not to know which drive exactly it was. */
export function withoutSerial<R extends Pick<Report, "volume">>(report: R): R {
  const { volume } = report;
  return { ...report, volume: { ...volume, drive: { ...volume.drive, serial: null } } };
}

/** Share of what a line carries that is left for data, by the code the line uses. */
const share = { eightOfTen: 8 / 10, of130: 128 / 130, of132: 128 / 132 };

/** The most a link can carry, before what the protocol above it takes. */
export function linkBytesPerSecond(link: Link): number {
  switch (link.type) {
    case "pcie": {
      const { gigatransfersPerSecond: rate, lanes } = link;
      const left = rate <= 5 ? share.eightOfTen : rate >= 64 ? 1 : share.of130;
      return (rate * 1e9 * left * lanes) / 8;
    }
    case "sata":
      return (link.gigabitsPerSecond * 1e9 * share.eightOfTen) / 8;
    case "usb": {
      const { megabitsPerSecond: rate } = link;
      const left = rate < 5000 ? 1 : rate === 5000 ? share.eightOfTen : share.of132;
      return (rate * 1e6 * left) / 8;
    }
  }
}
