import { setTimeout as sleep } from "node:timers/promises";
import { type BuiltDrive, build, type FileSystem } from "../fixture/build";
import { type Laboratory, run } from "../fixture/laboratory";

/**
 * A simulated drive that can lose its power at any moment. A flush returns success only for data
 * that the cut leaves on the drive. Shutting down an ext4 instead (EXT4_IOC_SHUTDOWN) is no
 * substitute: the last flush reported success for lost data in one of fifteen cuts.
 */
export class LosableDrive {
  private constructor(private readonly drive: BuiltDrive) {}

  /** Runs `body` with a fresh drive in a folder of this name, and takes it apart again. */
  static with<Result>(
    laboratory: Laboratory,
    name: string,
    options: { readonly flaws?: readonly string[]; readonly fileSystem?: FileSystem },
    body: (drive: LosableDrive) => Promise<Result>,
  ): Promise<Result> {
    const { flaws = [], fileSystem = "ext4" } = options;
    return laboratory.withFolder(name, async (folder) => {
      const drive = new LosableDrive(
        await build(laboratory, folder, {
          medium: "simulated",
          visible: false,
          fileSystem,
          mebibytes: 512,
        }),
      );
      drive.tell("flush-us 1000", ...flaws);
      return body(drive);
    });
  }

  /** Mount point of the drive's file system. */
  get mountPoint(): string {
    return this.drive.mountPoint;
  }

  /**
   * Makes everything written so far permanent, as a drive does when it is idle. Freezes the file
   * system meanwhile, so that the permanent state is consistent.
   */
  async writeCacheOut(): Promise<void> {
    await run("fsfreeze", "--freeze", this.mountPoint);
    try {
      this.tell("write-out");
    } finally {
      await run("fsfreeze", "--unfreeze", this.mountPoint);
    }
  }

  cutPower(): void {
    this.tell("cut-power");
  }

  /**
   * Restores the power after a cut. Tries again while the engine of the killed program still holds
   * its files open.
   */
  async powerOn(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await this.drive.attachAgain?.();
        return;
      } catch (error) {
        if (tries === 100 || !/busy/.test(String(error))) {
          throw error;
        }
        await sleep(100);
      }
    }
  }

  private tell(...lines: string[]): void {
    if (this.drive.simulated === null) {
      throw new Error("only a simulated drive can lose its power");
    }
    this.drive.simulated.tell(...lines);
  }
}
