import { sayer } from "#analysis/say";
import type { FolderPlace } from "#contract/engine-messages";
import type { Statement } from "#contract/statement";
import { leftoversAtStart, type statements } from "#text/inspection/leftovers";
import { listWithAnd } from "#text/words";

/** What was found in a folder that could be looked into, after everything that could be was removed. */
export interface Looked {
  readonly directory: string;
  /** The folder that was looked into. */
  readonly place: FolderPlace;
  readonly removed: number;
  /** Full paths of what could not be removed. */
  readonly left: readonly string[];
  /** Full paths of what a process holds, or of which nobody can know. */
  readonly held: readonly string[];
}

const say = sayer<typeof statements>();

/** After the measuring part died. `isSameFolder`: the one that was looked into is the inspected one. */
export function leftAfterDeath(
  directory: string,
  looked: Looked | null,
  isSameFolder: boolean,
): Statement {
  if (looked === null || !isSameFolder) {
    return say("after-death.not-known", { folder: directory });
  }
  if (looked.left.length > 0) {
    return say("after-death.left", { files: looked.left });
  }
  if (looked.held.length > 0) {
    return say("after-death.held", { files: looked.held });
  }
  return say("after-death.none", { folder: directory });
}

/** What a start of the program has found of earlier runs; nothing where nothing was found. */
export function wordsOfStart(looked: readonly Looked[]): string[] {
  return looked.flatMap(({ directory: folder, removed, left, held }) => [
    ...(removed > 0 ? [leftoversAtStart.removed({ folder, count: removed })] : []),
    ...(left.length > 0 ? [leftoversAtStart.left({ folder, files: listWithAnd(left) })] : []),
    ...(held.length > 0 ? [leftoversAtStart.held({ folder, files: listWithAnd(held) })] : []),
  ]);
}
