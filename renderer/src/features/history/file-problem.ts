import type { FileProblem, FolderProblem } from "#contract/history";
import { fileProblems, folderProblems } from "#text/history";

/** The problem with one of our files, in one sentence. */
export function fileProblemWords({
  problem,
  systemCode,
}: {
  readonly problem: FileProblem;
  readonly systemCode: string | null;
}): string {
  return problem === "read-error" && systemCode !== null
    ? fileProblems.code({ code: systemCode })
    : fileProblems[problem]();
}

/** Why the history folder cannot be used, and what to do. */
export function folderProblemWords({ path: folder, problem, systemCode }: FolderProblem): string {
  return problem === "other" && systemCode !== null
    ? folderProblems.code({ folder, code: systemCode })
    : folderProblems[problem]({ folder });
}
