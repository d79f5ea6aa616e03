import type { FileProblem, FolderProblem } from "#contract/history";
import { fileProblems, folderProblems } from "#text/history";

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

export function folderProblemWords({ path: folder, problem, systemCode }: FolderProblem): string {
  return problem === "other" && systemCode !== null
    ? folderProblems.code({ folder, code: systemCode })
    : folderProblems[problem]({ folder });
}
