import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { BuiltDrive } from "./build";

const recordBytes = 4096;
const recordCount = 50;

export interface Survival {
  readonly acknowledged: number;
  readonly survived: number;
}

/**
 * The truth about a simulated drive, which no inspection can see: saves records, cuts the drive's
 * power after the last was confirmed, and looks what is left once the power is back.
 */
export async function cutPower(drive: BuiltDrive): Promise<Survival> {
  const { simulated, attachAgain, mountPoint } = drive;
  if (simulated === null || attachAgain === null) {
    throw new Error("only a simulated drive can lose its power");
  }
  const file = join(mountPoint, "records");
  const records = Array.from({ length: recordCount }, () => randomBytes(recordBytes));
  save(file, mountPoint, records);
  simulated.tell("cut-power");
  await attachAgain();
  const found = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const survived = records.filter((record, index) =>
    record.equals(found.subarray(index * recordBytes, (index + 1) * recordBytes)),
  );
  return { acknowledged: records.length, survived: survived.length };
}

/** As a careful program does it: the name first, then each record by itself. */
function save(file: string, folder: string, records: readonly Buffer[]): void {
  const handle = openSync(file, "w");
  const directory = openSync(folder, "r");
  fsyncSync(handle);
  fsyncSync(directory);
  closeSync(directory);
  for (const record of records) {
    writeSync(handle, record);
    fdatasyncSync(handle);
  }
  closeSync(handle);
}
