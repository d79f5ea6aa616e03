import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderPrefix, sweepLeftovers } from "../rig/sweep.mjs";

/**
 * A drive that can lose its power, made of two loop devices.
 *
 * The outer one carries an ext4 with one file, and that file is the drive: what the outer ext4 has
 * in memory is the drive's volatile cache, and a flush of the drive is a sync of the file. Cutting
 * the power ends the outer ext4 without its memory. The inner device on that file carries the file
 * system that programs see; told to be "write through" it never passes a flush on, and so the drive
 * hides its cache.
 */
export class NestedDrive {
  private outerDevice: string | null = null;
  private innerDevice: string | null = null;

  private constructor(
    private readonly folder: string,
    private readonly shutDown: string,
    private readonly hidesItsCache: boolean,
  ) {}

  /** Runs `body` with a fresh drive, and takes everything apart again. */
  static async with<Result>(
    tools: PowerCutTools,
    options: { readonly hidesItsCache: boolean },
    body: (drive: NestedDrive) => Promise<Result>,
  ): Promise<Result> {
    const folder = mkdtempSync(join(drivesFolder, folderPrefix(process.pid) ?? ""));
    const drive = new NestedDrive(folder, tools.shutDown, options.hidesItsCache);
    try {
      drive.make();
      return await body(drive);
    } finally {
      await drive.takeApart();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Where programs see the drive. */
  get mountPoint(): string {
    return join(this.folder, "inner");
  }

  /**
   * What a drive does when it has time: everything written so far reaches permanent storage. The
   * file system is brought to rest before, so that nothing is caught half written.
   */
  writeCacheOut(): void {
    run("fsfreeze", "--freeze", this.mountPoint);
    try {
      run("sync", "--file-system", this.outer);
    } finally {
      run("fsfreeze", "--unfreeze", this.mountPoint);
    }
  }

  cutPower(): void {
    run(this.shutDown, this.outer);
  }

  /** After a cut, when no program uses the drive any more. */
  async powerOn(): Promise<void> {
    await this.takeApart();
    this.attach();
  }

  private get outer(): string {
    return join(this.folder, "outer");
  }

  private get outerImage(): string {
    return join(this.folder, "outer-image");
  }

  private get innerImage(): string {
    return join(this.outer, "drive");
  }

  private make(): void {
    mkdirSync(this.outer);
    mkdirSync(this.mountPoint);
    run("truncate", "--size", "640M", this.outerImage);
    format(this.outerImage);
    this.outerDevice = mount(this.outerImage, this.outer);
    run("truncate", "--size", "512M", this.innerImage);
    format(this.innerImage);
    this.attachInner();
    // The empty file system is older than the test.
    run("sync", "--file-system", this.mountPoint);
    run("sync", "--file-system", this.outer);
  }

  private attach(): void {
    this.outerDevice = mount(this.outerImage, this.outer);
    this.attachInner();
  }

  private attachInner(): void {
    this.innerDevice = mount(this.innerImage, this.mountPoint, (device) =>
      setCache(device, this.hidesItsCache ? "write through" : "write back"),
    );
  }

  private async takeApart(): Promise<void> {
    await detach(this.mountPoint, this.innerDevice);
    this.innerDevice = null;
    await detach(this.outer, this.outerDevice);
    this.outerDevice = null;
  }
}

/** In memory where there is room: the disk below is no part of the play. */
const drivesFolder = realpathSync(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());

export interface PowerCutTools {
  /** The compiled shut-down.c. */
  readonly shutDown: string;
}

const programs = ["mkfs.ext4", "losetup", "fsfreeze", "cc"];

/** Why drives that lose power cannot be simulated here, or null. */
export function powerCutProblem(): string | null {
  if (process.platform !== "linux") {
    return "power cuts are simulated on Linux only";
  }
  if (process.getuid?.() !== 0) {
    return "simulating a power cut needs root";
  }
  const folders = [...(process.env.PATH ?? "").split(":"), "/sbin", "/usr/sbin"];
  const missing = programs.filter((name) => !folders.some((at) => existsSync(join(at, name))));
  if (missing.length > 0) {
    return `not installed: ${missing.join(", ")}`;
  }
  return existsSync("/dev/loop-control") ? null : "this kernel has no loop devices";
}

/** Takes apart what a run left behind that was killed, and compiles what a cut needs. */
export async function buildPowerCutTools(folder: string): Promise<PowerCutTools> {
  await sweepLeftovers(drivesFolder);
  const shutDown = join(folder, "shut-down");
  run("cc", "-Wall", "-Wextra", "-Werror", "-o", shutDown, join(__dirname, "shut-down.c"));
  return { shutDown };
}

function format(image: string): void {
  // Nothing left for the file system to do later in the background.
  run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", image);
}

/** Attaches and mounts an image; returns the device. */
function mount(image: string, mountPoint: string, before?: (device: string) => void): string {
  const device = run("losetup", "--find", "--show", image);
  before?.(device);
  run("mount", device, mountPoint);
  return device;
}

/** The kernel keeps what it was told about a loop device after the file is detached. */
function setCache(device: string, state: "write back" | "write through"): void {
  writeFileSync(`/sys/block/${basename(device)}/queue/write_cache`, state);
}

async function detach(mountPoint: string, device: string | null): Promise<void> {
  if (device === null) {
    return;
  }
  while (isMounted(mountPoint)) {
    run("umount", "--lazy", mountPoint);
  }
  setCache(device, "write back");
  run("losetup", "--detach", device);
  // Detaching takes effect when the last user is gone.
  const backing = `/sys/block/${basename(device)}/loop/backing_file`;
  const mine = () => existsSync(backing) && readFileSync(backing, "utf8");
  const before = mine();
  for (let tries = 0; mine() !== false && mine() === before; tries += 1) {
    if (tries > 500) {
      throw new Error(`${device} stays in use`);
    }
    await sleep(10);
  }
}

function isMounted(mountPoint: string): boolean {
  return readFileSync("/proc/self/mounts", "utf8").includes(` ${mountPoint} `);
}

function run(command: string, ...parameters: string[]): string {
  return execFileSync(command, parameters, { encoding: "utf8", stdio: "pipe" }).trim();
}
