import { realpath } from "node:fs/promises";
import path from "node:path";
import { counter, mountOf, type SystemFiles, systemFiles } from "./system-files";

interface FileSystemFiles extends SystemFiles {
  real(path: string): Promise<string>;
}

const files: FileSystemFiles = { ...systemFiles, real: (at) => realpath(at) };

interface Recorded {
  /** Number of errors recorded so far, of any kind; only its increase during the run counts. */
  readonly errors: number;
  /** Whether the first recorded error was an input/output error of the drive. */
  readonly isFirstOfDrive: boolean;
  /** Whether the last recorded error was an input/output error of the drive. */
  readonly isLastOfDrive: boolean;
}

/**
 * ext4's number for an input/output error: EXT4_ERR_EIO
 * (https://github.com/torvalds/linux/blob/master/fs/ext4/ext4.h).
 */
const ext4Eio = "2";

/**
 * The errors that the file system under a folder has recorded about its drive. ext4 and btrfs
 * become read-only after a drive error; if a kernel thread met that error, our next call only sees
 * "read-only". Linux only, and only what is readable without a password: `errors_count` of ext4
 * (https://docs.kernel.org/admin-guide/ext4.html) and `error_stats` of btrfs
 * (https://btrfs.readthedocs.io/en/latest/ch-sysfs.html).
 */
export class FileSystemErrors {
  private constructor(
    private readonly look: () => Promise<Recorded | null>,
    private readonly before: Recorded | null,
  ) {}

  /**
   * Reads the errors recorded so far. Never rejects. `descriptor` is the open folder's, which is
   * `null` on Windows.
   */
  static async begin(
    descriptor: number | null,
    access: FileSystemFiles = files,
  ): Promise<FileSystemErrors> {
    const place = await findRecords(descriptor, access).catch(() => null);
    const look = async () => (place === null ? null : read(place, access).catch(() => null));
    return new FileSystemErrors(look, await look());
  }

  /** Whether the file system has recorded a drive error since `begin`; false without records. */
  async blameDrive(): Promise<boolean> {
    const { before } = this;
    const now = await this.look();
    return (
      before !== null &&
      now !== null &&
      now.errors > before.errors &&
      (now.isLastOfDrive || (before.errors === 0 && now.isFirstOfDrive))
    );
  }
}

interface Records {
  readonly fileSystem: "ext4" | "btrfs";
  readonly folder: string;
}

/** The /sys folder with the error records of the file system that holds the open folder. */
async function findRecords(
  descriptor: number | null,
  files: FileSystemFiles,
): Promise<Records | null> {
  if (descriptor === null) {
    return null;
  }
  const { read, list, real } = files;
  const [before = "", after = ""] = (await mountOf(descriptor, files))?.split(" - ") ?? [];
  const [fileSystem = "", source = ""] = after.split(" ");
  if (fileSystem === "ext4") {
    const number = before.split(" ")[2] ?? "";
    const device = /^DEVNAME=(.+)$/m.exec(await read(`/sys/dev/block/${number}/uevent`))?.[1];
    return device ? { fileSystem, folder: `/sys/fs/ext4/${device.replace(/\//g, "!")}` } : null;
  }
  if (fileSystem !== "btrfs") {
    return null;
  }
  const device = path.basename(await real(source));
  for (const id of await list("/sys/fs/btrfs")) {
    const folder = `/sys/fs/btrfs/${id}`;
    const devices = await list(`${folder}/devices`).catch((): string[] => []);
    if (devices.includes(device)) {
      return { fileSystem, folder };
    }
  }
  return null;
}

function read({ fileSystem, folder }: Records, access: FileSystemFiles): Promise<Recorded> {
  return fileSystem === "ext4" ? readExt4(folder, access) : readBtrfs(folder, access);
}

async function readExt4(folder: string, { read }: FileSystemFiles): Promise<Recorded> {
  const [errors, first, last] = await Promise.all(
    ["errors_count", "first_error_errcode", "last_error_errcode"].map(async (name) =>
      (await read(`${folder}/${name}`)).trim(),
    ),
  );
  return {
    errors: counter(errors),
    isFirstOfDrive: first === ext4Eio,
    isLastOfDrive: last === ext4Eio,
  };
}

/**
 * The errors that btrfs has recorded: failed writes, reads and flushes of all the volume's devices,
 * but no corrupted blocks.
 */
async function readBtrfs(folder: string, { read, list }: FileSystemFiles): Promise<Recorded> {
  const stats = await Promise.all(
    (await list(`${folder}/devinfo`)).map((device) =>
      read(`${folder}/devinfo/${device}/error_stats`),
    ),
  );
  const counts = stats.flatMap((text) =>
    [...text.matchAll(/^(?:write|read|flush)_errs\s+(\d+)$/gm)].map(([, count]) => counter(count)),
  );
  const errors = counts.reduce((sum, count) => sum + count, 0);
  return { errors, isFirstOfDrive: true, isLastOfDrive: true };
}
