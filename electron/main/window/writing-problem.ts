import { open } from "node:fs/promises";
import path from "node:path";
import { folderProblem } from "#contract/folder-problem";
import type { FolderProblem } from "#contract/history";
import { makeFolderDurably, temporaryBeside, unlinkPatiently } from "../files/durable-write";
import { errorCode } from "../files/error-code";
import { isThere } from "../files/places";
import { protectionOf } from "../files/protection";

/**
 * Why a file could not be saved in this folder; `null` if it could. Creates the folder if it is
 * missing, and tests it with a one-block file, which is removed again. Never rejects.
 */
export async function writingProblem(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<FolderProblem | null> {
  const probe = temporaryBeside(path.join(folder, "probe"));
  try {
    await makeFolderDurably(folder, { mayExist: true });
    const handle = await open(probe, "wx", 0o600);
    try {
      await handle.writeFile(Buffer.alloc(4096));
    } finally {
      await handle.close();
      await unlinkPatiently(probe);
    }
    return null;
  } catch (error) {
    for (const place of [folder, path.dirname(folder)]) {
      if ((await protectionOf(error, place, platform)) === "controlled-folder") {
        return { path: folder, problem: "controlled-folder", systemCode: errorCode(error) };
      }
    }
    const found = folderProblem(folder, (error as NodeJS.ErrnoException).code ?? null);
    // The system may return ENOENT if it refuses to create the folder: nothing is at the path then,
    // not even a dangling link.
    const isMissing = found.systemCode === "ENOENT" && !(await isThere(folder));
    return isMissing ? { ...found, problem: "other" } : found;
  }
}
