import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SimulatedDrive } from "./simulated-drive";
import { run, type Workshop } from "./workshop";

export type FileSystem = "ext4" | "xfs" | "btrfs";

interface BlockRecipe {
  readonly fileSystem: FileSystem;
  readonly mebibytes: number;
  readonly mountOptions?: string;
  /** The kernel is told that there is no volatile cache, and then sends no flush at all. */
  readonly saysWriteThrough?: boolean;
  /** The image is read and written around the system's cache. */
  readonly directIo?: boolean;
}

/** How a drive is made; data. */
export type Recipe =
  /** A loop device on a file: its flushes become those of the disk the file lies on. */
  | (BlockRecipe & { readonly medium: "file"; readonly inMemory?: boolean })
  /** A loop device on a simulated drive; `visible`: the system can follow it down to the disk. */
  | (BlockRecipe & { readonly medium: "simulated"; readonly visible: boolean })
  | { readonly medium: "memory"; readonly mebibytes: number }
  /** A layer over a faithful drive, or over memory. */
  | { readonly medium: "overlay"; readonly mountOptions?: string; readonly inMemory?: boolean };

export interface BuiltDrive {
  readonly mountPoint: string;
  /** Name under /sys/block of the device the file system lies on; null where there is none. */
  readonly blockDevice: string | null;
  readonly simulated: SimulatedDrive | null;
  /** For drives with a block device: the same again, as after the power was gone. */
  readonly attachAgain: (() => Promise<void>) | null;
}

/** Builds a drive in an empty folder. Taking it apart is left to the sweep of that folder. */
export async function build(
  workshop: Workshop,
  folder: string,
  recipe: Recipe,
): Promise<BuiltDrive> {
  const mountPoint = join(folder, "mount");
  mkdirSync(mountPoint);
  switch (recipe.medium) {
    case "memory":
      await mountMemory(recipe.mebibytes, mountPoint);
      return { mountPoint, blockDevice: null, simulated: null, attachAgain: null };
    case "overlay":
      return overlay(workshop, folder, mountPoint, recipe);
    case "file": {
      if (recipe.inMemory) {
        await mountMemory(2 * recipe.mebibytes, folder);
        mkdirSync(mountPoint);
      }
      const image = await makeImage(folder, recipe.mebibytes);
      return onBlockDevice(image, mountPoint, recipe, null);
    }
    case "simulated": {
      const below = recipe.visible ? await attach(await makeImage(folder, 1)) : null;
      const bytes = recipe.mebibytes * 2 ** 20;
      const drive = await SimulatedDrive.start(workshop.driveProgram, folder, bytes, below);
      return onBlockDevice(drive.content, mountPoint, recipe, drive);
    }
  }
}

async function mountMemory(mebibytes: number, mountPoint: string): Promise<void> {
  await run("mount", "-t", "tmpfs", "-o", `size=${mebibytes}M`, "tmpfs", mountPoint);
}

async function makeImage(folder: string, mebibytes: number): Promise<string> {
  const image = join(folder, "image");
  await run("truncate", "-s", `${mebibytes}M`, image);
  return image;
}

/** Name under /dev. What somebody else has forced upon the same device earlier is still there. */
async function attach(file: string, directIo = false): Promise<string> {
  const way = directIo ? ["--direct-io=on"] : [];
  const device = await run("losetup", "--find", "--show", ...way, file);
  writeFileSync(writeCacheOf(device), "write back");
  return device;
}

function writeCacheOf(device: string): string {
  return `/sys/block/${basename(device)}/queue/write_cache`;
}

async function onBlockDevice(
  file: string,
  mountPoint: string,
  recipe: BlockRecipe,
  simulated: SimulatedDrive | null,
): Promise<BuiltDrive> {
  const device = await attach(file, recipe.directIo);
  if (simulated !== null) {
    keepRequestsWhole(device);
  }
  await format(device, recipe.fileSystem);
  await mount(device, mountPoint, recipe);
  return {
    mountPoint,
    blockDevice: basename(device),
    simulated,
    attachAgain: async () => {
      await run("umount", mountPoint);
      await run("losetup", "--detach", device);
      simulated?.tell("power-on");
      await mount(await attach(file), mountPoint, recipe);
    },
  };
}

/**
 * A request that is longer than FUSE passes on at once (1 MiB) reaches the drive in pieces. Where a
 * later piece fails the loop device sees a short write, which it takes for a success
 * (https://github.com/torvalds/linux/blob/master/drivers/block/loop.c, lo_complete_rq).
 */
function keepRequestsWhole(device: string): void {
  writeFileSync(`/sys/block/${basename(device)}/queue/max_sectors_kb`, "512");
}

/**
 * mkfs.btrfs looks at the file behind every loop device that is mounted, and gives up where that is a
 * drive which another test has just ended. Others find a new device in use for a moment where somebody
 * else on this computer looks for a free one.
 */
async function format(device: string, fileSystem: FileSystem): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await run(`mkfs.${fileSystem}`, ...formatOptions[fileSystem], device);
      return;
    } catch (error) {
      if (tries === 100 || !/cannot check mount status|resource busy/.test(String(error))) {
        throw error;
      }
      await sleep(100);
    }
  }
}

/** Blocks of 4 KiB, and nothing left for the file system to do later. */
const formatOptions: Readonly<Record<FileSystem, readonly string[]>> = {
  ext4: ["-q", "-F", "-b", "4096", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0"],
  xfs: ["-q", "-f", "-K"],
  btrfs: ["-q", "-f", "-K"],
};

async function mount(
  device: string,
  mountPoint: string,
  { mountOptions, saysWriteThrough }: BlockRecipe,
): Promise<void> {
  await run("mount", ...(mountOptions ? ["-o", mountOptions] : []), device, mountPoint);
  // The empty file system is to survive whatever the drive does with the inspection's writes.
  await run("sync", "--file-system", mountPoint);
  if (saysWriteThrough) {
    writeFileSync(writeCacheOf(device), "write through");
  }
}

async function overlay(
  workshop: Workshop,
  folder: string,
  mountPoint: string,
  { mountOptions, inMemory }: Extract<Recipe, { medium: "overlay" }>,
): Promise<BuiltDrive> {
  const below = join(folder, "below");
  mkdirSync(below);
  const upper = await build(
    workshop,
    below,
    inMemory
      ? { medium: "memory", mebibytes: 256 }
      : { medium: "file", fileSystem: "ext4", mebibytes: 256 },
  );
  const layer = (name: string) => {
    const path = join(upper.mountPoint, name);
    mkdirSync(path);
    return `${name}dir=${path}`;
  };
  const options = [layer("lower"), layer("upper"), layer("work"), mountOptions].filter(Boolean);
  await run("mount", "-t", "overlay", "-o", options.join(","), "overlay", mountPoint);
  return { ...upper, mountPoint, attachAgain: null };
}
