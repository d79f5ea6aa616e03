import { messages } from "./messages";

/** Dialogs that main opens. */
export const dialogs = messages({
  chooseFolder: "Choose a folder on the drive to inspect",
  drive: "drive",

  windowStopped: "The window has stopped working several times.",
  windowStoppedDetail:
    "A running inspection goes on without it. If you close DriveProof, the inspection stops and what was measured so far is kept.",
  reopenWindow: "Open the window again",
  closeProgram: "Close DriveProof",

  notSaved: "The file cannot be saved here",
  anotherPlace: "Choose another place",
  notAtAll: "Do not save it",

  nothingKept: "DriveProof cannot keep anything on this computer",
  nothingKeptDetail:
    "{reason}\n\nYou can still inspect drives. Reports are then not kept: save those you need as a file before you close DriveProof. A plug test is not possible.",
  withoutHistory: "Go on without a history",
  close: "Close",
});

/** Menu names that Electron does not supply. */
export const menuText = messages({ view: "View" });

/** Why the program's data folder cannot be used, and what to do. */
export const dataFolderProblems = messages({
  "not-a-folder":
    "In the place of its folder {folder} lies something that is not a folder. Rename or move it, then start DriveProof again.",
  "no-permission":
    "You are not allowed to write in its folder {folder}. Give your account the right to, then start DriveProof again.",
  "controlled-folder":
    "Windows keeps DriveProof from writing in its folder {folder}, as Controlled folder access does. Open Windows Security, choose Virus & threat protection → Manage ransomware protection → Allow an app through Controlled folder access, allow DriveProof, then start it again.",
  "read-only": "There is no writing in its folder {folder}, because its drive can only be read.",
  full: "There is no room left for its folder {folder}. Free some space, then start DriveProof again.",
  "no-answer": "The system does not let DriveProof write in its folder {folder}.",
  other: "The system does not let DriveProof write in its folder {folder}.",
  code: "The system does not let DriveProof write in its folder {folder} ({code}).",
});

/** Messages on standard error before a window exists. */
export const startText = messages({
  alreadyOpen: "DriveProof is open already; its window comes to the front.",
  nothingKept: "DriveProof cannot keep anything on this computer. {reason}",
});

/** Refusals of the window's calls. */
export const windowFaults = messages({
  tooMany: "DriveProof was asked for too many things at once. Try again in a moment.",
  foreignPage: "This page may not ask that.",
  senseless: "The window asked for {call} in a way that makes no sense.",
  dialogOpen: "Another dialog is open already. Close it, then try again.",
  foreignMode: "The window asked for {mode}, which this system does not have.",
  noFolder: "There is no folder in the place of this drive.",
  noFileManager:
    "No program of this computer shows the folder {folder} ({problem}). Open it by hand, and copy what matters.",
  driveGone: "This drive is no longer there. Choose another one.",
  reportOnly: "Only a report window may ask that.",
  reportNotDrawn: "The report page could not be drawn ({reason}).",
  reportTooSlow: "The report page could not be drawn in time.",
  reportUnreadable: "This inspection can no longer be read; its file is missing or damaged.",
  readableAgain: "This report can be read again, so it was not removed.",
  foreignFile: "{path} is not a file that DriveProof made, so it was not removed.",
  notRemoved: "{file} cannot be removed ({code}).",
});
