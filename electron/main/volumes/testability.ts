import { constants } from "node:fs";
import { sayer } from "#analysis/say";
import { copyOnWriteName } from "#contract/copy-on-write";
import { DriveFault, driveError } from "#contract/drive-error";
import { operatingSystemOf } from "#contract/flush-mode";
import { osErrorClass } from "#contract/os-error";
import type { Volume } from "#contract/volume";
import { folderFaults } from "#text/files";
import type { statements } from "#text/inspection/untestable";
import { errorCode } from "../files/error-code";
import { isPrivacyRefusal } from "../files/protection";
import type { SystemAccess } from "./system-access";
import { NotAnswering } from "./time-limit";

export type Untestable = Volume["untestable"];

const say = sayer<typeof statements>();

export const untestableReasons = {
  readOnly: { code: "read-only", statements: [say("untestable.read-only")] },
  noPermission: { code: "no-permission", statements: [say("untestable.no-permission")] },
  noReading: { code: "no-permission", statements: [say("untestable.no-reading")] },
  privacy: { code: "no-permission", statements: [say("untestable.privacy")] },
  network: { code: "network-mount", statements: [say("untestable.network")] },
  spaceUnknown: { code: "space-unknown", statements: [say("untestable.space-unknown")] },
  cloud: { code: "not-testable", statements: [say("untestable.cloud")] },
  locked: { code: "not-testable", statements: [say("untestable.locked")] },
  noFileSystem: { code: "not-testable", statements: [say("untestable.no-file-system")] },
  pseudo: { code: "not-testable", statements: [say("untestable.no-drive")] },
} satisfies Record<string, NonNullable<Untestable>>;

export function notAnswering(limitMs: number): NonNullable<Untestable> {
  return { code: "not-testable", statements: [say("untestable.not-answering", { limitMs })] };
}

/**
 * Why a chosen folder whose volume does not answer cannot be tested; on macOS the user's permission
 * may be pending.
 */
export function chosenNotAnswering(
  limitMs: number,
  platform: NodeJS.Platform,
): NonNullable<Untestable> {
  return platform === "darwin"
    ? { code: "not-testable", statements: [say("untestable.maybe-asking", { limitMs })] }
    : notAnswering(limitMs);
}

/** The error if the system does not report the volume of an existing folder. */
export function unknownVolume(folder: string): DriveFault {
  return new DriveFault(driveError("not-testable", folderFaults.unknownVolume({ folder })));
}

/** Enough free space, in bytes, for the smallest inspection on every file system. */
export const enoughFreeBytes = 2 ** 30;

/**
 * The free space, in bytes, that the smallest inspection needs; a larger inspection checks again at
 * its start.
 */
async function minimumFreeBytes(copiesOnWrite: boolean): Promise<number> {
  // A static import of the plan would delay the first list of volumes.
  const { leastFreeBytes } = await import("#analysis/plan");
  return leastFreeBytes(operatingSystemOf(process.platform), copiesOnWrite);
}

export async function tooLittleSpace(
  freeBytes: number | null,
  mount: Pick<Volume, "fileSystem" | "mountOptions">,
): Promise<Untestable> {
  if (freeBytes === null || freeBytes >= enoughFreeBytes) {
    return null;
  }
  const fileSystem = copyOnWriteName(mount);
  const neededBytes = await minimumFreeBytes(fileSystem !== null);
  if (freeBytes >= neededBytes) {
    return null;
  }
  const why = fileSystem === null ? [] : [say("untestable.copy-on-write", { fileSystem })];
  return {
    code: "no-space",
    statements: [say("untestable.no-space", { freeBytes, neededBytes }), ...why],
  };
}

/**
 * Why a volume of unknown free space cannot be tested, unless the user agrees; `null` if the free
 * space is known.
 */
export function freeSpaceUnknown(freeBytes: number | null): Untestable {
  return freeBytes === null ? untestableReasons.spaceUnknown : null;
}

/**
 * Waits for any answer about the path, in a separate program. Call before touching a path that may
 * be on a dead server: a call in this process that hangs on such a path would occupy one of libuv's
 * threads and keep this program from exiting. Rejects with `NotAnswering`; every other answer is
 * accepted. Does nothing on Windows, which itself gives up on a dead server.
 */
export async function knock(
  system: Pick<SystemAccess, "platform" | "run">,
  path: string,
  timeoutMs: number,
): Promise<void> {
  if (system.platform === "win32") {
    return;
  }
  // The kernel always forwards statfs to the FUSE program: file attributes may come from a cache
  // although the program hangs. `df` would also look at other mounts.
  const [program, ...args] =
    system.platform === "linux"
      ? (["stat", "-f", "--", path] as const)
      : (["test", "-d", path] as const);
  try {
    await system.run(program, args, { timeoutMs });
  } catch (error) {
    if (error instanceof NotAnswering) {
      throw error;
    }
  }
}

/**
 * Whether the program `test` confirms the conditions for a path on FUSE. A FUSE program that hangs,
 * even right after an answer, blocks only `test`. Rejects with `NotAnswering`.
 */
export async function isFound(
  system: Pick<SystemAccess, "run">,
  conditions: readonly string[],
  timeoutMs: number,
): Promise<boolean> {
  try {
    await system.run("test", conditions, { timeoutMs });
    return true;
  } catch (error) {
    if (error instanceof NotAnswering) {
      throw error;
    }
    return false;
  }
}

/**
 * The reason why the current user may not create a file in the folder, or may not open the folder
 * to flush the new file's name; `null` if both are allowed. A read-only file system refuses root,
 * too (EROFS). On Windows only the read-only attribute is checked: the system applies access
 * control lists later, when the engine creates its file.
 */
export async function whyNotUsable(
  system: Pick<SystemAccess, "platform" | "access">,
  directory: string,
): Promise<Untestable> {
  const { noPermission, noReading } = untestableReasons;
  return (
    (await whyRefused(system, directory, constants.W_OK | constants.X_OK, noPermission)) ??
    (await whyRefused(system, directory, constants.R_OK, noReading))
  );
}

/**
 * Why the system refuses the access; `null` if it does not, or if the error is no refusal (such as
 * EIO): the inspection then reports the error.
 */
async function whyRefused(
  system: Pick<SystemAccess, "platform" | "access">,
  directory: string,
  mode: number,
  refusal: Untestable,
): Promise<Untestable> {
  try {
    await system.access(directory, mode);
    return null;
  } catch (error) {
    if (isPrivacyRefusal(error, system.platform)) {
      return untestableReasons.privacy;
    }
    switch (osErrorClass(errorCode(error))) {
      case "read-only":
        return untestableReasons.readOnly;
      case "access":
        return refusal;
      default:
        return null;
    }
  }
}
