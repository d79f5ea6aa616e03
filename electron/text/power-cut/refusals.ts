import { messages } from "../messages";

/** Why a step of the plug test was refused. */
export const powerCutRefusals = messages({
  exists: "There is a plug test already. Finish it or remove it first.",
  existsHere:
    "There is a plug test here already: {folder}. Finish it or remove it, then start a new one.",
  noneToFinish: "There is no plug test to finish.",
  noneFoundToFinish: "There is no plug test here that can be finished.",
  nothingToPrepare: "There is nothing to prepare.",
  nothingKept:
    "A plug test must find its notes again after the power cut, and DriveProof cannot keep anything in {folder}.",
  folderNotMade: "The folder of the test cannot be made: {reason}",
  neverWritten: "This plug test was never written.",
  driveMissing:
    "The files of the plug test are on no drive that is there. Plug in the drive under test, wait until the system shows it, then try again.",
  driveMissingOrUnread:
    "The drive under test was not found, and the system could not read {names}. If it is one of these, unplug it, plug it in again, wait until the system shows it, then try again.",
  otherDrive:
    "This is another drive than the one that was written: its counter of unsafe shutdowns is lower than before.",
  partlyRemoved:
    "A part of this plug test is removed already, so it cannot be judged. Remove the rest.",
  removed:
    "DriveProof has removed this plug test, so nothing can be said about the drive any more.",
  maybeRemoved:
    "The folder of this plug test is gone or cannot be read, and it is not known whether DriveProof has removed it. So nothing can be said about the drive.",
  reportNotKept: "The report of this plug test could not be kept: {reason}",
  noPage: "This plug test has no witness page.",
});
