import { describe, expect, it, vi } from "vitest";
import { markOf } from "#analysis/drive-identity";
import { volumeSchema } from "#contract/volume";
import { environmentWithout } from "../../../../electron/main/volumes/system-access";
import { isSystems } from "../../../../electron/main/volumes/system-volumes";
import { NotAnswering } from "../../../../electron/main/volumes/time-limit";
import {
  driveOf,
  visibleVolumes,
  volumeOfPath,
} from "../../../../electron/main/volumes/windows-facts";
import { parseNetworkDrives, parseStorage } from "../../../../electron/main/volumes/windows-output";
import { fixture } from "../../../fixtures/volumes/machine";
import { oneNetworkDrive, systemRoot, windows } from "./windows-machine";

describe("the volume list of Windows", () => {
  it("shows volumes with a letter or folder, no start or recovery partitions", async () => {
    const { volumes } = await windows();
    const list = await volumes.list();
    expect(list.map(({ mountPoint }) => mountPoint)).toEqual([
      "C:\\",
      "E:\\",
      "C:\\Mounted\\Archive\\",
      "V:\\",
      "Z:",
    ]);
    for (const volume of list) {
      expect(volumeSchema.parse(volume)).toEqual(volume);
    }
    expect(new Set(list.map(({ id }) => id)).size).toBe(5);
  });

  it("shows a volume or disk of impossible size without that size", async () => {
    const { volumes } = await windows({
      storage: async () =>
        JSON.stringify({
          volumes: [
            { DriveLetter: "Y", FileSystem: "NTFS", Size: 2 ** 60, SizeRemaining: 2 ** 59 },
            { DriveLetter: "X", FileSystem: "NTFS", Size: 1e12, SizeRemaining: -1 },
          ],
          partitions: [{ DiskNumber: 1, AccessPaths: ["Y:\\"] }],
          disks: [{ Number: 1, FriendlyName: "Store", Size: 2 ** 60 }],
        }),
      network: async () => "",
    });
    const [store, odd] = await volumes.list();
    expect(store).toMatchObject({
      mountPoint: "Y:\\",
      totalBytes: null,
      freeBytes: null,
      untestable: { code: "space-unknown" },
      drive: { model: "Store", capacityBytes: null },
    });
    expect(odd).toMatchObject({ totalBytes: 1e12, freeBytes: null });
  });

  it("joins volume, partition and disk, and tests the system's volume at home", async () => {
    const { volumes } = await windows();
    const [system] = await volumes.list();
    expect(system).toMatchObject({
      name: "Windows",
      device: "C:",
      directory: "C:\\Users\\ann",
      system: true,
      fileSystem: "NTFS",
      totalBytes: 999292928000,
      freeBytes: 412316860416,
      drive: { model: "WD PC SN740 SDDPNQD-1T00", kind: "nvme", bus: "NVMe", removable: false },
      writeCache: "unknown",
      encryption: null,
      untestable: null,
    });
  });

  it("reads numeric bus types and says why other volumes cannot be tested", async () => {
    const { volumes } = await windows();
    const [, stick, archive, virtual, share] = await volumes.list();
    expect(stick).toMatchObject({
      name: "Kingston DataTraveler 3.0",
      drive: { kind: "usb", bus: "USB", removable: true },
      untestable: null,
      system: false,
    });
    expect(archive).toMatchObject({
      drive: { kind: "hard-disk" },
      untestable: { code: "no-space" },
      device: "\\\\?\\Volume{hd}\\",
    });
    expect(virtual).toMatchObject({
      drive: { kind: "virtual" },
      untestable: { code: "read-only" },
    });
    expect(share).toMatchObject({
      name: "photos",
      directory: "Z:\\",
      drive: { kind: "network" },
      untestable: { code: "network-mount" },
    });
  });

  it("finds the nearest mount above a folder", async () => {
    const { volumes } = await windows();
    const at = async (path: string) => (await volumes.describe(path)).mountPoint;
    expect(await at("C:\\Users\\ann\\Documents")).toBe("C:\\");
    expect(await at("c:\\mounted\\archive")).toBe("C:\\Mounted\\Archive\\");
    expect(await at("C:\\Mounted\\Archive 2")).toBe("C:\\");
    expect(await at("Z:\\2024")).toBe("Z:");
    expect(await at("\\\\nas\\photos\\2024")).toBe("\\\\nas\\photos\\");
    await expect(volumes.describe("Q:\\x")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
  });

  it("tests a chosen folder with unknown facts if PowerShell is forbidden", async () => {
    const refused = async () => {
      throw new Error("This program is blocked by group policy.");
    };
    const { volumes } = await windows({ storage: refused, network: refused });
    expect(await volumes.describe("D:\\data")).toMatchObject({
      mountPoint: "D:\\",
      device: "D:",
      directory: "D:\\data",
      fileSystem: null,
      totalBytes: null,
      drive: { kind: "unknown", model: null, removable: null },
      untestable: null,
    });
  });

  it.each([
    ["by PowerShell", undefined],
    ["without it", () => Promise.reject(new Error("This program is blocked by group policy."))],
  ])("finds the same volume for a small and a capital letter (%s)", async (_how, answer) => {
    const { volumes } = await windows(answer && { storage: answer, network: answer });
    const [small, capital] = [
      await volumes.describe("c:\\users\\ann"),
      await volumes.describe("C:\\Users\\ann"),
    ];
    expect(small.mountPoint).toBe(capital.mountPoint);
    // Else the test of the size would fill the system's drive without asking.
    const describeAny = async () => capital;
    expect(await isSystems({ ...small, system: false }, describeAny, ["C:\\"])).toBe(true);
  });

  it("shows the letters while PowerShell is slow and its facts afterwards", async () => {
    const space = { bsize: 4096, blocks: 250_000_000, bavail: 100_000_000 };
    let answer: (json: string) => void = () => undefined;
    let asked = 0;
    const json = await fixture("windows-storage.json");
    const { volumes } = await windows({
      letters: { "C:\\": { space }, "E:\\": { space } },
      storage: () => {
        asked += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      deviceChanges: () => () => undefined,
    });
    const changed = new Promise<void>((resolve) => volumes.onMaybeChanged(resolve));
    const early = await volumes.list();
    const models = (list: typeof early) => list.map(({ drive }) => drive.model);
    expect(models(early)).toEqual([null, null]);
    expect(models(await volumes.list())).toEqual([null, null]);
    answer(json);
    await changed;
    const whole = await volumes.list();
    expect(asked).toBe(1);
    expect(models(whole)[0]).not.toBeNull();
    // Who has chosen one of them keeps it.
    expect(whole.map(({ id }) => id).slice(0, 2)).toEqual(early.map(({ id }) => id));
    void volumes.list();
    expect(asked).toBe(2);
  });

  it("keeps a network drive in the list while PowerShell is slow to name it", async () => {
    const space = { bsize: 4096, blocks: 250_000_000, bavail: 100_000_000 };
    const json = await fixture("windows-storage.json");
    const later = (answer: string) => () =>
      new Promise<string>((resolve) => setTimeout(() => resolve(answer), 80));
    const { volumes } = await windows({
      letters: {
        "C:\\": { space },
        "E:\\": { space },
        "Z:\\": { space, leadsTo: "\\\\server\\share\\" },
      },
      storage: later(json),
      network: later(oneNetworkDrive),
      deviceChanges: () => () => undefined,
    });
    const changed = new Promise<void>((resolve) => volumes.onMaybeChanged(resolve));
    const last = async () => (await volumes.list()).at(-1);
    const early = await last();
    await changed;
    const whole = await last();
    expect([early, whole]).toMatchObject(
      [early, whole].map(() => ({ mountPoint: "Z:", drive: { kind: "network" } })),
    );
    expect(whole?.id).toBe(early?.id);
  });

  it("asks PowerShell again if a volume came or went during the query", async () => {
    const answers: ((json: string) => void)[] = [];
    let tell = () => undefined as unknown;
    const { volumes } = await windows({
      storage: () => new Promise((resolve) => answers.push(resolve)),
      deviceChanges: (listener) => {
        tell = listener;
        return () => undefined;
      },
    });
    const stick = { DriveLetter: "E", FileSystem: "FAT32", Size: 1e9, SizeRemaining: 1e9 };
    const system = { DriveLetter: "C", FileSystem: "NTFS", Size: 1e12, SizeRemaining: 1e11 };
    let afterwards: Promise<string[]> = Promise.resolve([]);
    const points = async () => (await volumes.list()).map(({ mountPoint }) => mountPoint);
    volumes.onMaybeChanged(() => {
      afterwards = points();
    });
    // The window's own question, and then the stick is pulled.
    const before = points();
    tell();
    answers[0]?.(JSON.stringify({ volumes: [system, stick] }));
    answers[1]?.(JSON.stringify({ volumes: [system] }));
    expect(await before).toContain("E:\\");
    expect(await afterwards).not.toContain("E:\\");
    // Both answers are used up.
    void volumes.list();
    expect(answers).toHaveLength(3);
  });

  it("changes a volume's mark if another stick takes its letter or facts change", async () => {
    const stick = (model: string) =>
      JSON.stringify({
        volumes: [{ DriveLetter: "E", FileSystem: "exFAT", Size: 1e9, SizeRemaining: 1e9 }],
        partitions: [{ DiskNumber: 1, AccessPaths: ["E:\\"] }],
        disks: [{ Number: 1, FriendlyName: model, BusType: "USB", Size: 1e9 }],
      });
    const answers = [stick("Blue"), stick("Red"), stick("Red"), "{}"];
    const { volumes } = await windows({
      storage: async () => answers.shift() ?? "{}",
      network: async () => "",
      letters: { "E:\\": { space: { bsize: 4096, blocks: 250_000, bavail: 250_000 } } },
    });
    const listed = [];
    while (answers.length > 0) {
      listed.push(...(await volumes.list()));
    }
    expect(new Set(listed.map(({ id }) => id)).size).toBe(1);
    const [blue, red, again, bare] = listed.map(markOf);
    expect(new Set([blue, red, bare]).size).toBe(3);
    expect(again).toBe(red);
  });

  it("waits for PowerShell if there is no window", async () => {
    const json = await fixture("windows-storage.json");
    const { volumes } = await windows({
      storage: () => new Promise((resolve) => setTimeout(() => resolve(json), 200)),
    });
    expect((await volumes.list())[0]?.drive.model).not.toBeNull();
  });

  it("receives changes from Windows and starts no program to poll for them", async () => {
    let tell = () => undefined as unknown;
    let isEnded = false;
    const { volumes, ran } = await windows({
      deviceChanges: (listener) => {
        tell = listener;
        return () => {
          isEnded = true;
        };
      },
    });
    let told = 0;
    const end = volumes.onMaybeChanged(() => {
      told += 1;
    });
    tell();
    end();
    expect([told, isEnded, ran]).toEqual([1, true, []]);
  });

  it("starts PowerShell without the caller's PSModulePath", async () => {
    vi.stubEnv("PsModulePath", "C:\\of\\another");
    try {
      expect(Object.keys(environmentWithout("PSModulePath"))).not.toContain("PsModulePath");
      expect(environmentWithout(undefined)).toEqual(process.env);
      const { volumes, left } = await windows();
      await volumes.list();
      expect(left).toEqual(["PSModulePath", "PSModulePath"]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("shows the local drives while Windows waits for a server", async () => {
    const { volumes } = await windows({ network: () => new Promise(() => undefined) });
    expect(await volumes.list()).toHaveLength(4);
    const killed = await windows({
      network: async () => {
        throw new NotAnswering(1);
      },
    });
    expect(await killed.volumes.list()).toHaveLength(4);
  });

  it("reports a volume that does not answer and a folder without write permission", async () => {
    const { volumes } = await windows({
      dead: ["E:\\"],
      refused: { "C:\\Users\\ann": "EACCES" },
    });
    const [system, stick] = await volumes.list();
    expect(system?.untestable?.code).toBe("no-permission");
    expect(stick?.untestable?.code).toBe("not-testable");
  });
});

describe("the volume list of a desktop with BitLocker, Storage Spaces and OneDrive", () => {
  const desktop = () =>
    windows({ machine: "windows-spaces-storage.json", network: async () => "" });

  it("shows unlocked volumes without BitLocker, which needs administrator rights", async () => {
    const { volumes } = await desktop();
    const list = await volumes.list();
    expect(list.map(({ mountPoint }) => mountPoint)).toEqual(["C:\\", "S:\\"]);
    expect(list[0]).toMatchObject({
      name: "Samsung SSD 970 EVO Plus 500GB",
      encryption: null,
      drive: { kind: "nvme" },
      untestable: null,
    });
  });

  it("does not mistake a mirrored space's disk for a physical one", async () => {
    const { volumes } = await desktop();
    const [, space] = await volumes.list();
    expect(space).toMatchObject({
      name: "Bilder",
      fileSystem: "ReFS",
      drive: { model: "Gespiegelt", kind: "unknown", bus: "Spaces", removable: false },
      writeCache: "unknown",
      untestable: null,
    });
  });

  it("finds the drive of a OneDrive folder, which is an ordinary folder", async () => {
    const { volumes } = await desktop();
    const directory = "C:\\Users\\ann\\OneDrive - Firma\\Bilder";
    expect(await volumes.describe(directory)).toMatchObject({
      ...{ mountPoint: "C:\\", directory, chosen: true, drive: { kind: "nvme" } },
    });
  });

  it("refuses a folder of the locked stick instead of naming another drive", async () => {
    const { volumes } = await desktop();
    await expect(volumes.describe("D:\\")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
  });
});

describe("parsing PowerShell's output", () => {
  it("accepts one entry, none and an empty answer as lists", () => {
    expect(parseNetworkDrives("")).toEqual([]);
    expect(parseNetworkDrives("[]")).toEqual([]);
    expect(parseNetworkDrives(oneNetworkDrive)).toHaveLength(1);
    const storage = parseStorage('{"volumes":{"DriveLetter":"d","Size":5},"partitions":null}');
    expect(storage.volumes).toHaveLength(1);
    expect(storage).toMatchObject({ partitions: [], disks: [], physical: [] });
    expect(visibleVolumes(storage, systemRoot)[0]).toMatchObject({
      mountPoint: "D:\\",
      disk: null,
      system: false,
    });
  });

  it("throws for output that is no answer", () => {
    expect(() => parseStorage("Get-Volume : Access denied")).toThrow();
    expect(() => parseStorage('{"volumes":[{"Size":"big"}]}')).toThrow();
  });

  it.each([
    ["SATA", "SSD", "sata-ssd"],
    ["11", "4", "sata-ssd"],
    ["SATA", "3", "hard-disk"],
    ["SATA", "Unspecified", "unknown"],
    ["RAID", "SSD", "unknown"],
    ["SD", null, "memory-card"],
    ["14", null, "virtual"],
    ["9", null, "network"],
    [null, "SSD", "unknown"],
  ])("classifies bus %s with medium %s as %s", (BusType, mediaType, kind) => {
    const [found] = visibleVolumes(
      parseStorage('{"volumes":[{"DriveLetter":"D","Size":5}]}'),
      systemRoot,
    );
    const disk = {
      Number: 0,
      FriendlyName: "A drive",
      Manufacturer: null,
      BusType,
      IsReadOnly: false,
      ...{ SerialNumber: null, AdapterSerialNumber: null, FirmwareVersion: null },
      ...{ Size: null, LogicalSectorSize: null, PhysicalSectorSize: null },
    };
    expect(found && driveOf({ ...found, disk, mediaType }).kind).toBe(kind);
  });

  it.each([
    // https://learn.microsoft.com/windows/win32/api/winioctl/ne-winioctl-storage_bus_type
    ["19", "UFS", "unknown"],
    ["20", "NVMe-oF", "network"],
    ["18", "SCM", "unknown"],
    ["0", null, "unknown"],
    ["99", null, "unknown"],
  ])("shows no bare number for the bus: %s is %s", (BusType, bus, kind) => {
    const [found] = visibleVolumes(
      parseStorage(
        JSON.stringify({
          volumes: [{ DriveLetter: "D", Size: 5 }],
          partitions: [{ AccessPaths: ["D:\\"], DiskNumber: 0 }],
          disks: [{ Number: 0, BusType }],
        }),
      ),
      systemRoot,
    );
    expect(found && driveOf(found)).toMatchObject({ bus, kind });
  });

  it("finds no volume for a path that is on none", () => {
    expect(volumeOfPath([], "C:\\")).toBeNull();
  });
});
