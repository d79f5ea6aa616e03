import { describe, expect, it } from "vitest";
import type { MachineOptions } from "../../../../fixtures/volumes/machine";
import { serviceOn } from "./service-on";

describe("the volume list of a laptop with LUKS and LVM", () => {
  const ann: MachineOptions = {
    home: "/home/ann",
    refused: { "/": "EACCES", "/home": "EACCES" },
  };

  it("shows only volumes that a person recognizes, and names for LVM on LUKS the disk whose health is read", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", ann);
    const volumes = await service.list();
    expect(volumes.map(({ mountPoint, physicalDisks }) => [mountPoint, physicalDisks])).toEqual([
      ["/", ["nvme0n1"]],
      ["/home", ["nvme0n1"]],
      ["/home/ann/server", []],
      ["/mnt/nas", []],
      ["/run/media/ann/DCIM", ["mmcblk0"]],
      ["/run/media/ann/FERIEN 2024", ["sda"]],
      ["/run/media/ann/T7", ["sdb"]],
    ]);
  });

  it("offers the home folder for a test only on the volume that contains it", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", ann);
    const [system, home] = await service.list();
    expect(home).toMatchObject({ directory: "/home/ann", untestable: null });
    expect(system).toMatchObject({ directory: "/", untestable: { code: "no-permission" } });
  });

  it.each<[string, string, string[]]>([
    ["no other program if the home folder lies on a drive", "", []],
    [
      "a separate program if a link leads from the home folder to a server",
      "/home/ann -> /mnt/nas/ann\n/mnt/nas/ann/",
      ["/home/ann"],
    ],
    ["a separate program if the home folder lies on a server", "", ["/mnt/nas/ann"]],
    [
      "a separate program if the home folder lies on a volume that a program provides",
      "",
      ["/home/ann/server/x"],
    ],
  ])("is made with access to the home folder through %s", async (_, change, asked) => {
    const programs: string[] = [];
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", {
      ...ann,
      home: asked[0] ?? "/home/ann",
      change,
      run: async (file, args) => {
        programs.push([file, ...args].join(" "));
        return "";
      },
    });
    await service.list();
    const ofHome = programs.filter((program) => program.endsWith(` ${asked[0] ?? "/home/ann"}`));
    expect(ofHome).toEqual(asked.map((path) => `stat -f -- ${path}`));
  });

  it('reports "no-permission" if even the home folder is not writable', async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", {
      ...ann,
      refused: { ...ann.refused, "/home/ann": "EACCES" },
    });
    const [, home] = await service.list();
    expect(home).toMatchObject({ directory: "/home", untestable: { code: "no-permission" } });
  });

  it("is made without any access to a server", async () => {
    const { machine, service } = await serviceOn("laptop-luks-lvm-nvme.txt", ann);
    const volumes = await service.list();
    const servers = volumes.filter(({ drive }) => drive.kind === "network");
    expect(servers.map(({ mountPoint }) => mountPoint)).toEqual(["/home/ann/server", "/mnt/nas"]);
    for (const { untestable, totalBytes, evidenceDevices } of servers) {
      expect(untestable?.code).toBe("network-mount");
      expect(totalBytes).toBeNull();
      expect(evidenceDevices).toEqual([]);
    }
    expect(machine.touched.filter((path) => /^\/(mnt\/nas|home\/ann\/server)/.test(path))).toEqual(
      [],
    );
    expect(machine.touched).toContain("/run/media/ann/T7");
  });

  it('reports for a chosen server "no-permission" or "no-space" rather than "network-mount"', async () => {
    const chosen = async (options: MachineOptions) =>
      (await serviceOn("laptop-luks-lvm-nvme.txt", { ...ann, ...options })).service.describeFolder(
        "/mnt/nas",
      );
    expect((await chosen({})).untestable?.code).toBe("network-mount");
    expect((await chosen({ refused: { "/mnt/nas": "EACCES" } })).untestable?.code).toBe(
      "no-permission",
    );
    expect((await chosen({ space: { totalBytes: 1e9, freeBytes: 1e6 } })).untestable?.code).toBe(
      "no-space",
    );
    expect((await chosen({})).mountOptions).toBe("rw,relatime,vers=4.2,hard,proto=tcp");
  });

  it('reports "not-testable" for a folder inside a pseudo file system', async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt");
    expect((await service.describeFolder("/sys/firmware/efi/efivars")).untestable?.code).toBe(
      "not-testable",
    );
  });
});

it("the volume list of a server offers the home folder for a test of the system's volume that contains it", async () => {
  const { service } = await serviceOn("server-raid1-sata.txt", {
    home: "/root",
    refused: { "/": "EACCES" },
  });
  const [system] = await service.list();
  expect(system).toMatchObject({ directory: "/root", untestable: null });
});
