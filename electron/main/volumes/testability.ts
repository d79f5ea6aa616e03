import { constants } from "node:fs";
import { planFor, requiredFreeBytes } from "#analysis/plan";
import { sayer } from "#analysis/say";
import { copyOnWriteName } from "#contract/copy-on-write";
import { DriveFault, driveError } from "#contract/drive-error";
import { operatingSystemOf } from "#contract/flush-mode";
import type { Volume } from "#contract/volume";
import { folderFaults } from "#text/files";
import type { statements } from "#text/inspection/untestable";
import { errorCode } from "../files/error-code";
import { isPrivacyRefusal } from "../files/protection";
import type { SystemAccess } from "./system-access";
import { NotAnswering } from "./time-limit";

export type Untestable = Volume["untestable"];

const say = sayer<typeof statements>();

/** What stands against testing. */
export const untestableReasons = {
  readOnly: { code: "read-only", statements: [say("untestable.read-only")] },
  noPermission: { code: "no-permission", statements: [say("untestable.no-permission")] },
  privacy: { code: "no-permission", statements: [say("untestable.privacy")] },
  network: { code: "network-mount", statements: [say("untestable.network")] },
  spaceUnknown: { code: "space-unknown", statements: [say("untestable.space-unknown")] },
  locked: { code: "not-testable", statements: [say("untestable.locked")] },
  noFileSystem: { code: "not-testable", statements: [say("untestable.no-file-system")] },
  pseudo: { code: "not-testable", statements: [say("untestable.no-drive")] },
} satisfies Record<string, NonNullable<Untestable>>;

export function notAnswering(limitMs: number): NonNullable<Untestable> {
  return { code: "not-testable", statements: [say("untestable.not-answering", { limitMs })] };
}

/** The same of a place that the person has chosen: macOS lets the call wait while it asks the person. */
export function chosenNotAnswering(
  limitMs: number,
  platform: NodeJS.Platform,
): NonNullable<Untestable> {
  return platform === "darwin"
    ? { code: "not-testable", statements: [say("untestable.maybe-asking", { limitMs })] }
    : notAnswering(limitMs);
}

/** A folder that exists, but the system does not tell where. */
export function unknownVolume(folder: string): DriveFault {
  return new DriveFault(driveError("not-testable", folderFaults.unknownVolume({ folder })));
}

/** Room the shortest inspection needs; longer ones are checked again when they are started. */
const minimumFreeBytes = (copiesOnWrite: boolean) =>
  requiredFreeBytes(planFor("smoke", operatingSystemOf(process.platform)), copiesOnWrite);

export function tooLittleSpace(
  freeBytes: number | null,
  mount: Pick<Volume, "fileSystem" | "mountOptions">,
): Untestable {
  const fileSystem = copyOnWriteName(mount);
  const neededBytes = minimumFreeBytes(fileSystem !== null);
  if (freeBytes === null || freeBytes >= neededBytes) {
    return null;
  }
  const why = fileSystem === null ? [] : [say("untestable.copy-on-write", { fileSystem })];
  return {
    code: "no-space",
    statements: [say("untestable.no-space", { freeBytes, neededBytes }), ...why],
  };
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
  // What kind of file it is a FUSE program that hangs may have told Linux before; how much room there is
  // the kernel asks each time. Not with df, which also looks at other mounts.
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
 * Whether the program `test` finds so, of a path on FUSE: what hangs there hangs that program, however
 * short before it was that something answered. Rejects with `NotAnswering`.
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
 * Whether the current user may make a file in the folder. A read-only file system refuses root
 * too (EROFS). Windows only looks at the read-only attribute here; a refusal by an access list
 * shows when the engine makes its file.
 */
export async function whyNotWritable(
  system: Pick<SystemAccess, "platform" | "access">,
  directory: string,
): Promise<Untestable> {
  try {
    await system.access(directory, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    if (errorCode(error) === "EROFS") {
      return untestableReasons.readOnly;
    }
    return isPrivacyRefusal(error, system.platform)
      ? untestableReasons.privacy
      : untestableReasons.noPermission;
  }
}
