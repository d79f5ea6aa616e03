import { describe, expect, it } from "vitest";
import { hostError } from "#contract/drive-error";
import { errorInWords } from "#text/in-words";
import { DriveWatch } from "../../../../electron/engine-host/drive-gone";
import { FileSystemErrors } from "../../../../electron/engine-host/readings/file-system-errors";
import { filesOf } from "./files-of";

/** An invented /proc and /sys, in which the folder of descriptor 42 is on mount 36 or 37. */
class Machine {
  readonly contents: Record<string, string> = {
    "/proc/self/mountinfo":
      "36 1 8:1 / /mnt rw - ext4 /dev/sda1 rw\n37 1 0:45 / /data rw - btrfs /dev/mapper/data rw\n38 1 0:9 / /x rw - xfs /dev/sdc rw",
    "/sys/dev/block/8:1/uevent": "MAJOR=8\nMINOR=1\nDEVNAME=sda1\nDEVTYPE=partition\n",
    "/sys/fs/btrfs/features/x": "",
    "/sys/fs/btrfs/other/devices/sdb": "",
    "/sys/fs/btrfs/other/devinfo/1/error_stats": "write_errs 9\nread_errs 9\nflush_errs 9\n",
    "/sys/fs/btrfs/ours/devices/dm-0": "",
  };

  constructor(mount: number) {
    this.contents["/proc/self/fdinfo/42"] = `pos:\t0\nflags:\t0100000\nmnt_id:\t${mount}\n`;
    this.ext4(0, "0", "0");
    this.btrfs({ write: 0, read: 0, flush: 0, corruption: 0 });
  }

  ext4(count: number, first: string, last: string): void {
    const folder = "/sys/fs/ext4/sda1";
    this.contents[`${folder}/errors_count`] = `${count}\n`;
    this.contents[`${folder}/first_error_errcode`] = `${first}\n`;
    this.contents[`${folder}/last_error_errcode`] = `${last}\n`;
  }

  btrfs(errors: { write: number; read: number; flush: number; corruption: number }): void {
    const text = Object.entries(errors).map(([name, count]) => `${name}_errs ${count}`);
    this.contents["/sys/fs/btrfs/ours/devinfo/1/error_stats"] = `${text.join("\n")}\n`;
  }

  begin(descriptor: number | null = 42) {
    return FileSystemErrors.begin(descriptor, {
      ...filesOf(this.contents),
      real: async (path) => (path === "/dev/mapper/data" ? "/dev/dm-0" : path),
    });
  }
}

const [onExt4, onBtrfs, onXfs] = [36, 37, 38];

describe("FileSystemErrors.blameDrive(), for a file system that became read-only,", () => {
  it("returns true if ext4 recorded a new I/O error", async () => {
    const machine = new Machine(onExt4);
    const errors = await machine.begin();
    expect(await errors.blameDrive()).toBe(false);
    // The first error is the drive's; the later ones come from a journal that is read-only by then.
    machine.ext4(3, "2", "8");
    expect(await errors.blameDrive()).toBe(true);
  });

  it("returns false for ext4's older records and its records of other errors, but true if a new I/O error follows them", async () => {
    const machine = new Machine(onExt4);
    machine.ext4(4, "2", "2");
    const errors = await machine.begin();
    expect(await errors.blameDrive()).toBe(false);
    machine.ext4(5, "2", "5");
    expect(await errors.blameDrive()).toBe(false);
    machine.ext4(6, "2", "2");
    expect(await errors.blameDrive()).toBe(true);
  });

  it("returns true if btrfs counts a failed write, read or flush, but false if it counts damaged data", async () => {
    for (const kind of ["write", "read", "flush"]) {
      const machine = new Machine(onBtrfs);
      const errors = await machine.begin();
      machine.btrfs({ write: 0, read: 0, flush: 0, corruption: 7 });
      expect(await errors.blameDrive()).toBe(false);
      machine.btrfs({ write: 0, read: 0, flush: 0, corruption: 0, [kind]: 1 });
      expect(await errors.blameDrive()).toBe(true);
    }
  });

  it("returns false if no record of errors is found or can be read", async () => {
    expect(await (await new Machine(onXfs).begin()).blameDrive()).toBe(false);
    expect(await (await new Machine(onExt4).begin(null)).blameDrive()).toBe(false);
    const machine = new Machine(onExt4);
    const errors = await machine.begin();
    for (const file of Object.keys(machine.contents)) delete machine.contents[file];
    expect(await errors.blameDrive()).toBe(false);
    machine.ext4(1, "2", "2");
    expect(await (await machine.begin()).blameDrive()).toBe(false);
  });
});

describe("an error of a run during which the file system recorded an error of the drive", () => {
  async function explained(code: "read-only" | "unclear" | "volume-full", blames: boolean) {
    const watch = await DriveWatch.begin(
      { whereabouts: async () => "here" },
      { listed: async () => null },
      async () => undefined,
      { blameDrive: async () => blames },
    );
    watch.during = "commits";
    const error = hostError(code, [], { syscall: "pwrite", osCode: 30, offset: 4096 });
    return watch.explain(await watch.explain(error));
  }

  it.each(["read-only", "unclear"] as const)(
    'has the code "drive-error" instead of "%s", which it keeps without such a record',
    async (code) => {
      const error = await explained(code, true);
      expect(error).toMatchObject({
        code: "drive-error",
        syscall: "pwrite",
        osCode: 30,
        offset: 4096,
        during: "commits",
      });
      expect(errorInWords(error).message).toBe(
        "The drive or its connection failed, as the file system has recorded (the first call of the test that failed after it: pwrite, error 30). Copy what is on it to another drive first.",
      );
      expect(await explained(code, false)).toMatchObject({ code });
    },
  );

  it('keeps the code "volume-full"', async () => {
    // A full volume explains itself, whatever errors the file system has counted.
    expect(await explained("volume-full", true)).toMatchObject({ code: "volume-full" });
  });
});
