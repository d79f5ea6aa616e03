import { countOrNull } from "#contract/count-or-null";
import { isFuseType } from "./file-systems";
import type { SystemAccess } from "./system-access";

export interface Space {
  readonly totalBytes: number | null;
  readonly freeBytes: number | null;
}

export const unknownSpace: Space = { totalBytes: null, freeBytes: null };

/**
 * Size of the file system and the space the current user may still use; unknown if the system does
 * not report it. Uses `df` if `statfs` is missing, and for FUSE, whose block counts have a unit
 * that Node does not return.
 */
export async function readSpace(
  system: Pick<SystemAccess, "statfs" | "run">,
  path: string,
  fileSystem: string | null,
  timeoutMs: number,
): Promise<Space> {
  try {
    if (system.statfs === null || isFuseType(fileSystem ?? "")) {
      const line = parseDf(await system.run("df", ["-kP", "--", path], { timeoutMs }));
      return line === null ? unknownSpace : sized(line);
    }
    const { bsize, blocks, bavail } = await system.statfs(path);
    return sized({ totalBytes: bsize * blocks, freeBytes: bsize * bavail });
  } catch {
    // If the user agrees, a volume with unknown space can be tested.
    return unknownSpace;
  }
}

/**
 * The space as far as it is known. A total of 0 means that the file system does not count space
 * (some FUSE programs do not), not that it is full. A size above the largest safe integer is not
 * known.
 */
export function sized({ totalBytes, freeBytes }: Space): Space {
  return totalBytes === 0
    ? unknownSpace
    : { totalBytes: countOrNull(totalBytes), freeBytes: countOrNull(freeBytes) };
}

export interface DfLine extends Space {
  readonly source: string;
  readonly mountPoint: string;
}

/** Parses the data line of `df -kP <path>`. */
export function parseDf(text: string): DfLine | null {
  // Source and mount point may contain spaces, the columns between them never do.
  const match = /^(.*?)\s+(\d+)\s+\d+\s+(-?\d+)\s+(?:\d+%|-)\s+(\/.*)$/m.exec(text);
  if (match === null) {
    return null;
  }
  const [, source = "", blocks, available, mountPoint = ""] = match;
  return {
    source,
    totalBytes: Number(blocks) * 1024,
    freeBytes: Math.max(0, Number(available) * 1024),
    mountPoint,
  };
}
