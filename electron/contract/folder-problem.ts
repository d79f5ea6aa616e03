import type { FolderProblem } from "./history";

/** The meaning of a system error for a folder that DriveProof makes. */
export function folderProblem(path: string, systemCode: string | null): FolderProblem {
  return { path, problem: problems.get(systemCode ?? "") ?? "other", systemCode };
}

const problems: ReadonlyMap<string, FolderProblem["problem"]> = new Map([
  ["ENOTDIR", "not-a-folder"],
  ["EEXIST", "not-a-folder"],
  ["ELOOP", "not-a-folder"],
  ["ENOENT", "not-a-folder"], // a dangling symbolic link at the folder's path
  ["EACCES", "no-permission"],
  ["EPERM", "no-permission"],
  ["EROFS", "read-only"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
]);
