import { describe, expect, it, vi } from "vitest";
import { markOf } from "#analysis/drive-identity";
import { guaranteeOn } from "#analysis/guarantee";
import type { AskedVolume } from "#contract/volume-facts";
import { volumeSchema } from "#contract/volume-schema";
import { isSystems } from "../../../../electron/main/volumes/system-volumes";
import { volumeOfPath } from "../../../../electron/main/volumes/windows-facts";
import { disk, networkVolume, Structure, seekPenalty, volume, windows } from "./windows-machine";

/** A laptop with a stick, a hard disk that is mounted in a folder, an image and a network drive. */
const laptop: readonly AskedVolume[] = [
  volume("C", {
    label: "Windows",
    totalBytes: 999_292_928_000,
    freeBytes: 412_316_860_416,
    disks: [disk(0, { vendor: "NVMe", product: "WD PC SN740 SDDPNQD-1T00", bus: 17 })],
  }),
  volume("E", {
    driveType: 2,
    fileSystem: "exFAT",
    disks: [disk(1, { vendor: "Kingston", product: "DataTraveler 3.0", bus: 7 })],
  }),
  volume(
    "H",
    {
      label: "Archive",
      freeBytes: 1e6,
      disks: [disk(2, { product: "ST2000DM008", bus: 11 }, { seekPenalty: seekPenalty(true) })],
    },
    { path: "\\\\?\\Volume{hd}\\", mountPoints: ["C:\\Mounted\\Archive\\"] },
  ),
  volume("V", {
    disks: [disk(3, { vendor: "Msft", product: "Virtual Disk", bus: 15 }, { writable: false })],
  }),
  networkVolume("Z"),
];

describe("the volume list of Windows", () => {
  it("shows the volumes that have a drive letter or a mount folder", async () => {
    const list = await windows({ asked: laptop }).list();
    expect(list.map(({ mountPoint }) => mountPoint)).toEqual([
      "C:\\",
      "E:\\",
      "C:\\Mounted\\Archive\\",
      "V:\\",
      "Z:",
    ]);
    for (const each of list) {
      expect(volumeSchema.parse(each)).toEqual(each);
    }
    expect(new Set(list.map(({ id }) => id)).size).toBe(5);
  });

  it("shows a volume or disk of more than 2^53 bytes without a size, and calls such a volume untestable", async () => {
    const geometry = new Structure().number(24, 2n ** 60n, 8).all;
    const store = disk(1, { product: "Store", bus: 10 }, { geometry });
    const sizes = { totalBytes: 2 ** 60, freeBytes: 2 ** 59 };
    const [listed] = await windows({ asked: [volume("Y", { ...sizes, disks: [store] })] }).list();
    expect(listed).toMatchObject({
      mountPoint: "Y:\\",
      totalBytes: null,
      freeBytes: null,
      untestable: { code: "space-unknown" },
      drive: { model: "Store", capacityBytes: null },
    });
  });

  it("names the disk of the system's volume, and the home folder as the folder for tests on that volume", async () => {
    const [system] = await windows({ asked: laptop }).list();
    expect(system).toMatchObject({
      name: "Windows",
      device: "C:",
      directory: "C:\\Users\\ann",
      system: true,
      fileSystem: "NTFS",
      totalBytes: 999292928000,
      freeBytes: 412316860416,
      drive: { model: "WD PC SN740 SDDPNQD-1T00", kind: "nvme", bus: "NVMe", removable: false },
      physicalDisks: ["\\\\.\\PhysicalDrive0"],
      writeCache: "unknown",
      encryption: null,
      untestable: null,
    });
  });

  it("says why each volume that cannot be tested is not testable", async () => {
    const [, stick, archive, virtual, share] = await windows({ asked: laptop }).list();
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
      name: "Z:",
      directory: "Z:\\",
      drive: { kind: "network" },
      untestable: { code: "network-mount" },
    });
  });

  it("names both disks of a volume on two disks", async () => {
    const two = [disk(1, { product: "One", bus: 11 }), disk(5, { product: "Other", bus: 11 })];
    const [listed] = await windows({ asked: [volume("D", { disks: two })] }).list();
    expect(listed).toMatchObject({
      drive: { model: null, kind: "unknown", disks: null },
      physicalDisks: ["\\\\.\\PhysicalDrive1", "\\\\.\\PhysicalDrive5"],
    });
  });

  it("shows a mirrored storage space as a drive of unknown kind on an unknown number of disks", async () => {
    const space = disk(4, { vendor: "Msft", product: "Gespiegelt", bus: 16 });
    const [listed] = await windows({
      asked: [volume("S", { label: "Bilder", fileSystem: "ReFS", disks: [space] })],
    }).list();
    expect(listed).toMatchObject({
      drive: {
        model: "Msft Gespiegelt",
        kind: "unknown",
        bus: "Spaces",
        removable: false,
        disks: null,
      },
      physicalDisks: ["\\\\.\\PhysicalDrive4"],
      untestable: null,
    });
  });

  it.each([
    // Values that people found and published; 2 and 6 are also in Windows' registry.
    [1, "BitLocker"],
    [3, "BitLocker"],
    [4, "BitLocker"],
    [5, "BitLocker"],
    [6, "BitLocker"],
    [2, "none"],
    [0, null],
    [7, null],
    [null, null],
  ])(
    "states, for the value %j of Explorer's BitLocker property, the encryption %j",
    async (property, encryption) => {
      const list = await windows({ asked: [volume("C", { encryption: property })] }).list();
      expect(list).toMatchObject([{ encryption }]);
    },
  );

  it("finds the volume of a folder by the nearest mount point above the folder", async () => {
    const volumes = windows({ asked: laptop });
    const at = async (path: string) => (await volumes.describe(path)).mountPoint;
    expect(await at("C:\\Users\\ann\\Documents")).toBe("C:\\");
    // A reparse point that is no link: OneDrive's root has the tag 0x9000701a (syncthing/syncthing
    // issue 4542).
    expect(await at("C:\\Users\\ann\\OneDrive\\ドキュメント")).toBe("C:\\");
    expect(await at("c:\\mounted\\archive")).toBe("C:\\Mounted\\Archive\\");
    expect(await at("C:\\Mounted\\Archive 2")).toBe("C:\\");
    expect(await at("Z:\\2024")).toBe("Z:");
    expect(await at("\\\\nas\\photos\\2024")).toBe("\\\\nas\\photos\\");
    expect(volumeOfPath([], "C:\\")).toBeNull();
    await expect(volumes.describe("Q:\\x")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
  });

  it("finds a volume by its volume GUID path, which is no network path", async () => {
    const volumes = windows({ asked: laptop });
    const chosen = "\\\\?\\Volume{eeeeeeee-0000-0000-0000-000000000000}\\photos";
    expect(await volumes.describe(chosen)).toMatchObject({
      mountPoint: "E:\\",
      directory: chosen,
      drive: { kind: "usb" },
      untestable: null,
    });
    await expect(volumes.describe("\\\\?\\Volume{no-letter}\\x")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
    expect((await windows({}).describe(chosen)).drive.kind).toBe("unknown");
  });

  it.each([
    ["by the addon", laptop],
    ["without the addon", null],
  ])(
    "finds the same volume for a drive letter in lower and upper case (%s)",
    async (_how, asked) => {
      const volumes = windows({ asked });
      const [small, capital] = [
        await volumes.describe("c:\\users\\ann"),
        await volumes.describe("C:\\Users\\ann"),
      ];
      expect(small.mountPoint).toBe(capital.mountPoint);
      // A lower-case letter must be recognized as the system's drive, or the capacity test would
      // fill that drive without a question.
      const describeAny = async () => capital;
      expect(await isSystems({ ...small, system: false }, describeAny, ["C:\\"])).toBe(true);
    },
  );

  it("gives a drive letter another fingerprint, but the same id, if another stick takes it or if facts become unknown", async () => {
    const stick = (product: string) => [volume("E", { disks: [disk(1, { product, bus: 7 })] })];
    const answers = [stick("Blue"), stick("Red"), stick("Red"), null];
    const volumes = windows({
      ask: async () => answers.shift() ?? null,
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

  it("reports a possible change when Windows reports a changed device, and ends the watch on request", () => {
    let tell = () => undefined as unknown;
    let isEnded = false;
    const volumes = windows({
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
    expect([told, isEnded]).toEqual([1, true]);
  });

  it("reports a volume that does not answer and a folder without write permission", async () => {
    const [system, stick] = await windows({
      asked: laptop,
      dead: ["E:\\"],
      refused: { "C:\\Users\\ann": "EACCES" },
    }).list();
    expect(system?.untestable?.code).toBe("no-permission");
    expect(stick?.untestable?.code).toBe("not-testable");
  });

  it("gives the reason why a locked volume and a volume without a readable file system cannot be tested", async () => {
    const empty = { fileSystem: null, label: null, totalBytes: null, freeBytes: null };
    const geometry = new Structure().number(24, 2n ** 32n, 8).all;
    const volumes = windows({
      asked: [
        volume("L", { ...empty, encryption: 6 }),
        volume("R", { ...empty, disks: [disk(1, { bus: 7 }, { geometry })] }),
      ],
    });
    const list = await volumes.list();
    expect(list.map(({ untestable }) => untestable?.statements.map(({ code }) => code))).toEqual([
      ["untestable.locked"],
      ["untestable.no-file-system"],
    ]);
    expect((await volumes.describe("L:\\photos")).untestable?.code).toBe("not-testable");
  });

  it("does not query a volume again that did not answer", async () => {
    // The query would fail with EACCES here. On a drive that hangs it would block one of four
    // threads.
    const [silent] = await windows({
      asked: [volume("S", null)],
      refused: { "S:\\": "EACCES" },
    }).list();
    expect(silent?.untestable?.statements.map(({ code }) => code)).toEqual([
      "untestable.not-answering",
    ]);
  });

  it("reports a possible change once, about ten seconds after a volume fell silent, but none for a disc, recovery or network volume", async () => {
    vi.useFakeTimers();
    try {
      const system = volume("C");
      const disc = volume("D", null, { isDisc: true });
      const recovery = volume("R", null, { mountPoints: [] });
      const answers = [
        [system, disc, recovery, networkVolume("Z")],
        [system, volume("S", null)],
        [system, volume("S", null)],
        [system, volume("S")],
        [system, volume("S", null)],
      ];
      const volumes = windows({ ask: async () => answers.shift() ?? null });
      let asked = 0;
      const listed = async () => {
        await volumes.list();
        await vi.advanceTimersByTimeAsync(60_000);
        return asked;
      };
      const listen = () =>
        volumes.onMaybeChanged(() => {
          asked += 1;
        });
      const endFirst = listen();
      expect(await listed()).toBe(0);
      endFirst();
      // Lists the volumes before a listener is added, because the list may be read first.
      await volumes.list();
      const end = listen();
      await vi.advanceTimersByTimeAsync(9_000);
      expect(asked).toBe(0);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(asked).toBe(1);
      expect(await listed()).toBe(1);
      expect(await listed()).toBe(1);
      // The drive has answered since, so no further query is due.
      await volumes.list();
      end();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('omits an optical drive that does not answer, but reports "untestable.not-answering" for a folder chosen on it', async () => {
    const drive = volume("D", null, { isDisc: true });
    const list = await windows({ asked: [volume("C"), drive, volume("S", null)] }).list();
    expect(list.map(({ mountPoint }) => mountPoint)).toEqual(["C:\\", "S:\\"]);
    const chosen = await windows({ asked: [volume("C"), drive] }).describe("D:\\films");
    expect(chosen.untestable?.statements.map(({ code }) => code)).toEqual([
      "untestable.not-answering",
    ]);
  });

  it("leaves unknown whether saves survive a power cut on a drive that a program provides", async () => {
    const made = volume("R", {}, { path: "R:\\" });
    const list = await windows({ asked: [...laptop.slice(0, 1), made] }).list();
    const promises = list.map((each) => guaranteeOn("flush_file_buffers", "windows", each));
    expect(promises).toEqual(["power-loss", "unknown"]);
  });

  it("names a volume that does not answer by the mount folder, not by the drive that contains this folder", async () => {
    const silent = volume("M", null, { mountPoints: ["C:\\mnt\\dead\\", "C:\\again\\"] });
    const volumes = windows({ asked: [volume("C"), silent] });
    const list = await volumes.list();
    expect(list.map(({ mountPoint, untestable }) => [mountPoint, untestable?.code])).toEqual([
      ["C:\\", undefined],
      ["C:\\mnt\\dead\\", "not-testable"],
    ]);
    expect(new Set(list.map(({ id }) => id)).size).toBe(2);
    for (const folder of ["C:\\mnt\\dead\\photos", "C:\\again"]) {
      expect((await volumes.describe(folder)).mountPoint).toBe("C:\\mnt\\dead\\");
    }
  });

  it("finds the volume, and not the drive that contains the mount folder, by each of several mount folders", async () => {
    const archive = volume("A", {}, { mountPoints: ["D:\\", "C:\\mnt\\one\\"] });
    const photos = volume("P", {}, { mountPoints: ["C:\\mnt\\two\\", "C:\\mnt\\three\\"] });
    const volumes = windows({ asked: [volume("C"), archive, photos] });
    const placeOf = async (folder: string) => (await volumes.describe(folder)).mountPoint;
    expect(await placeOf("C:\\mnt\\one\\x")).toBe("D:\\");
    expect(await placeOf("C:\\mnt\\three")).toBe("C:\\mnt\\two\\");
    expect(await placeOf("C:\\mnt")).toBe("C:\\");
  });

  it("offers the root folder of the system's volume for a test if the home folder is on another volume", async () => {
    const homes = volume("U", {}, { mountPoints: ["C:\\Users\\"] });
    const list = await windows({ asked: [volume("C"), homes] }).list();
    expect(list.map(({ directory }) => directory)).toEqual(["C:\\", "C:\\Users\\ann"]);
  });
});

describe("the volume list if the addon cannot answer", () => {
  const space = { bsize: 4096, blocks: 250_000_000, bavail: 100_000_000 };
  const letters = {
    "C:\\": { space },
    "D:\\": { space: { ...space, bsize: 512 } },
    "R:\\": { space, leadsTo: null },
    "S:\\": { space, leadsTo: "C:\\Users\\ann\\pictures" },
    "X:\\": { space: "never" },
    "Z:\\": { space, leadsTo: "\\\\server\\share\\" },
  } as const;

  it.each([
    ["the addon finds no volumes", []],
    ["the addon cannot be asked", null],
  ])(
    "contains the letters of drives and servers, and the sizes of the drives that answer (%s)",
    async (_what, asked) => {
      const list = await windows({ letters, asked }).list();
      expect(
        list.map(({ mountPoint, totalBytes, freeBytes, system, untestable }) => [
          mountPoint,
          totalBytes,
          freeBytes,
          system,
          untestable?.code ?? null,
        ]),
      ).toEqual([
        ["C:\\", 1_024_000_000_000, 409_600_000_000, true, null],
        ["D:\\", 128_000_000_000, 51_200_000_000, false, null],
        ["R:\\", 1_024_000_000_000, 409_600_000_000, false, null],
        ["X:\\", null, null, false, "not-testable"],
        ["Z:", null, null, false, "network-mount"],
      ]);
      expect(list[0]).toMatchObject({
        directory: "C:\\Users\\ann",
        fileSystem: null,
        encryption: null,
        physicalDisks: [],
        drive: { kind: "unknown", model: null, removable: null },
      });
      for (const each of list) {
        expect(volumeSchema.parse(each)).toEqual(each);
      }
      expect(new Set(list.map(({ id }) => id)).size).toBe(5);
    },
  );

  it("describes a chosen folder with unknown facts", async () => {
    expect(await windows({}).describe("D:\\data")).toMatchObject({
      mountPoint: "D:\\",
      device: "D:",
      directory: "D:\\data",
      fileSystem: null,
      totalBytes: null,
      drive: { kind: "unknown", model: null, removable: null },
      untestable: null,
    });
  });
});
