import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const count = z.number().int().nonnegative();

const eventSchema = z.object({ flaw: z.string(), offset: count, stamp: z.string() });

/** What the drive says it did since it was armed; see `drive/control.c`. */
const truthSchema = z.object({
  writes: count,
  markedBlocks: count,
  flushes: count,
  forwardedFlushes: count,
  stalls: count,
  failedCalls: count,
  flushMedianNs: count,
  flushLongestNs: count,
  /** Blocks that would be lost if the power failed now. */
  unkeptBlocks: count,
  /** Blocks of test files that came before the first slow one; 0: none was slow. */
  slowedAfterBlocks: count,
  /** What each block takes from there on. */
  slowBlockNs: count,
  /** Blocks of test files without a place when the first of them was read. */
  lostBlocks: count,
  /** Blocks of files that were there before, and how many of them are lost now. */
  oldBlocks: count,
  oldLostBlocks: count,
  /** The longest 32, by the clock on the wall. */
  longestFlushes: z.array(z.object({ startedAtUs: count, elapsedNs: count })),
  events: z.array(eventSchema),
});
export type Truth = z.infer<typeof truthSchema>;
export type TruthEvent = z.infer<typeof eventSchema>;

/** "DrPfBlk1": what every block of a test file begins with (native/src/engine/block_content.h). */
const stampMagic = Buffer.from("DrPfBlk1").toString("hex");

/** What every block begins with of the files that are there before; the drive knows them by it. */
export const oldFileMark = Buffer.from("LabOldFl");

/** The program `fuse-drive` at work: one drive as a file, with a file to steer it by. */
export class SimulatedDrive {
  private constructor(
    private readonly mountPoint: string,
    private readonly pid: number,
  ) {}

  /**
   * Starts a drive in `folder`. With a `device` below it, flushes are passed on to that one and the
   * system sees the connection; without, it cannot look through the program.
   */
  static async start(
    program: string,
    folder: string,
    bytes: number,
    device: string | null,
  ): Promise<SimulatedDrive> {
    const mountPoint = join(folder, "drive");
    mkdirSync(mountPoint);
    const child = spawn(
      program,
      [mountPoint, String(bytes), ...(device === null ? [] : [device])],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint += text;
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve());
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the drive ended with ${code}: ${complaint}`)));
    });
    if (child.pid === undefined) {
      throw new Error("the drive has no process");
    }
    return new SimulatedDrive(mountPoint, child.pid);
  }

  /** The file a loop device is put on. */
  get content(): string {
    return join(this.mountPoint, "drive");
  }

  /** The folder with the two files of a temperature sensor. */
  get sensor(): string {
    return this.mountPoint;
  }

  tell(...lines: string[]): void {
    writeFileSync(join(this.mountPoint, "control"), `${lines.join("\n")}\n`);
  }

  /** Before files are written that it is to know as those of its owner. */
  expectOldFiles(flaws: readonly string[]): void {
    this.tell(`old-mark ${oldFileMark.toString("hex")}`, ...flaws);
  }

  /** From now on it counts, and behaves as told. Flaws meet blocks of test files only. */
  arm(flaws: readonly string[]): void {
    this.tell(`mark ${stampMagic}`, "arm", ...flaws);
  }

  truth(): Truth {
    return truthSchema.parse(JSON.parse(readFileSync(join(this.mountPoint, "truth"), "utf8")));
  }

  /** As if it were pulled out: nothing answers any more. */
  vanish(): void {
    process.kill(this.pid, "SIGKILL");
  }
}

/** Which block of the test file a stamp belongs to; its third number. */
export function blockOfStamp(stamp: string): number {
  return Number(Buffer.from(stamp, "hex").readBigUInt64LE(16));
}
