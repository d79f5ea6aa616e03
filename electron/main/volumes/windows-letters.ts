import { win32 } from "node:path";
import type { FileSystemSpace, SystemAccess } from "./system-access";
import { NotAnswering, type TimeLimit } from "./time-limit";
import { bareVolume, type FoundVolume, isSystemRoot } from "./windows-facts";

export type Lettered =
  | { readonly kind: "local"; readonly found: FoundVolume }
  | { readonly kind: "network"; readonly root: string };

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * Queries the drive letters one by one, in case the addon cannot answer. Starts no program. A
 * letter that does not answer is listed as a volume that cannot be tested.
 */
export async function letteredVolumes(system: SystemAccess, limit: TimeLimit): Promise<Lettered[]> {
  const answers = await Promise.all(
    letters.map((letter) => answerOf(`${letter}:\\`, system, limit)),
  );
  return answers.flatMap((answer) => answer ?? []);
}

async function answerOf(
  root: string,
  system: SystemAccess,
  limit: TimeLimit,
): Promise<Lettered | null> {
  try {
    const { space, real } = await limit.ask(root, async () => ({
      space: await spaceOf(root, system),
      real: await realRoot(root, system),
    }));
    if (real.startsWith("\\\\")) {
      return { kind: "network", root };
    }
    // A letter that maps to a folder (subst): the folder's volume has its own letter.
    return real.toUpperCase() === root
      ? { kind: "local", found: volumeAt(root, system, space) }
      : null;
  } catch (error) {
    return error instanceof NotAnswering
      ? { kind: "local", found: volumeAt(root, system, null) }
      : null;
  }
}

/**
 * Size and free space behind the letter; `null` if Node has no `statfs`. Rejects if the letter has
 * no volume.
 */
async function spaceOf(root: string, system: SystemAccess): Promise<FileSystemSpace | null> {
  if (system.statfs !== null) {
    return system.statfs(root);
  }
  await system.stat(root);
  return null;
}

/**
 * The root folder to which a drive letter leads; for a network drive, that of the server's share.
 */
async function realRoot(root: string, system: SystemAccess): Promise<string> {
  try {
    return win32.parse(await system.realpath(root)).root;
  } catch {
    // realpath() fails for volumes that Windows' mount manager does not know, such as memory disks
    // and some encrypted volumes.
    return root;
  }
}

function volumeAt(root: string, system: SystemAccess, space: FileSystemSpace | null): FoundVolume {
  const bytes = (blocks: number | undefined) =>
    space === null || blocks === undefined ? null : blocks * space.bsize;
  return {
    ...bareVolume(root),
    totalBytes: bytes(space?.blocks),
    freeBytes: bytes(space?.bavail),
    system: isSystemRoot(root, system.systemRoot),
  };
}
