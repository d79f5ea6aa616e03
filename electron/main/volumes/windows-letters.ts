import { win32 } from "node:path";
import type { FileSystemSpace, SystemAccess } from "./system-access";
import { NotAnswering, type TimeLimit } from "./time-limit";
import { bareVolume, type FoundVolume } from "./windows-facts";

/** What a letter leads to, by its own answer. */
export type Lettered =
  | { readonly kind: "local"; readonly found: FoundVolume }
  | { readonly kind: "network"; readonly root: string };

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * The volumes that have a letter, asked one by one, where PowerShell is forbidden or does not end.
 * Starts no program; a letter that does not answer is one that is there and cannot be tested.
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
    // Another letter stands for a folder of that volume, which is listed by its own.
    return real.toUpperCase() === root
      ? { kind: "local", found: volumeAt(root, system, space) }
      : null;
  } catch (error) {
    return error instanceof NotAnswering
      ? { kind: "local", found: volumeAt(root, system, null) }
      : null;
  }
}

/** Rejects where the letter leads nowhere. */
async function spaceOf(root: string, system: SystemAccess): Promise<FileSystemSpace | null> {
  if (system.statfs !== null) {
    return system.statfs(root);
  }
  await system.stat(root);
  return null;
}

/** The root it leads to: that of a server for a network drive. */
async function realRoot(root: string, system: SystemAccess): Promise<string> {
  try {
    return win32.parse(await system.realpath(root)).root;
  } catch {
    // Drivers without a place in Windows' list of mounts cannot tell: memory disks, some encryption.
    return root;
  }
}

function volumeAt(root: string, system: SystemAccess, space: FileSystemSpace | null): FoundVolume {
  const bare = bareVolume(root);
  const bytes = (blocks: number | undefined) =>
    space === null || blocks === undefined ? null : blocks * space.bsize;
  return {
    ...bare,
    volume: { ...bare.volume, Size: bytes(space?.blocks), SizeRemaining: bytes(space?.bavail) },
    system: win32.parse(system.systemRoot).root.toUpperCase() === root,
  };
}
