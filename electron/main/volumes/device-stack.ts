import { posix } from "node:path";
import {
  type BlockLevel,
  deviceNumberOf,
  readAttribute,
  readBlockLevel,
  readNames,
  type SysReader,
} from "./block-device";
import { isFuseType, isLayeredType, isMemoryType, isNetworkType } from "./file-systems";
import { type Mount, type MountTable, superOption } from "./mountinfo";
import type { SystemAccess } from "./system-access";
import { isFound } from "./testability";
import { NotAnswering, type TimeLimit } from "./time-limit";

type StackSystem = SysReader & Pick<SystemAccess, "run">;

/**
 * What a path leads to: a file on the expected mount ("here"), a device, or a volume that does not
 * answer ("silent"). "elsewhere" covers all other cases, such as a deleted file (the kernel appends
 * " (deleted)" to its name) or one in a folder this user may not enter.
 */
type Found = "here" | "elsewhere" | "silent" | { readonly device: string };

/** Everything between a mounted file system and its physical disks, from top to bottom. */
export interface DeviceStack {
  readonly levels: readonly BlockLevel[];
  /** Whether every branch was followed down to a disk. */
  readonly complete: boolean;
  /** Whether a branch that every write needs ends in the computer's memory. */
  readonly inMemory: boolean;
  /**
   * Mounts of the file systems below the mounted one: that of an overlay's upper folder or of a
   * loop device's image. `null` if this process cannot find such a mount.
   */
  readonly lowerMounts: readonly Mount[] | null;
}

/**
 * The devices below a mounted file system: partition, device-mapper, RAID, loop device and the file
 * system of its image, down to drives. Needs no administrator rights: all the files it reads in
 * `/sys` and `/proc` are world-readable. The stack is incomplete if a loop device's image is in a
 * folder without access, or on a volume that does not answer within `limit`.
 */
export async function readDeviceStack(
  sys: StackSystem,
  mounts: MountTable,
  mount: Mount,
  limit: TimeLimit,
): Promise<DeviceStack> {
  const walk = new StackWalk(sys, mounts, limit);
  await walk.mount(mount);
  return walk;
}

/**
 * `major:minor` of the mount's block device; `null` if it has none. File systems with an anonymous
 * number (btrfs) are looked up by the name of their source.
 */
export async function sourceDeviceNumber(sys: SysReader, mount: Mount): Promise<string | null> {
  if (!mount.deviceNumber.startsWith("0:")) {
    return mount.deviceNumber;
  }
  const name = await sourceDeviceName(sys, mount);
  return name === null ? null : readAttribute(sys, `/sys/class/block/${name}/dev`);
}

async function sourceDeviceName(sys: SysReader, mount: Mount): Promise<string | null> {
  if (!mount.source.startsWith("/dev/")) {
    return null;
  }
  try {
    return posix.basename(await sys.realpath(mount.source));
  } catch {
    // In a container the source has no device node; its name is that of the kernel's device.
    return posix.basename(mount.source);
  }
}

class StackWalk implements DeviceStack {
  readonly levels: BlockLevel[] = [];
  complete = true;
  inMemory = false;
  lowerMounts: Mount[] | null = [];
  /**
   * Mounts on the way down to the current one. A path that leads back to one of them is invalid.
   */
  private readonly above: Mount[] = [];
  /** No mount or disk is visited twice: two branches may share a disk, and cycles must end. */
  private readonly visited = new Set<string>();

  constructor(
    private readonly sys: StackSystem,
    private readonly mounts: MountTable,
    private readonly limit: TimeLimit,
  ) {}

  async mount(mount: Mount): Promise<void> {
    const { fileSystem } = mount;
    if (isMemoryType(fileSystem)) {
      this.endInMemory();
      return;
    }
    if (this.seen(`mount:${mount.id}`)) {
      return;
    }
    this.above.push(mount);
    await this.below(mount);
    this.above.pop();
  }

  private async below(mount: Mount): Promise<void> {
    const { fileSystem } = mount;
    if (fileSystem === "btrfs") {
      return this.btrfs(mount);
    }
    if (isLayeredType(fileSystem)) {
      return this.file(superOption(mount, "upperdir"));
    }
    return this.device(
      isNetworkType(fileSystem) ? null : await sourceDeviceNumber(this.sys, mount),
    );
  }

  private endInMemory(): void {
    this.inMemory = true;
    this.complete = false;
  }

  /**
   * Marks the stack as incomplete, because this process cannot find a file system that lies below.
   */
  private loseTrack(): void {
    this.lowerMounts = null;
    this.complete = false;
  }

  /** Adds all devices of a btrfs file system, of which its mount names only one. */
  private async btrfs(mount: Mount): Promise<void> {
    const name = await sourceDeviceName(this.sys, mount);
    for (const uuid of await readNames(this.sys, "/sys/fs/btrfs")) {
      const folder = `/sys/fs/btrfs/${uuid}/devices`;
      const members = await readNames(this.sys, folder);
      if (name !== null && members.includes(name)) {
        for (const member of members) {
          await this.device(await readAttribute(this.sys, `${folder}/${member}/dev`));
        }
        return;
      }
    }
    this.complete = false;
  }

  /**
   * Continues at the device with this number; if the number is not known (`null`), the stack is
   * incomplete.
   */
  private async device(number: string | null): Promise<void> {
    const path = number === null ? null : await this.canonical(`/sys/dev/block/${number}`);
    if (path === null) {
      this.complete = false;
      return;
    }
    const isPartition = (await readAttribute(this.sys, `${path}/partition`)) !== null;
    await this.disk(isPartition ? posix.dirname(path) : path);
  }

  private async disk(sysPath: string): Promise<void> {
    if (this.seen(`disk:${sysPath}`)) {
      return;
    }
    const level = await readBlockLevel(this.sys, sysPath);
    this.levels.push(level);
    switch (level.layer) {
      case "disk":
        // The kernel does not name what is below these virtual devices: a ZFS volume, a network
        // block device, a bcache without its disk.
        if (sysPath.startsWith("/sys/devices/virtual/block/")) {
          this.complete = false;
        }
        return;
      case "memory":
        this.endInMemory();
        return;
      case "loop":
        return this.file(await this.backingFile(sysPath));
      case "multipath":
        return this.nvmePaths(level.name);
      case "mapper":
      case "raid":
        return this.slaves(level);
    }
  }

  private async backingFile(sysPath: string): Promise<string | null> {
    try {
      // Removes the attribute's own newline only: a file's name may end in a space.
      return (await this.sys.readFile(`${sysPath}/loop/backing_file`)).replace(/\n$/, "");
    } catch {
      return null;
    }
  }

  private async slaves(level: BlockLevel): Promise<void> {
    const names = await readNames(this.sys, `${level.sysPath}/slaves`);
    // Multipath sends each flush down one of several paths: no single path's counter has all
    // flushes.
    if (names.length === 0 || level.mapperUuid?.startsWith("mpath-")) {
      this.complete = false;
    }
    const isMirror =
      level.layer === "raid" &&
      (await readAttribute(this.sys, `${level.sysPath}/md/level`)) === "raid1";
    const before = this.inMemory;
    let inMemory = false;
    let isOnDisk = false;
    for (const name of names) {
      this.inMemory = false;
      if (level.layer === "raid") {
        const state = await readAttribute(this.sys, `${level.sysPath}/md/dev-${name}/state`);
        if (state === null) {
          this.complete = false;
        } else if (!state.split(",").includes("in_sync")) {
          // The kernel sends no flushes to spares and failed members of a RAID.
          continue;
        }
      }
      await this.device(await readAttribute(this.sys, `${level.sysPath}/slaves/${name}/dev`));
      isOnDisk ||= !this.inMemory;
      inMemory ||= this.inMemory;
    }
    // Writes to a mirror end in memory only if no copy is on a disk. A RAID of every other level
    // needs all its members, so one member in memory is enough.
    this.inMemory = before || (inMemory && !(isMirror && isOnDisk));
  }

  /** Continues at the hidden devices `nvme0c0n1`, `nvme0c1n1`, …, which serve `nvme0n1`. */
  private async nvmePaths(head: string): Promise<void> {
    const [, subsystem, namespace] = /^nvme(\d+)n(\d+)$/.exec(head) ?? [];
    const pattern = new RegExp(`^nvme${subsystem}c\\d+n${namespace}$`);
    const paths = (await readNames(this.sys, "/sys/block")).filter((name) => pattern.test(name));
    if (paths.length !== 1) {
      this.complete = false;
    }
    for (const name of paths) {
      const path = await this.canonical(`/sys/block/${name}`);
      if (path === null) {
        this.complete = false;
      } else {
        await this.disk(path);
      }
    }
  }

  /** Continues below a loop device's image, an overlay's upper folder or a device node. */
  private async file(path: string | null): Promise<void> {
    const mount = path === null ? null : this.mounts.mountOf(path);
    // Another process set the path of the image or folder, which may be invalid in this process's
    // mount namespace.
    if (path === null || !path.startsWith("/") || !mount || this.above.includes(mount)) {
      this.loseTrack();
      return;
    }
    const found = isNetworkType(mount.fileSystem) ? "silent" : await this.find(path, mount);
    if (found === "silent") {
      this.lowerMounts?.push(mount);
      this.complete = false;
      return;
    }
    if (found === "elsewhere") {
      this.loseTrack();
      return;
    }
    if (found !== "here") {
      return this.device(found.device);
    }
    this.lowerMounts?.push(mount);
    return this.mount(mount);
  }

  private async find(path: string, mount: Mount): Promise<Found> {
    try {
      return await this.limit.ask(mount.mountPoint, async () => {
        if (isFuseType(mount.fileSystem)) {
          const isThere = await isFound(this.sys, ["-e", path], this.limit.limitMs);
          return isThere ? "here" : "elsewhere";
        }
        const status = await this.sys.stat(path);
        if (status.isBlockDevice()) {
          return { device: deviceNumberOf(status.rdev) };
        }
        const { deviceNumber } = mount;
        const isHere = deviceNumber.startsWith("0:") || deviceNumber === deviceNumberOf(status.dev);
        return isHere ? "here" : "elsewhere";
      });
    } catch (error) {
      return error instanceof NotAnswering ? "silent" : "elsewhere";
    }
  }

  private async canonical(path: string): Promise<string | null> {
    try {
      return await this.sys.realpath(path);
    } catch {
      return null;
    }
  }

  private seen(key: string): boolean {
    if (this.visited.has(key)) {
      return true;
    }
    this.visited.add(key);
    return false;
  }
}
