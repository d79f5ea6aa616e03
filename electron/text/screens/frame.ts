import { messages } from "../messages";

/** The window's frame, and notices that every screen can show. */
export const frameText = messages({
  windowTitle: "{page} – DriveProof",
  couldNotStart: "DriveProof could not start",
  steps: "Steps of an inspection",
  drive: "Drive",
  inspecting: "Inspecting",
  verdict: "Verdict",
  powerCutTest: "Plug test",
  chooseDrive: "Choose a drive",
  anotherDrive: "Another drive",
  earlierInspections: "Earlier inspections",
  tryAgain: "Try again",
  inspectionNotStarted: "The inspection did not start",

  reopened: "This window was opened again",
  reopenedDetail:
    "It had stopped working. A running inspection went on without it. If the inspection has ended since, its report is under “{earlierInspections}”.",
  hideMessage: "Hide this message",

  pageFailed: "This page could not be shown",
  pageFailedDetail:
    "That is a defect of DriveProof and not of your drive. Finished inspections are kept.",
  openAnew: "Open the window anew",

  noAnswer:
    "DriveProof did not get an answer from its own inner part. Finished inspections are kept. Please close DriveProof and open it again.",
  noAnswerBecause:
    "DriveProof did not get an answer from its own inner part ({cause}). Finished inspections are kept. Please close DriveProof and open it again.",
});

/** The system's error in small type, for engineers. */
export const systemAnswerText = messages({
  answer: "System’s answer: {parts}",
  code: "error {code}",
  offset: "at byte {offset}",
});
