import type { FolderPlace } from "../../contract/engine-messages";

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

const kept = "What was measured until then is kept.";

/** After the measuring part died. `isSameFolder`: the one that was looked into is the inspected one. */
export function wordsAfterDeath(
  directory: string,
  looked: Looked | null,
  isSameFolder: boolean,
): string {
  if (looked === null || !isSameFolder) {
    return `${kept} Whether a test file is left in ${directory} is not known; the next inspection of that folder looks for it.`;
  }
  if (looked.left.length > 0) {
    return `${kept} Please remove ${looked.left.join(" and ")}.`;
  }
  if (looked.held.length > 0) {
    return `${kept} ${looked.held.join(" and ")} may still be in use; the next inspection of that folder removes what is left.`;
  }
  return `What was measured until then is kept, and no test file is left in ${directory}.`;
}

/** What a start of the program has found of earlier runs; nothing where nothing was found. */
export function wordsOfStart(looked: readonly Looked[]): string[] {
  return looked.flatMap(({ directory, removed, left, held }) => {
    const begin = `An earlier inspection of ${directory} was ended by force`;
    return [
      ...(removed > 0
        ? [
            `${begin} and left ${removed === 1 ? "a test file" : `${removed} test files`} there. DriveProof has removed ${removed === 1 ? "it" : "them"}.`,
          ]
        : []),
      ...(left.length > 0
        ? [`${begin} and left what could not be removed. Please remove ${left.join(" and ")}.`]
        : []),
      ...(held.length > 0
        ? [
            `There are test files in ${directory}, and DriveProof cannot tell that nothing uses them any more. If no inspection is running, please remove ${held.join(" and ")}.`,
          ]
        : []),
    ];
  });
}
