import type { ExportKind } from "../../contract/ipc-schema";
import { messages, richMessages } from "../messages";

/** The result of an inspection or a plug test. */
export const verdictText = messages({
  opening: "Opening the report…",
  notOpened: "The report could not be opened",
  drive: "{drive} · {finished}",

  notKept: "This report could not be kept among the earlier inspections",
  notKeptDetail: "It is lost when DriveProof is closed. Save it as a PDF or as data now.",

  showPublished: "Show published figures",
  allFigures: "All figures",
  figuresOfInspection: "table, system calls, evidence, environment",
  figuresOfPowerCut: "environment, method",

  cutAgain: "Cut the power again",
  inspectAgain: "Inspect again",
  anotherDrive: "Another drive",

  honestyOpen: "Whether this drive tells the truth is open",
  honestyOpenDetail:
    "Only a power cut shows whether it keeps what it has confirmed. The plug test leads you through one, step by step.",
  runPowerCutTest: "Run the plug test",
});

/** Saving the report as a file. */
export const exportText = messages({
  notSaved: "The file was not saved",
  saving: "Saving…",
  otherFormats: "Other formats",
  paper: "Paper",
  withoutSerial: "Leave out the serial number",
});

export const exportResult = richMessages({
  saved: "Saved to <mono>{path}</mono>",
});

export const exportKindText: Readonly<Record<ExportKind, () => string>> = messages({
  pdf: "Save as PDF",
  png: "Chart as a picture (PNG)",
  json: "All data (JSON)",
  csv: "Table (CSV)",
});
