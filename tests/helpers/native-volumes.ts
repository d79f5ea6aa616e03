import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { skipFor } from "./skipped";

export type LoopFileSystem = "ext4" | "xfs" | "btrfs";

export interface LoopVolume {
  readonly mountPoint: string;
  /** The image file behind the loop device. */
  readonly image: string;
  /** Name of the loop device under /sys/block. */
  readonly device: string;
}

/** Why this machine cannot make a volume for a test, or null. */
export function loopVolumeProblem(fileSystem: LoopFileSystem): string | null {
  if (process.platform !== "linux") {
    return "loop devices exist on Linux only";
  }
  if (process.getuid?.() !== 0) {
    return "making a loop device needs root";
  }
  if (!commandExists(`mkfs.${fileSystem}`) || !commandExists("losetup")) {
    return `mkfs.${fileSystem} and losetup are not both installed`;
  }
  return existsSync("/dev/loop-control") ? null : "this kernel has no loop devices";
}

export interface LoopOptions {
  /** Sector size of the loop device; 512 by default. */
  readonly sectorBytes?: 512 | 4096;
  /** The options for `mount -o`. */
  readonly mountOptions?: string;
  /** Folder of the image file; the temporary folder by default. */
  readonly imageFolder?: string;
}

/**
 * Runs `body` with a fresh volume on a loop device; always unmounts the volume and removes its
 * image afterwards.
 */
export async function withLoopVolume<Result>(
  fileSystem: LoopFileSystem,
  mebibytes: number,
  body: (volume: LoopVolume) => Promise<Result>,
  { sectorBytes = 512, mountOptions = "rw", imageFolder = tmpdir() }: LoopOptions = {},
): Promise<Result> {
  const folder = mkdtempSync(join(imageFolder, "driveproof-volume-"));
  const image = join(folder, "image");
  const mountPoint = join(folder, "mount");
  let device: string | null = null;
  try {
    run("truncate", "-s", `${mebibytes}M`, image);
    run("mkdir", mountPoint);
    device = run("losetup", "--find", "--show", "--sector-size", String(sectorBytes), image);
    run(`mkfs.${fileSystem}`, "-q", fileSystem === "ext4" ? "-F" : "-f", device);
    run("mount", "-o", mountOptions, device, mountPoint);
    return await body({ mountPoint, image, device: basename(device) });
  } finally {
    attempt("umount", "--lazy", mountPoint);
    if (device !== null) {
      attempt("losetup", "--detach", device);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Like withLoopVolume(), but skips the test if this machine cannot make such a volume. */
export async function onLoopVolume(
  skip: (note: string) => unknown,
  ...volume: Parameters<typeof withLoopVolume>
): Promise<void> {
  skipFor(skip, loopVolumeProblem(volume[0]));
  await withLoopVolume(...volume);
}

export function tmpfsProblem(): string | null {
  const canMount = process.platform === "linux" && process.getuid?.() === 0;
  return canMount ? null : "mounting a tmpfs needs Linux and root";
}

/** Runs `body` with a small file system in memory. */
export async function withTmpfs<Result>(
  mebibytes: number,
  body: (mountPoint: string) => Promise<Result>,
  inodes: number | null = null,
): Promise<Result> {
  const mountPoint = mkdtempSync(join(tmpdir(), "driveproof-tmpfs-"));
  try {
    run(
      "mount",
      "-t",
      "tmpfs",
      "-o",
      `size=${mebibytes}M${inodes === null ? "" : `,nr_inodes=${inodes}`}`,
      "tmpfs",
      mountPoint,
    );
    return await body(mountPoint);
  } finally {
    attempt("umount", "--lazy", mountPoint);
    rmSync(mountPoint, { recursive: true, force: true });
  }
}

/** Like withTmpfs(), but skips the test if this machine cannot mount a tmpfs. */
export async function onTmpfs(
  skip: (note: string) => unknown,
  ...volume: Parameters<typeof withTmpfs>
): Promise<void> {
  skipFor(skip, tmpfsProblem());
  await withTmpfs(...volume);
}

/** The whole disk under a folder, by its name in /sys/block; null if there is none. */
export function diskOf(directory: string): string | null {
  const { dev } = statSync(directory);
  // The numbering of Linux: glibc's gnu_dev_major and gnu_dev_minor.
  const major = (dev >> 8) & 0xfff;
  const minor = (dev & 0xff) | ((dev >> 12) & 0xfff00);
  const node = `/sys/dev/block/${major}:${minor}`;
  if (!existsSync(node)) {
    return null;
  }
  const path = realpathSync(node);
  return basename(existsSync(join(path, "partition")) ? dirname(path) : path);
}

export function hasWriteBackCache(disk: string): boolean {
  return readFileSync(`/sys/block/${disk}/queue/write_cache`, "utf8").trim() === "write back";
}

/** Flush commands completed by the disk: https://docs.kernel.org/block/stat.html, field 16. */
export function flushesOf(disk: string): number {
  return Number(readFileSync(`/sys/block/${disk}/stat`, "utf8").trim().split(/\s+/)[15]);
}

function commandExists(name: string): boolean {
  return ["/sbin", "/usr/sbin", "/bin", "/usr/bin"].some((folder) =>
    existsSync(join(folder, name)),
  );
}

function run(command: string, ...parameters: string[]): string {
  return execFileSync(command, parameters, { encoding: "utf8", stdio: "pipe" }).trim();
}

/** Runs a command of the clean-up; a failure is printed and does not stop the clean-up. */
function attempt(command: string, ...parameters: string[]): void {
  try {
    run(command, ...parameters);
  } catch (error) {
    console.warn(`cleaning up: ${error instanceof Error ? error.message : String(error)}`);
  }
}
