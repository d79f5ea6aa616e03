import type { Computer } from "#contract/report";
import type { Drive, Link } from "#contract/volume";
import { formatBlockBytes } from "./format";
import { messages } from "./messages";
import { driveKindNames } from "./names";
import { formatNumber } from "./numbers";

/** Names of drives, computers and connections. */

const said = messages({
  withSerial: "{drive}, serial number {serial}",
  computer: "{maker} {model}",
  pcie: "PCIe {generation}, {lanes, plural, one {# lane} other {# lanes}}",
  pcieBelow:
    "PCIe {generation}, {lanes, plural, one {# lane} other {# lanes}} (drive or slot could use PCIe {mostGeneration}, {mostLanes, plural, one {# lane} other {# lanes}})",
  sata: "SATA {rate}\u00a0Gbit/s",
  usb: "USB {rate}\u00a0Gbit/s",
  usbSlow: "USB {rate}\u00a0Mbit/s",
  sectorSizes: "{logical} for programs, {physical} in the drive",
  inUse: "yes, the drive uses some of the computer’s memory",
  notInUse: "no",
});

/** Maker and model; without them, the kind of drive. */
export function driveName({ model, kind }: Pick<Drive, "model" | "kind">): string {
  return model ?? driveKindNames[kind]();
}

/** The name with the serial number, if that is known and was not left out. */
export function fullDriveName(drive: Pick<Drive, "model" | "kind" | "serial">): string {
  const name = driveName(drive);
  return drive.serial === null ? name : said.withSerial({ drive: name, serial: drive.serial });
}

/** The computer's maker and model; only the model if it begins with the maker's name. */
export function computerName(computer: Computer | null): string | null {
  const { maker, model } = computer ?? { maker: null, model: null };
  if (maker === null || model === null) {
    return maker ?? model;
  }
  const [firstWord = ""] = maker.split(" ");
  return model.toLowerCase().startsWith(firstWord.toLowerCase())
    ? model
    : said.computer({ maker, model });
}

/** Keys are small letters, because Linux names buses in small letters. */
const busNames: Readonly<Record<string, () => string>> = messages({
  nvme: "NVMe",
  usb: "USB",
  sata: "SATA",
  ata: "ATA",
  sas: "SAS",
  scsi: "SCSI",
  mmc: "MMC",
  ieee1394: "FireWire",
  fc: "Fibre Channel",
  iscsi: "iSCSI",
});

/** The bus by its usual name, or by the system's name if it has no usual one. */
export function busName(bus: string | null): string | null {
  return bus !== null && Object.hasOwn(busNames, bus) ? (busNames[bus]?.() ?? bus) : bus;
}

/** PCI Express generation by transfer rate in GT/s. */
const pcieGenerations: Readonly<Record<number, string>> = {
  2.5: "1.0",
  5: "2.0",
  8: "3.0",
  16: "4.0",
  32: "5.0",
  64: "6.0",
};

function pcieGeneration(gigatransfersPerSecond: number): string {
  return pcieGenerations[gigatransfersPerSecond] ?? rate(gigatransfersPerSecond);
}

export function linkName(link: Link | null): string | null {
  switch (link?.type) {
    case undefined:
      return null;
    case "pcie": {
      const { gigatransfersPerSecond, lanes, most } = link;
      const now = { generation: pcieGeneration(gigatransfersPerSecond), lanes };
      const isBelow =
        most !== null &&
        (most.gigatransfersPerSecond > gigatransfersPerSecond || most.lanes > lanes);
      return isBelow
        ? said.pcieBelow({
            ...now,
            mostGeneration: pcieGeneration(most.gigatransfersPerSecond),
            mostLanes: most.lanes,
          })
        : said.pcie(now);
    }
    case "sata":
      return said.sata({ rate: rate(link.gigabitsPerSecond) });
    case "usb":
      return link.megabitsPerSecond < 1000
        ? said.usbSlow({ rate: rate(link.megabitsPerSecond) })
        : said.usb({ rate: rate(link.megabitsPerSecond / 1000) });
  }
}

function rate(figure: number): string {
  return formatNumber(figure, Number.isInteger(figure) ? 0 : 1);
}

export function sectorsName(sectors: Drive["sectorBytes"]): string | null {
  if (sectors === null) {
    return null;
  }
  const [logical, physical] = [sectors.logical, sectors.physical].map(formatBlockBytes);
  return logical === physical
    ? (logical ?? null)
    : said.sectorSizes({ logical: logical ?? "", physical: physical ?? "" });
}

/** Whether the drive uses a part of the computer's memory, which only NVMe drives report. */
export function hostMemoryName(hostMemoryBuffer: boolean | null): string | null {
  return hostMemoryBuffer === null ? null : hostMemoryBuffer ? said.inUse() : said.notInUse();
}
