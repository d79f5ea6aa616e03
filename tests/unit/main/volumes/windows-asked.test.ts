import { describe, expect, it } from "vitest";
import type { AskedVolume, DiskFacts, VolumeFacts } from "#contract/volume-facts";
import {
  networkRoots,
  silentPlaces,
  storageOf,
} from "../../../../electron/main/volumes/windows-asked";
import { driveOf, visibleVolumes } from "../../../../electron/main/volumes/windows-facts";

/** Structures as Windows lays them out, little-endian. */
class Structure {
  private readonly bytes: number[] = [];
  number(offset: number, value: number | bigint, width = 4): this {
    for (let place = 0; place < width; place += 1) {
      this.put(offset + place, Number((BigInt(value) >> BigInt(8 * place)) & 0xffn));
    }
    return this;
  }
  text(offset: number, text: string, width = 1): this {
    for (const [place, character] of [...`${text}\0`].entries()) {
      this.number(offset + place * width, character.charCodeAt(0), width);
    }
    return this;
  }
  get all(): number[] {
    return Array.from(this.bytes, (byte) => byte ?? 0);
  }
  private put(offset: number, byte: number): void {
    this.bytes[offset] = byte;
  }
}

interface Told {
  readonly vendor?: string;
  readonly product?: string;
  readonly firmware?: string;
  readonly serial?: string;
  readonly bus: number;
}

/** STORAGE_DEVICE_DESCRIPTOR, whose texts follow it; 0 stands for a text that is not told. */
function descriptor({ vendor, product, firmware, serial, bus }: Told): number[] {
  const structure = new Structure().number(0, 40).number(4, 300).number(28, bus).number(299, 0, 1);
  for (const [place, text] of [vendor, product, firmware, serial].entries()) {
    const offset = text === undefined ? 0 : 40 + 64 * place;
    structure.number(12 + 4 * place, offset);
    if (text !== undefined) {
      structure.text(offset, text);
    }
  }
  return structure.all;
}

function disk(number: number, told: Told, facts: Partial<DiskFacts> = {}): DiskFacts {
  return {
    number,
    descriptor: descriptor(told),
    ...{ adapterSerial: [], seekPenalty: [], alignment: [], geometry: [] },
    ...{ writable: true, link: null },
    ...facts,
  };
}

const gptPartition = (type: readonly number[], attributes = 0n) => {
  const structure = new Structure().number(0, 1).number(64, attributes, 8).number(143, 0, 1);
  for (const [place, byte] of type.entries()) {
    structure.number(32 + place, byte, 1);
  }
  return structure.all;
};

function volume(
  letter: string,
  facts: Partial<VolumeFacts> | null,
  changes: Partial<AskedVolume> = {},
): AskedVolume {
  return {
    path: `\\\\?\\Volume{${letter.toLowerCase().repeat(8)}-0000-0000-0000-000000000000}\\`,
    mountPoints: [`${letter}:\\`],
    isNetwork: false,
    facts: facts && {
      ...{ driveType: 3, fileSystem: "NTFS", label: "", totalBytes: 5e11, freeBytes: 1e11 },
      ...{ readOnly: null, encryption: null, partition: [], disks: [] },
      ...facts,
    },
    ...changes,
  };
}

const nvme = disk(
  0,
  {
    vendor: "NVMe",
    product: "Samsung SSD 990 PRO 1TB ",
    firmware: "4B2QJXD7",
    serial: "0025_38B2_3140_1234.",
    bus: 17,
  },
  {
    adapterSerial: new Structure().number(0, 264).number(4, 264).text(8, "S6Z1NJ0W123456  ", 2).all,
    seekPenalty: new Structure().number(0, 12).number(4, 12).number(8, 0, 1).all,
    alignment: new Structure().number(16, 512).number(20, 4096).number(24, 0).all,
    geometry: new Structure().number(24, 1_000_204_886_016n, 8).all,
    link: { speed: 4, width: 4, mostSpeed: 4, mostWidth: 4 },
  },
);

const found = (...asked: AskedVolume[]) => visibleVolumes(storageOf(asked), "C:\\Windows");
const driveFound = (...asked: AskedVolume[]) => found(...asked).map(driveOf)[0];

describe("the facts from the addon", () => {
  it("name an NVMe drive by model, controller serial number and link", () => {
    expect(driveFound(volume("C", { disks: [nvme] }))).toMatchObject({
      ...{ model: "Samsung SSD 990 PRO 1TB", kind: "nvme", bus: "NVMe", removable: false },
      ...{ serial: "S6Z1NJ0W123456", firmware: "4B2QJXD7", capacityBytes: 1_000_204_886_016 },
      sectorBytes: { logical: 512, physical: 4096 },
      disks: 1,
    });
  });

  it("distinguish a SATA hard disk and SSD by the seek penalty, and leave others unknown", () => {
    const sata = (seekPenalty: number[]) =>
      driveFound(
        volume("C", { disks: [disk(1, { product: "ST2000DM008", bus: 11 }, { seekPenalty })] }),
      );
    const penalty = (value: number) => new Structure().number(4, 12).number(8, value, 1).all;
    expect(sata(penalty(1))?.kind).toBe("hard-disk");
    expect(sata(penalty(0))?.kind).toBe("sata-ssd");
    expect(sata([])?.kind).toBe("unknown");
  });

  it('identify an NVMe drive behind a RAID driver by the vendor string "NVMe"', () => {
    const behind = (vendor: string) =>
      driveFound(
        volume("C", { disks: [disk(0, { vendor, product: "SAMSUNG MZVLB512", bus: 8 })] }),
      );
    expect(behind("NVMe    ")).toMatchObject({
      kind: "nvme",
      bus: "RAID",
      model: "SAMSUNG MZVLB512",
    });
    expect(behind("Intel   ")).toMatchObject({ kind: "unknown", model: "Intel SAMSUNG MZVLB512" });
  });

  it("put the vendor before the name of a stick", () => {
    const stick = disk(2, { vendor: "Kingston", product: "DataTraveler 3.0", bus: 7 });
    expect(driveFound(volume("E", { driveType: 2, disks: [stick] }))).toMatchObject({
      ...{ model: "Kingston DataTraveler 3.0", kind: "usb", removable: true, serial: null },
    });
  });

  it("contain only strings that lie within the descriptor", () => {
    const short = { ...nvme, descriptor: nvme.descriptor.slice(0, 30), adapterSerial: [1, 2] };
    expect(driveFound(volume("C", { disks: [short] }))).toMatchObject({
      model: null,
      serial: null,
    });
    const beyond = { ...nvme, descriptor: new Structure().number(16, 4000).number(28, 17).all };
    expect(driveFound(volume("C", { disks: [beyond] }))?.model).toBeNull();
  });

  it("name no drive for a volume on two disks", () => {
    const two = [nvme, disk(1, { product: "Other", bus: 11 })];
    expect(driveFound(volume("D", { disks: two }))).toMatchObject({ model: null, disks: null });
  });

  it("mark the drive of a program, of which no driver names a disk", () => {
    // VeraCrypt (Driver/Ntdriver.c) answers with no extents, memory disks not at all.
    const dynamic = [nvme, disk(1, { product: "Other", bus: 11 })];
    const marked = found(
      volume("C", { disks: [nvme] }),
      volume("D", { disks: dynamic }),
      volume("V", { disks: [] }),
      volume("R", { disks: [] }, { path: "R:\\" }),
    ).map(({ diskless }) => diskless);
    expect(marked).toEqual([false, false, true, true]);
  });

  it("omit start, recovery and hidden partitions and a card reader without a card", () => {
    const recovery = [
      0xa4, 0xbb, 0x94, 0xde, 0xd1, 0x06, 0x40, 0x4d, 0xa1, 0x6a, 0xbf, 0xd5, 1, 0x79, 0xd6, 0xac,
    ];
    const basic = [
      0xa2, 0xa0, 0xd0, 0xeb, 0xe5, 0xb9, 0x33, 0x44, 0x87, 0xc0, 0x68, 0xb6, 0xb7, 0x26, 0x99,
      0xc7,
    ];
    const mountPoints = found(
      volume("C", { partition: gptPartition(basic) }),
      volume("R", { partition: gptPartition(recovery) }),
      volume("H", { partition: gptPartition(basic, 1n << 62n) }),
      volume("F", { totalBytes: null, freeBytes: null }),
      volume("N", {}, { mountPoints: [] }),
    ).map(({ mountPoint }) => mountPoint);
    expect(mountPoints).toEqual(["C:\\"]);
  });

  it("include a locked volume and one whose file system Windows cannot read", () => {
    const nothing = { fileSystem: null, label: null, totalBytes: null, freeBytes: null };
    const sized = { geometry: new Structure().number(24, 64_000_000_000n, 8).all };
    const stick = disk(4, { product: "Stick", bus: 7 }, sized);
    const reader = disk(5, { product: "Reader", bus: 7 });
    const reasons = found(
      volume("L", { ...nothing, driveType: 2, encryption: 6, disks: [stick] }),
      volume("R", { ...nothing, driveType: 2, disks: [stick] }),
      volume("F", { ...nothing, driveType: 2, disks: [reader] }),
      volume("D", { ...nothing, driveType: 5, disks: [stick] }),
    ).map(({ mountPoint, unreadable }) => [mountPoint, unreadable]);
    expect(reasons).toEqual([
      ["L:\\", "locked"],
      ["R:\\", "no-file-system"],
    ]);
  });

  it("mark a partition or disk as read-only", () => {
    const basic = [0xa2, 0xa0, 0xd0, 0xeb];
    const readOnly = found(volume("D", { partition: gptPartition(basic, 1n << 60n) }))[0];
    expect(readOnly?.partition?.IsReadOnly).toBe(true);
    // A stick whose switch is on, an image mounted to be read, a volume that is set so.
    const set = (isSet: boolean | null) => found(volume("D", { readOnly: isSet }))[0]?.partition;
    expect([set(true), set(false), set(null)].map((told) => told?.IsReadOnly)).toEqual([
      ...[true, false, false],
    ]);
    const card = disk(3, { product: "SD", bus: 12 }, { writable: false });
    expect(found(volume("E", { disks: [card] }))[0]?.disk?.IsReadOnly).toBe(true);
  });

  it("separate silent volumes from network volumes", () => {
    const asked = [
      volume("C", {}),
      volume("S", null),
      volume("Z", null, { path: "Z:\\", isNetwork: true }),
    ];
    expect(found(...asked)).toHaveLength(1);
    expect(silentPlaces(asked)).toEqual([["S:\\"]]);
    expect(networkRoots(asked)).toEqual(["Z:\\"]);
  });
});
