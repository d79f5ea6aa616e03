import { describe, expect, it } from "vitest";
import { guaranteeOn } from "#analysis/guarantee";
import { volumeSchema } from "#contract/volume";
import type { AskedVolume } from "#contract/volume-facts";
import { NotAnswering } from "../../../../electron/main/volumes/time-limit";
import { windows } from "./windows-machine";

/** Who lists the volumes of Windows: the addon, PowerShell, or the letters themselves. */

describe("the addon's volume list", () => {
  const facts = {
    ...{ driveType: 3, fileSystem: "NTFS", label: "Data", totalBytes: 5e11, freeBytes: 1e11 },
    ...{ readOnly: null, encryption: 6, partition: [], disks: [] },
  };
  const asked = (letter: string, changes: Partial<AskedVolume> = {}): AskedVolume => ({
    path: `\\\\?\\Volume{${letter}}\\`,
    ...{ mountPoints: [`${letter}:\\`], isNetwork: false, facts },
    ...changes,
  });
  const diskOf = (geometry: number[]) => ({
    ...{ number: 1, descriptor: [], adapterSerial: [], seekPenalty: [], alignment: [] },
    ...{ geometry, writable: true, link: null },
  });
  const told = [
    asked("C"),
    asked("S", { facts: null }),
    asked("Z", { path: "Z:\\", isNetwork: true, facts: null }),
  ];

  it("needs no other program, nor does the description of one folder", async () => {
    const { ran, volumes } = await windows({ ask: async () => told });
    const list = await volumes.list();
    expect(list.map(({ mountPoint }) => mountPoint)).toEqual(["C:\\", "S:\\", "Z:"]);
    for (const volume of list) {
      expect(volumeSchema.parse(volume)).toEqual(volume);
    }
    expect(list[0]).toMatchObject({ name: "Data", encryption: "BitLocker", system: true });
    expect(list[2]?.untestable?.code).toBe("network-mount");
    expect((await volumes.describe("C:\\Users\\ann")).mountPoint).toBe("C:\\");
    expect((await volumes.describe("Z:\\photos")).drive.kind).toBe("network");
    await expect(volumes.describe("Q:\\x")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
    expect(ran).toEqual([]);
  });

  it("promises nothing for saves on a drive that a program makes", async () => {
    const onDisk = { ...facts, disks: [diskOf([])] };
    const { volumes } = await windows({
      ask: async () => [asked("C", { facts: onDisk }), asked("R", { path: "R:\\" })],
    });
    const promises = (await volumes.list()).map((volume) =>
      guaranteeOn("flush_file_buffers", "windows", volume),
    );
    expect(promises).toEqual(["power-loss", "unknown"]);
  });

  it("says why a locked and a damaged volume cannot be tested", async () => {
    const empty = { ...facts, fileSystem: null, label: null, totalBytes: null, freeBytes: null };
    const disk = diskOf([...Array(24).fill(0), 0, 0, 0, 0, 1, 0, 0, 0]);
    const { volumes } = await windows({
      ask: async () => [
        asked("L", { facts: empty }),
        asked("R", { facts: { ...empty, encryption: null, disks: [disk] } }),
      ],
    });
    const list = await volumes.list();
    expect(list.map(({ untestable }) => untestable?.statements.map(({ code }) => code))).toEqual([
      ["untestable.locked"],
      ["untestable.no-file-system"],
    ]);
    expect((await volumes.describe("L:\\photos")).untestable?.code).toBe("not-testable");
  });

  it("does not ask a silent volume again", async () => {
    // Who asked it again would be refused here, and on a drive that hangs lose one of four threads.
    const { volumes } = await windows({ ask: async () => told, refused: { "S:\\": "EACCES" } });
    const [, silent] = await volumes.list();
    expect(silent?.untestable?.statements.map(({ code }) => code)).toEqual([
      "untestable.not-answering",
    ]);
  });

  it("names a silent volume by its folder and never by the drive that the folder is on", async () => {
    const silent = asked("M", { facts: null, mountPoints: ["C:\\mnt\\dead\\", "C:\\again\\"] });
    const { volumes } = await windows({ ask: async () => [asked("C"), silent] });
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

  it("finds a volume by each of its places, not the drive that they are on", async () => {
    const archive = asked("A", { mountPoints: ["D:\\", "C:\\mnt\\one\\"] });
    const photos = asked("P", { mountPoints: ["C:\\mnt\\two\\", "C:\\mnt\\three\\"] });
    const { volumes } = await windows({ ask: async () => [asked("C"), archive, photos] });
    const placeOf = async (folder: string) => (await volumes.describe(folder)).mountPoint;
    expect(await placeOf("C:\\mnt\\one\\x")).toBe("D:\\");
    expect(await placeOf("C:\\mnt\\three")).toBe("C:\\mnt\\two\\");
    expect(await placeOf("C:\\mnt")).toBe("C:\\");
  });

  it("uses no home folder for the system's volume if home is mounted from another", async () => {
    const homes = asked("U", { mountPoints: ["C:\\Users\\"] });
    const { volumes } = await windows({ ask: async () => [asked("C"), homes] });
    const list = await volumes.list();
    expect(list.map(({ directory }) => directory)).toEqual(["C:\\", "C:\\Users\\ann"]);
  });

  it.each([
    ["finds no volumes", []],
    ["cannot ask", null],
  ])("gives way to PowerShell's when the addon %s", async (_what, answer) => {
    const { ran, volumes } = await windows({ ask: async () => answer });
    expect((await volumes.list()).length).toBe(5);
    expect(ran.length).toBeGreaterThan(0);
  });
});

describe("the volume list if PowerShell is forbidden, refused or killed", () => {
  const space = { bsize: 4096, blocks: 250_000_000, bavail: 100_000_000 };
  const letters = {
    "C:\\": { space },
    "D:\\": { space: { ...space, bsize: 512 } },
    "R:\\": { space, leadsTo: null },
    "S:\\": { space, leadsTo: "C:\\Users\\ann\\pictures" },
    "X:\\": { space: "never" },
    "Z:\\": { space, leadsTo: "\\\\server\\share\\" },
  } as const;
  const answers: [string, () => Promise<string>][] = [
    ["forbidden", () => Promise.reject(new Error("This program is blocked by group policy."))],
    ["refused", async () => "{}"],
    ["ended at its limit", () => Promise.reject(new NotAnswering(1))],
  ];

  it.each(answers)(
    "contains the drive letters with their own sizes (%s)",
    async (_what, answer) => {
      const { volumes } = await windows({ letters, storage: answer, network: answer });
      const list = await volumes.list();
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
      expect(list[0]?.directory).toBe("C:\\Users\\ann");
      for (const volume of list) {
        expect(volumeSchema.parse(volume)).toEqual(volume);
      }
      expect(new Set(list.map(({ id }) => id)).size).toBe(5);
    },
  );

  it("leaves the drives behind the letters unknown", async () => {
    const [, answer] = answers[0] ?? [];
    const { volumes } = await windows({ letters, ...(answer && { storage: answer }) });
    const [system] = await volumes.list();
    expect(system).toMatchObject({
      ...{ fileSystem: null, encryption: null, physicalDisks: [] },
      drive: { kind: "unknown", model: null, removable: null },
    });
  });
});
