import { stat } from "node:fs/promises";
import path from "node:path";
import type { DrivePlace } from "#contract/power-cut/witness";
import { FolderProtected } from "./faults";
import type { Keeper, KeeperContext } from "./keeper";
import type { Acknowledged } from "./ledger";
import { readWitnessFile, syncCallOf, WitnessFile } from "./witness-file";

/**
 * Keeps record numbers in a file on another drive. One flush at a time: of the numbers that arrive
 * during a flush, only the last of each mode is written next.
 */
export class DriveKeeper implements Keeper {
  readonly systemCall = syncCallOf(process.platform);
  private writing: Promise<void> | null = null;
  private isOver = false;

  private constructor(
    readonly place: DrivePlace,
    private readonly context: KeeperContext,
    /** The file to append to; `null` if it is only read back. */
    private readonly file: WitnessFile | null,
  ) {}

  /**
   * Makes the witness file. Rejects with the system's error, EEXIST if the name is taken, or with
   * `FolderProtected`.
   */
  static async create(
    place: DrivePlace,
    context: KeeperContext,
    platform: NodeJS.Platform = process.platform,
  ): Promise<DriveKeeper> {
    const { sealer, words } = context;
    const file = await WitnessFile.create(place.file, sealer, words.fileHead).catch(
      async (error: NodeJS.ErrnoException) => {
        throw (await isProtected(error, place.file, platform)) ? new FolderProtected(error) : error;
      },
    );
    return new DriveKeeper(place, context, file);
  }

  /** Reads the existing witness file after a restart. Rejects with the system's error. */
  static async reopen(place: DrivePlace, context: KeeperContext): Promise<DriveKeeper> {
    for (const number of await readWitnessFile(place.file, context.sealer)) {
      context.ledger.confirm(number);
    }
    return new DriveKeeper(place, context, null);
  }

  update(): void {
    if (this.writing || this.isOver || !this.file) {
      return;
    }
    const numbers = this.unwritten();
    if (numbers.length > 0) {
      this.writing = this.write(this.file, numbers);
    }
  }

  connections(): number {
    return this.isOver ? 0 : 1;
  }

  keeps(): "storage" {
    return "storage";
  }

  close(): void {
    this.isOver = true;
    const close = () => this.file?.close().catch(this.context.onFailure);
    void (this.writing ?? Promise.resolve()).then(close);
  }

  private unwritten(): Acknowledged[] {
    const { ledger, ticket } = this.context;
    return ticket.modes.flatMap(({ mode }) => {
      const last = ledger.lastAcknowledged(mode);
      return last === null || last.number <= ledger.lastHeld(mode) ? [] : [last];
    });
  }

  private async write(file: WitnessFile, numbers: readonly Acknowledged[]): Promise<void> {
    try {
      await file.record(numbers);
      for (const number of numbers) {
        this.context.ledger.confirm(number);
      }
      this.context.onChange();
    } catch (error) {
      // After a failed flush no later one can be trusted.
      this.isOver = true;
      this.context.onFailure(error);
    } finally {
      this.writing = null;
    }
  }
}

/**
 * Whether Windows' Controlled Folder Access refused the file: with ENOENT although the folder
 * exists.
 */
async function isProtected(
  { code }: NodeJS.ErrnoException,
  file: string,
  platform: NodeJS.Platform,
): Promise<boolean> {
  if (platform !== "win32" || code !== "ENOENT") {
    return false;
  }
  return stat(path.dirname(file)).then(
    (folder) => folder.isDirectory(),
    () => false, // a folder that cannot be inspected is not known to exist
  );
}
