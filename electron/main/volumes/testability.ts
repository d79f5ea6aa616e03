import { constants } from "node:fs";
import { planFor, requiredFreeBytes } from "../../analysis/plan";
import { copyOnWriteName } from "../../contract/copy-on-write";
import { DriveFault, driveError } from "../../contract/drive-error";
import { operatingSystemOf } from "../../contract/flush-mode";
import type { Volume } from "../../contract/volume";
import { errorCode } from "../files/error-code";
import type { SystemAccess } from "./system-access";
import { NotAnswering } from "./time-limit";

export type Untestable = Volume["untestable"];

/** What stands against testing, in the words the person reads. */
export const untestableReasons = {
  readOnly: {
    code: "read-only",
    reason: "This volume can only be read, so nothing can be saved on it to test it.",
  },
  noPermission: {
    code: "no-permission",
    reason: "You may not write here. Choose a folder of your own on this volume.",
  },
  network: {
    code: "network-mount",
    reason:
      "These files lie on another computer or are passed on by one. A test would load the connection and say little about a drive.",
  },
  spaceUnknown: {
    code: "space-unknown",
    reason:
      "How much space is free here is not known: the system does not say. A test could fill this volume up.",
  },
  pseudo: {
    code: "not-testable",
    reason: "This folder shows the inside of the system; there is no drive behind it.",
  },
} as const satisfies Record<string, NonNullable<Untestable>>;

export function notAnswering(limitMs: number): NonNullable<Untestable> {
  return {
    code: "not-testable",
    reason: `This volume did not answer within ${limitMs / 1000} seconds. Its drive or the connection to it may be broken.`,
  };
}

/** A folder that exists, but the system does not tell where. */
export function unknownVolume(directory: string): DriveFault {
  return new DriveFault(
    driveError(
      "not-testable",
      `The system does not tell on which volume ${directory} lies. Choose another folder.`,
    ),
  );
}

/** Room the shortest inspection needs; longer ones are checked again when they are started. */
const minimumFreeBytes = (copiesOnWrite: boolean) =>
  requiredFreeBytes(planFor("smoke", operatingSystemOf(process.platform)), copiesOnWrite);

export function tooLittleSpace(
  freeBytes: number | null,
  mount: Pick<Volume, "fileSystem" | "mountOptions">,
): Untestable {
  const copying = copyOnWriteName(mount);
  const needed = minimumFreeBytes(copying !== null);
  if (freeBytes === null || freeBytes >= needed) {
    return null;
  }
  const megabytes = (bytes: number, round: (value: number) => number) => round(bytes / 1e6);
  return {
    code: "no-space",
    reason: `Only ${megabytes(freeBytes, Math.floor)} MB are free here; even the shortest inspection needs ${megabytes(needed, Math.ceil)} MB.${copying === null ? "" : ` ${twiceTheRoom(copying)}`}`,
  };
}

/** Why a file system that copies on write needs more free space than the file is large. */
export function twiceTheRoom(name: string): string {
  return `This file system (${name}) keeps old and new data side by side while a file is changed, so that the test file takes its room twice.`;
}

/** The person may agree to it, as to the test of a network drive. */
export function freeSpaceUnknown(freeBytes: number | null): Untestable {
  return freeBytes === null ? untestableReasons.spaceUnknown : null;
}

/**
 * Waits until something is known about the path, in a program of its own. A call of ours that hangs
 * on a dead server keeps one of libuv's threads, and this program could not even end any more. So
 * whoever is about to touch a path that may lie on one knocks first. Rejects with `NotAnswering`;
 * what the answer is does not matter. Windows gives up on a dead server by itself.
 */
export async function knock(
  system: Pick<SystemAccess, "platform" | "run">,
  path: string,
  timeoutMs: number,
): Promise<void> {
  if (system.platform === "win32") {
    return;
  }
  try {
    await system.run("test", ["-d", path], { timeoutMs });
  } catch (error) {
    if (error instanceof NotAnswering) {
      throw error;
    }
  }
}

/**
 * Whether the current user may make a file in the folder. A read-only file system refuses root
 * too (EROFS). Windows only looks at the read-only attribute here; a refusal by an access list
 * shows when the engine makes its file.
 */
export async function whyNotWritable(
  system: Pick<SystemAccess, "access">,
  directory: string,
): Promise<Untestable> {
  try {
    await system.access(directory, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return errorCode(error) === "EROFS"
      ? untestableReasons.readOnly
      : untestableReasons.noPermission;
  }
}
