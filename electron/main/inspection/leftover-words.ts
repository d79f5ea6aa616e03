import { sayer } from "#analysis/say";
import type { FolderPlace } from "#contract/engine-messages";
import type { Statement } from "#contract/statement";
import { leftoversAtStart, type statements } from "#text/inspection/leftovers";
import { listWithAnd } from "#text/words";

/** What a search found of killed runs in a folder, after removing what it could. */
export interface Looked {
  readonly directory: string;
  readonly place: FolderPlace;
  readonly removed: number;
  /** Full paths of files that could not be removed. */
  readonly left: readonly string[];
  /** Full paths of files that a process holds open, or may hold open. */
  readonly held: readonly string[];
}

const say = sayer<typeof statements>();

/** The sentence after the engine died. `isSameFolder`: the searched folder is the inspected one. */
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

/** Sentences about files of killed runs, found at the program's start; empty if there are none. */
export function wordsOfStart(looked: readonly Looked[]): string[] {
  return looked.flatMap(({ directory: folder, removed, left, held }) => [
    ...(removed > 0 ? [leftoversAtStart.removed({ folder, count: removed })] : []),
    ...(left.length > 0 ? [leftoversAtStart.left({ folder, files: listWithAnd(left) })] : []),
    ...(held.length > 0 ? [leftoversAtStart.held({ folder, files: listWithAnd(held) })] : []),
  ]);
}
