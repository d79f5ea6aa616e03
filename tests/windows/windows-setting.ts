import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { until } from "../helpers/native-engine";

/**
 * The environment variables that `npm run test:windows-engine` sets for the tests of this folder.
 * Under Wine the system calls below Windows can be watched and made to fail; on a real Windows they
 * cannot.
 */
function told(name: string): string | null {
  return process.env[name] ?? null;
}

export const underWine = told("DRIVEPROOF_WINE") !== null;
/** A UNC path of a writable network folder. */
export const networkFolder = told("DRIVEPROOF_NETWORK_FOLDER");
/** A folder on a volume of 4 MB. */
export const smallVolume = told("DRIVEPROOF_SMALL_VOLUME");

/** The trace file of Wine with every opened file; only set for the test that asks for it. */
export const openTrace = told("DRIVEPROOF_OPEN_TRACE");

export const needsWine = "only Wine lets the system calls below Windows be seen and spoiled";

function opener(file: string, share: number, holdMs: number) {
  const program = told("DRIVEPROOF_OPEN_FILE");
  if (!program) {
    throw new Error("these tests are started by `npm run test:windows-engine`");
  }
  const env = {
    ...process.env,
    DRIVEPROOF_FILE: file,
    DRIVEPROOF_SHARE: `${share}`,
    DRIVEPROOF_HOLD_MS: `${holdMs}`,
  };
  return { program, options: { stdio: "ignore", env } } as const;
}

/**
 * Another program opens the file and holds it for `holdMs` with the sharing mode `share`. Resolves
 * once the file is open; the result's `ended` resolves when that program ends.
 */
export async function holdElsewhere(file: string, share: number, holdMs: number) {
  const { program, options } = opener(file, share, holdMs);
  const ended = once(spawn(program, options), "exit");
  await until("the other program has the file", () => openElsewhere(file, 0) !== 0);
  return { ended };
}

/**
 * Tries to open the file in another process. Returns 0 if that succeeded, else the system's error
 * number.
 */
export function openElsewhere(file: string, share: number): number {
  const { program, options } = opener(file, share, 0);
  try {
    execFileSync(program, options);
    return 0;
  } catch (error) {
    return (error as { status?: number }).status ?? -1;
  }
}

/** One write as Wine passed it to the Unix system. */
export interface LoggedWrite {
  readonly offset: number;
  readonly bytes: number;
  readonly address: number;
}

/** The writes to the test file that `body` causes (Wine only). */
export async function writesOf(body: () => Promise<unknown>): Promise<LoggedWrite[]> {
  const log = told("DRIVEPROOF_WRITE_LOG_HERE") ?? "";
  writeFileSync(log, "");
  await body();
  const lines = readFileSync(log, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [offset = Number.NaN, bytes = Number.NaN, address = Number.NaN] = line
      .split(" ")
      .map(Number);
    return { offset, bytes, address };
  });
}

export type SpoiledCall = "pwrite" | "pread" | "fsync";

/**
 * From now on lets the calls with the numbers `first` to `last`, counted from 1, fail (Wine only).
 */
export function spoil(
  call: SpoiledCall,
  effect: "EIO" | "ENOSPC" | "SHORT",
  first: number,
  last: number,
): void {
  writeFileSync(told("DRIVEPROOF_SPOIL_HERE") ?? "", `${call} ${effect} ${first} ${last}\n`);
}

export function spoilNothing(): void {
  writeFileSync(told("DRIVEPROOF_SPOIL_HERE") ?? "", "");
}
