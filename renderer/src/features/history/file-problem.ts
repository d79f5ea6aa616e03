import { assertNever } from "../../../../electron/contract/drive-error";
import type { FileProblem, FolderProblem } from "../../../../electron/contract/history";

/** What is the matter with a file of ours, in one sentence. */
export function fileProblemWords({
  problem,
  systemCode,
}: {
  readonly problem: FileProblem;
  readonly systemCode: string | null;
}): string {
  switch (problem) {
    case "folder":
      return "This is a folder. DriveProof makes no folders here.";
    case "link":
      return "This is a link to another place. DriveProof makes no links here and does not follow them.";
    case "special":
      return "This is not an ordinary file. DriveProof did not make it.";
    case "foreign-owner":
      return "This belongs to another user of this computer.";
    case "too-large":
      return "This file is larger than anything DriveProof writes here.";
    case "empty":
      return "This file is empty.";
    case "damaged":
      return "This file does not hold what DriveProof writes, or only a part of it.";
    case "newer-version":
      return "A newer version of DriveProof wrote this file and can open it.";
    case "other-name":
      return "This is a copy of a report under another name, so it is not listed.";
    case "no-permission":
      return "You are not allowed to read this.";
    case "read-error":
      return systemCode === null
        ? "The system could not read this."
        : `The system could not read this (${systemCode}).`;
    default:
      return assertNever(problem);
  }
}

/** Why the folder of earlier inspections cannot be used, and what to do. */
export function folderProblemWords({ path, problem, systemCode }: FolderProblem): string {
  switch (problem) {
    case "not-a-folder":
      return `Something that is not a folder lies at ${path}. Rename or move it, then open DriveProof again.`;
    case "no-permission":
      return `You are not allowed to use the folder ${path}. Give your account the right to, then open DriveProof again.`;
    case "read-only":
      return `The folder ${path} lies on a drive that can only be read.`;
    case "full":
      return `There is no room left for the folder ${path}. Free some space on its drive.`;
    case "no-answer":
      return `The folder ${path} did not answer in time, or reading it ended early. Not every report is listed.`;
    case "other":
      return systemCode === null
        ? `The system does not let DriveProof use the folder ${path}.`
        : `The system does not let DriveProof use the folder ${path} (${systemCode}).`;
    default:
      return assertNever(problem);
  }
}
