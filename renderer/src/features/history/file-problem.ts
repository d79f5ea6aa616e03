import type { FolderProblem, UnreadableEntry } from "#contract/history";
import { fileProblems, folderProblems } from "#text/history";

type Problem = Pick<UnreadableEntry, "problem" | "systemCode">;

export function fileProblemWords({ problem, systemCode }: Problem): string {
  return problem === "read-error" && systemCode !== null
    ? fileProblems.code({ code: systemCode })
    : fileProblems[problem]();
}

export function folderProblemWords({ path: folder, problem, systemCode }: FolderProblem): string {
  return problem === "other" && systemCode !== null
    ? folderProblems.code({ folder, code: systemCode })
    : folderProblems[problem]({ folder });
}
