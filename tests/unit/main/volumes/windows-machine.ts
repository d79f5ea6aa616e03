import type { AskedVolume, DiskFacts, VolumeFacts } from "#contract/volume-facts";
import type {
  FileSystemSpace,
  SystemAccess,
} from "../../../../electron/main/volumes/system-access";
import { TimeLimit } from "../../../../electron/main/volumes/time-limit";
import {
  type AskVolumes,
  type DeviceChanges,
  WindowsVolumes,
} from "../../../../electron/main/volumes/windows";
import { type MachineOptions, machineOf } from "../../../fixtures/volumes/machine";

const systemRoot = "C:\\Windows";

interface Letter {
  /**
   * Path of the root to which the letter leads; `null`: Windows' list of mounts does not contain
   * the letter's driver.
   */
  readonly leadsTo?: string | null;
  readonly space: FileSystemSpace | "never";
}

/** A computer with these drive letters; all other letters lead nowhere. */
function answering(letters: Readonly<Record<string, Letter>>): Partial<SystemAccess> {
  const noSuchThing = Object.assign(new Error("ENOENT"), { code: "ENOENT" });
  return {
    statfs: async (path) => {
      const space = letters[path]?.space;
      return space === "never"
        ? new Promise(() => undefined)
        : (space ?? Promise.reject(noSuchThing));
    },
    realpath: async (path) => {
      const leadsTo = letters[path]?.leadsTo;
      return leadsTo === null ? Promise.reject(noSuchThing) : (leadsTo ?? path);
    },
  };
}

/** The volume service on an imaginary computer with Windows; it starts no program. */
export function windows(
  options: MachineOptions & {
    /** The addon's answer; `null`: the addon cannot ask. */
    asked?: readonly AskedVolume[] | null;
    /** By drive letter, the root to which the letter leads, and the space of its volume. */
    letters?: Readonly<Record<string, Letter>>;
    deviceChanges?: DeviceChanges;
    ask?: AskVolumes;
  },
): WindowsVolumes {
  const { letters, deviceChanges, asked = null, ask = async () => asked } = options;
  const run: SystemAccess["run"] = (file) =>
    Promise.reject(new Error(`unexpected program ${file}`));
  const machine = machineOf("", { home: "C:\\Users\\ann", ...options, run });
  return new WindowsVolumes(
    { ...machine, platform: "win32", systemRoot, ...(letters && answering(letters)) },
    new TimeLimit(50),
    deviceChanges,
    ask,
  );
}

/** Structures as Windows lays them out, little-endian. */
export class Structure {
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
  /** A value of STORAGE_BUS_TYPE. */
  readonly bus: number;
}

/** STORAGE_DEVICE_DESCRIPTOR with its texts after it; the offset 0 stands for a missing text. */
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

export function disk(number: number, told: Told, facts: Partial<DiskFacts> = {}): DiskFacts {
  return {
    number,
    descriptor: descriptor(told),
    adapterSerial: [],
    seekPenalty: [],
    alignment: [],
    geometry: [],
    hotplug: [],
    writable: true,
    link: null,
    ...facts,
  };
}

/** DEVICE_SEEK_PENALTY_DESCRIPTOR. */
export const seekPenalty = (hasOne: boolean) =>
  new Structure().number(4, 12).number(8, hasOne ? 1 : 0, 1).all;

/** STORAGE_HOTPLUG_INFO. */
export const hotplug = (isHotplug: boolean) =>
  new Structure()
    .number(0, 8)
    .number(6, isHotplug ? 1 : 0, 1)
    .number(7, 0, 1).all;

/** @param facts `null`: the volume does not answer within the time limit */
export function volume(
  letter: string,
  facts: Partial<VolumeFacts> | null = {},
  changes: Partial<AskedVolume> = {},
): AskedVolume {
  return {
    path: `\\\\?\\Volume{${letter.toLowerCase().repeat(8)}-0000-0000-0000-000000000000}\\`,
    mountPoints: [`${letter}:\\`],
    isNetwork: false,
    isDisc: false,
    facts: facts && {
      driveType: 3,
      fileSystem: "NTFS",
      label: "",
      totalBytes: 5e11,
      freeBytes: 1e11,
      readOnly: null,
      encryption: null,
      partition: [],
      disks: [],
      ...facts,
    },
    ...changes,
  };
}

export const networkVolume = (letter: string) =>
  volume(letter, null, { path: `${letter}:\\`, isNetwork: true });
