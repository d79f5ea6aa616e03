import { describe, expect, it } from "vitest";
import { leastFreeBytes } from "#analysis/plan";
import { DriveFault } from "#contract/drive-error";
import { tellAll } from "#text/statements";
import { cloudFoldersOf, type SystemAccess } from "../../../../electron/main/volumes/system-access";
import { NotAnswering } from "../../../../electron/main/volumes/time-limit";
import { VolumeService } from "../../../../electron/main/volumes/volume-service";
import { fixture, machineOf } from "../../../fixtures/volumes/machine";
import { guest } from "./guest";

async function faultOf(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (error) {
    if (error instanceof DriveFault) {
      return error.driveError;
    }
    throw error;
  }
  throw new Error("there was no fault");
}

/** Why this folder on a computer with OneDrive or iCloud cannot be tested. */
async function untestableAt(folder: string, platform: "win32" | "darwin") {
  const run: SystemAccess["run"] = async (file) =>
    file.endsWith("df")
      ? "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/disk3s5 9 1 8 1% /\n"
      : "/dev/disk3s5 on / (apfs, local, journaled)\n";
  const env = { OneDrive: "C:\\Users\\ann\\OneDrive", OneDriveConsumer: "" };
  const machine = {
    ...machineOf("", { home: "/Users/ann", run }),
    platform,
    systemRoot: "C:\\Windows",
    cloudFolders: cloudFoldersOf(platform, "/Users/ann", env),
    realpath: async (path: string) => path,
    stat: async () => ({ dev: 1, rdev: 0, isDirectory: () => true, isBlockDevice: () => false }),
    access: async () => undefined,
    statfs: async () => ({ bsize: 4096, blocks: 250_000_000, bavail: 100_000_000 }),
  };
  const { untestable } = await new VolumeService(machine, 50).describeFolder(folder);
  return untestable?.statements.map(({ code }) => code);
}

describe("describeFolder()", () => {
  it("resolves .. in a path and follows symbolic links", async () => {
    const { service } = await guest({ change: "/shortcut -> /mnt/test/bt/sub" });
    const volume = await service.describeFolder("/shortcut/../shortcut");
    expect(volume).toMatchObject({
      directory: "/mnt/test/bt/sub",
      mountPoint: "/mnt/test/bt",
      chosen: true,
    });
  });

  it("gives each folder a stable unique id that does not contain its path", async () => {
    const { service } = await guest();
    const ids = [];
    for (const folder of ["/root", "/root", "/home/ann", "/mnt/test/bt"]) {
      ids.push((await service.describeFolder(folder)).id);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
    expect(ids.join()).not.toContain("/");
  });

  it.each([
    ["C:\\Users\\ann\\OneDrive", "win32"],
    ["c:\\users\\ann\\onedrive\\Documents", "win32"],
    ["/Users/ann/Library/CloudStorage/Box/x", "darwin"],
  ] as const)(
    'reports %s as not testable for the reason "untestable.cloud"',
    async (folder, platform) => {
      expect(await untestableAt(folder, platform)).toEqual(["untestable.cloud"]);
    },
  );

  it.each([
    ["C:\\Users\\ann", "win32"],
    ["C:\\Users\\ann\\OneDrive 2", "win32"],
    ["D:\\OneDrive", "win32"],
  ] as const)("accepts %s, which no cloud uploads", async (folder, platform) => {
    expect(await untestableAt(folder, platform)).toBeUndefined();
  });

  it.each([
    ["/nowhere", "path-missing", "realpath", 2],
    ["/mnt/test/disk.img", "not-a-directory", null, null],
  ])('refuses %s with the error "%s"', async (path, code, syscall, osCode) => {
    const { service } = await guest();
    expect(await faultOf(service.describeFolder(path))).toMatchObject({ code, syscall, osCode });
  });

  it.each([
    ["EACCES", -13, "no-permission", 13],
    ["EPERM", -1, "no-permission", 1],
    ["ENOTDIR", -20, "not-a-directory", 20],
    ["ELOOP", -40, "path-missing", 40],
    ["EIO", -5, "drive-error", 5],
    ["EREMOTEIO", -121, "drive-error", 121],
    ["EUCLEAN", -117, "unclear", 117],
    ["EBADMSG", -74, "unclear", 74],
    // -4058 is libuv's own number for ENOENT on Windows, not one of the system.
    ["ENOENT", -4058, "path-missing", null],
  ])(
    'turns the error %s (%d) of the system into the error "%s"',
    async (code, errno, expected, osCode) => {
      const { machine } = await guest();
      const refusal = Object.assign(new Error(code), { code, errno, syscall: "stat" });
      const service = new VolumeService({ ...machine, stat: () => Promise.reject(refusal) }, 50);
      expect(await faultOf(service.describeFolder("/root"))).toMatchObject({
        code: expected,
        syscall: "stat",
        osCode,
      });
    },
  );

  it("says that a missing path was not UTF-8 if its bytes were replaced by U+FFFD", async () => {
    const { service } = await guest();
    const { message, code } = await faultOf(service.describeFolder("/Stra\ufffde"));
    expect([message, code]).toEqual([expect.stringContaining("not UTF-8"), "path-missing"]);
    expect((await faultOf(service.describeFolder("/Straße"))).message).not.toContain("UTF-8");
  });

  it("refuses a folder whose volume is unknown because there is no /proc", async () => {
    const { machine } = await guest();
    const missing = Object.assign(new Error("no file"), { code: "ENOENT", syscall: "open" });
    const service = new VolumeService({ ...machine, readFile: () => Promise.reject(missing) }, 50);
    expect(await faultOf(service.describeFolder("/root"))).toMatchObject({ code: "not-testable" });
  });

  describe("on Windows", () => {
    const facts = {
      driveType: 3,
      fileSystem: "NTFS",
      label: "Scratch",
      totalBytes: 9e9,
      freeBytes: 8e9,
      readOnly: null,
      encryption: null,
      partition: [],
      disks: [],
    };
    const failing = (code: string) => () =>
      Promise.reject(Object.assign(new Error(code), { code }));
    const windows = (told: typeof facts | object, access: Partial<SystemAccess>) => {
      const machine = machineOf("", { home: "C:\\Users\\ann" });
      const system = {
        ...machine,
        platform: "win32" as const,
        systemRoot: "C:\\Windows",
        ...access,
      };
      const asked = { path: "R:\\", mountPoints: ["R:\\"], isNetwork: false, isDisc: false };
      const ask = async () => [{ ...asked, facts: { ...facts, ...told } }];
      return new VolumeService(system, 50, undefined, ask);
    };
    // The path ends with "\", because this test also runs on systems that would take "R:" for a
    // file name.
    const at = async (service: VolumeService) => (await service.describeFolder("R:\\")).untestable;

    it("takes an existing folder's path as given if realpath() fails with EISDIR or ENOENT, unless a link leads to another volume", async () => {
      const isFolder = { dev: 1, rdev: 0, isDirectory: () => true, isBlockDevice: () => false };
      const access = { stat: async () => isFolder, access: async () => undefined };
      expect(await at(windows({}, { ...access, realpath: failing("EISDIR") }))).toBeNull();
      expect(await at(windows({}, { ...access, realpath: failing("ENOENT") }))).toBeNull();
      // The folder's device number differs from that of its drive letter, as below a junction to
      // another volume.
      const stat = async (place: string) => ({ ...isFolder, dev: place === "R:\\" ? 1 : 2 });
      const linked = windows({}, { ...access, stat, realpath: failing("ENOENT") });
      await expect(linked.describeFolder("R:\\work")).rejects.toMatchObject({
        driveError: { code: "not-testable" },
      });
      const missing = { stat: failing("ENOENT"), realpath: failing("ENOENT") };
      await expect(at(windows({}, missing))).rejects.toMatchObject({
        driveError: { code: "path-missing" },
      });
      await expect(at(windows({}, { ...access, realpath: failing("EMFILE") }))).rejects.toThrow();
    });

    it("says that a volume is locked even if realpath() and stat() fail on it", async () => {
      const locked = { fileSystem: null, totalBytes: null, freeBytes: null, encryption: 6 };
      const silent = { realpath: failing("UNKNOWN"), stat: failing("UNKNOWN") };
      expect((await at(windows(locked, silent)))?.statements.map(({ code }) => code)).toEqual([
        "untestable.locked",
      ]);
    });
  });

  it("rethrows an error that the system did not report", async () => {
    const { machine } = await guest();
    const broken = new TypeError("a mistake in the program");
    const service = new VolumeService({ ...machine, stat: () => Promise.reject(broken) }, 50);
    await expect(service.describeFolder("/root")).rejects.toBe(broken);
  });

  it.each([
    ["EACCES", "no-permission"],
    ["EPERM", "no-permission"],
    // A file system that became read-only after an error refuses root, too.
    ["EROFS", "read-only"],
  ])(
    'reports the error %s for a chosen folder as "%s" and still describes the volume',
    async (code, expected) => {
      const { service } = await guest({ refused: { "/root": code } });
      expect(await service.describeFolder("/root")).toMatchObject({
        untestable: { code: expected },
        evidenceDevices: ["vda"],
      });
    },
  );

  const reasonOf = async (options: Parameters<typeof guest>[0]) => {
    const { untestable } = await (await guest(options)).service.describeFolder("/root");
    return untestable?.statements.map(({ code }) => code) ?? null;
  };

  it("reports a missing permission to read only if the folder is writable", async () => {
    expect(await reasonOf({ unlistable: ["/root"] })).toEqual(["untestable.no-reading"]);
    expect(await reasonOf({ unlistable: ["/root"], refused: { "/root": "EACCES" } })).toEqual([
      "untestable.no-permission",
    ]);
  });

  // EIO, EUCLEAN and ETIMEDOUT do not mean a missing permission: an inspection of the folder
  // reports them with their system call.
  it.each(["EIO", "EUCLEAN", "ETIMEDOUT"])(
    "returns no reason against a test for %s, which is no missing permission",
    async (code) => {
      expect(await reasonOf({ refused: { "/root": code } })).toBe(null);
    },
  );

  it("reports too little space if one byte of the space for the smallest inspection is missing", async () => {
    const needed = leastFreeBytes("linux", false);
    const withFree = async (freeBytes: number) =>
      (await guest({ space: { totalBytes: 1e9, freeBytes } })).service.describeFolder("/root");
    expect((await withFree(needed)).untestable).toBeNull();
    const tight = await withFree(needed - 1);
    expect(tight.untestable?.code).toBe("no-space");
    expect(tellAll(tight.untestable?.statements ?? [])).toContain(
      `needs ${Math.ceil(needed / 1e6)} MB`,
    );
  });
});

it("a hostile volume label becomes one line of visible text, in the volume list and for a chosen folder", async () => {
  // ESC, CR, LF, a character that reverses the text after it, and more characters than fit on a
  // screen.
  const label = `\\x1b[2J\\x0d\\x0aUltra\\xe2\\x80\\xaegnp.exe${"A".repeat(104_000)}`;
  const change = `/run/udev/data/b254:0:\n    E:ID_FS_LABEL_ENC=${label}`;
  const { service } = await guest({ change });
  const listed = (await service.list()).find(({ mountPoint }) => mountPoint === "/");
  const described = await service.describeFolder("/root");
  for (const volume of [listed, described]) {
    expect(volume?.name).toMatch(/^\[2J Ultra gnp\.exeA{100,}$/);
    expect(volume?.name).toHaveLength(128);
  }
});

it("hostile names of devices, file systems and mount options become visible text", async () => {
  const table = (await fixture("kvm-guest-loops.txt")).replace(
    " - ext4 /dev/vda rw",
    " - ext4\u202e /dev/v\u202eda rw,x=\u001b[2J",
  );
  const volume = await new VolumeService(machineOf(table)).describeFolder("/root");
  const { fileSystem, device, mountOptions } = volume;
  expect([fileSystem, device]).toEqual(["ext4", "/dev/v da"]);
  expect(mountOptions).toContain("x= [2J");
});

describe("a volume that reports no size", () => {
  it('is reported as "space-unknown", and not as full', async () => {
    const { service } = await guest({ space: { totalBytes: 0, freeBytes: 0 } });
    const volume = await service.describeFolder("/root");
    expect(volume).toMatchObject({ totalBytes: null, freeBytes: null });
    expect(volume.untestable?.code).toBe("space-unknown");
    expect(tellAll(volume.untestable?.statements ?? [])).toContain("is not known");
  });
});

describe("a volume that reports more bytes than a safe integer holds", () => {
  it('shows no size and is reported as "space-unknown"', async () => {
    for (const bytes of [2 ** 53, 2 ** 63, Number.POSITIVE_INFINITY]) {
      const { service } = await guest({ space: { totalBytes: bytes, freeBytes: bytes } });
      const volume = await service.describeFolder("/root");
      expect(volume).toMatchObject({ totalBytes: null, freeBytes: null });
      expect(volume.untestable?.code).toBe("space-unknown");
    }
  });

  it("keeps its free space if only the size is too large", async () => {
    const space = { totalBytes: 2 ** 60, freeBytes: Number.MAX_SAFE_INTEGER };
    const { service } = await guest({ space });
    expect(await service.describeFolder("/root")).toMatchObject({
      totalBytes: null,
      freeBytes: Number.MAX_SAFE_INTEGER,
      untestable: null,
    });
  });
});

describe("the space required on a copy-on-write file system", () => {
  it('equals leastFreeBytes("linux", true), and the error about lack of space says why', async () => {
    const needed = leastFreeBytes("linux", true);
    const withFree = async (freeBytes: number) =>
      (await guest({ space: { totalBytes: 1e9, freeBytes } })).service.describeFolder(
        "/mnt/test/bt",
      );
    expect((await withFree(needed)).untestable).toBeNull();
    const tight = await withFree(needed - 1);
    expect(tight.untestable?.code).toBe("no-space");
    expect(tellAll(tight.untestable?.statements ?? [])).toContain(
      "(btrfs) keeps old and new data side by side",
    );
  });
});

describe("a volume that does not answer", () => {
  it("appears in the list with unknown sizes, beside the volumes that answer", async () => {
    const { service } = await guest({ dead: ["/mnt/test/bt"] });
    const volumes = await service.list();
    const silent = volumes.filter(({ untestable }) => untestable !== null);
    expect(volumes).toHaveLength(4);
    expect(silent).toHaveLength(1);
    expect(silent[0]).toMatchObject({
      mountPoint: "/mnt/test/bt",
      totalBytes: null,
      freeBytes: null,
      untestable: { code: "not-testable" },
      // Facts that the kernel knows without access to the volume are still reported.
      fileSystem: "btrfs",
      evidenceDevices: ["loop2", "vda", "loop3"],
    });
  });

  it("makes choosing one of its folders fail, and is accessed only by a separate process", async () => {
    const knocks: string[] = [];
    const { machine, service } = await guest({
      run: async (file, args, { timeoutMs }) => {
        knocks.push([file, ...args].join(" "));
        throw new NotAnswering(timeoutMs);
      },
    });
    expect(await faultOf(service.describeFolder("/root"))).toMatchObject({ code: "not-testable" });
    expect(knocks).toEqual(["stat -f -- /root"]);
    // The program does not call stat() itself, because its own thread could hang on the volume.
    expect(machine.touched).toEqual([]);
  });

  it("is not accessed while the volumes are listed if its FUSE program does not answer", async () => {
    const table = (await fixture("kvm-guest-loops.txt")).replace(
      "/sys/dev/block/254:0",
      "    110 43 0:77 / /home/ann rw,relatime - fuse.mergerfs pool rw\n/sys/dev/block/254:0",
    );
    const machine = machineOf(table, {
      run: async (_file, args, { timeoutMs }) => {
        if (args.at(-1) === "/home/ann") {
          throw new NotAnswering(timeoutMs);
        }
        return "";
      },
    });
    const volumes = await new VolumeService(machine, 50).list();
    const silent = volumes.find(({ mountPoint }) => mountPoint === "/home/ann");
    expect(silent?.untestable?.code).toBe("not-testable");
    expect(machine.touched).not.toContain("/home/ann");
  });

  it("does not block another volume whose image file it contains, but leaves the disks below that volume unknown", async () => {
    const { service } = await guest({ dead: ["/mnt/test/disk.img"] });
    const volumes = await service.list();
    const above = volumes.find(({ mountPoint }) => mountPoint === "/mnt/test/m nt ü");
    expect(above?.untestable).toBeNull();
    // The path tells the image's file system, but not what is below that file system.
    expect(above?.lowerMounts?.map(({ fileSystem }) => fileSystem)).toEqual(["ext4"]);
    expect(above?.diskDevices).toEqual([]);
  });

  it.each(["fuse", "fuse.mergerfs", "fuseblk", "fuseblk.exfat"])(
    "is not accessed by the search for an image file on its %s file system",
    async (fileSystem) => {
      const table = (await fixture("kvm-guest-loops.txt")).replace(
        "    95 43 7:0 ",
        `    94 43 0:77 / /mnt/test rw,relatime - ${fileSystem} pool rw\n    95 94 7:0 `,
      );
      const machine = machineOf(table, {
        run: async (_file, args, { timeoutMs }) => {
          if (args.at(-1)?.endsWith(".img")) {
            throw new NotAnswering(timeoutMs);
          }
          return "";
        },
      });
      const volumes = await new VolumeService(machine, 50).list();
      const above = volumes.find(({ mountPoint }) => mountPoint === "/mnt/test/m nt ü");
      expect(above?.lowerMounts?.map((lower) => lower.fileSystem)).toEqual([fileSystem]);
      expect(machine.touched.filter((path) => path.endsWith(".img"))).toEqual([]);
    },
  );

  it("does not block the list of volumes even if the user's home folder is on that volume", async () => {
    const { service } = await guest({ home: "/home/ann", dead: ["/home/ann"] });
    expect(await service.list()).toHaveLength(4);
  });
});
