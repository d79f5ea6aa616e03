import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { until } from "../helpers/native-engine";

/**
 * What `npm run test:windows-engine` gives the tests of this folder. Under Wine there is a Unix side
 * below Windows that can be watched and spoiled; on a real Windows there is not.
 */
function told(name: string): string | null {
  return process.env[name] ?? null;
}

export const underWine = told("DRIVEPROOF_WINE") !== null;
/** A network name of a folder that may be written to. */
export const networkFolder = told("DRIVEPROOF_NETWORK_FOLDER");
/** A folder on a volume of 4 MB. */
export const smallVolume = told("DRIVEPROOF_SMALL_VOLUME");

/** What Wine tells of every file that is opened; only for the test that asks for it. */
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

/** Lets another program keep the file open for reading. Resolves once it has; then wait for `ended`. */
export async function holdElsewhere(file: string, share: number, holdMs: number) {
  const { program, options } = opener(file, share, holdMs);
  const ended = once(spawn(program, options), "exit");
  await until("the other program has the file", () => openElsewhere(file, 0) !== 0);
  return { ended };
}

/** Tries to open a file as another program would. The system's error number, 0 if it was let in. */
export function openElsewhere(file: string, share: number): number {
  const { program, options } = opener(file, share, 0);
  try {
    execFileSync(program, options);
    return 0;
  } catch (error) {
    return (error as { status?: number }).status ?? -1;
  }
}

/** One write as it left Windows. */
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

/** Lets the system calls of these numbers fail from now on, counted from 1 (Wine only). */
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
