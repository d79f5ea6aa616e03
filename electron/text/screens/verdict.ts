import type { ExportKind } from "#contract/ipc-schema";
import { messages, richMessages } from "../messages";

/** The screen with the result of an inspection or a plug test. */
export const verdictText = messages({
  opening: "Opening the report…",
  notOpened: "The report could not be opened",
  drive: "{drive} · {finished}",
  notKept: "This report could not be kept among the earlier inspections",
  notKeptDetail: "It is lost when DriveProof is closed. Save it as a PDF or as data now.",

  showPublished: "Show published figures",

  cutAgain: "Cut the power again",
  inspectAgain: "Inspect again",
});

/** Labels around the statements of the verdict's summary. */
export const glanceText = messages({
  safe: "Is my data safe?",
  experts: "For experts",
  measured: "measured",
  confirmedBySystem: "confirmed by the system",
  notKnown: "not known",
  newAndWell: "Is it new and well?",
  stepByStep: "Step by step",
  whatToDo: "What to do now",
  found: "What was found",
  notShown: "The files could not be shown",
  cut: "cut {number, number}",
  seen: "What was seen",
  means: "What it means",
  todo: "What to do",
  amongItsKind: "Among drives of its kind",
  slow: "slow",
  normal: "normal",
  fast: "fast",
  timeForFilm: "Time for a 10 GB film",
  timeForPhotos: "Time for 1 GB of photos",
  tenMinutes: "10 min",
  oneMinute: "1 min",
  tenSeconds: "10 s",
  oneSecond: "1 s",
  serial: "SN {serial}",
  driveAndSize: "{drive}, {size}",
  worksAsOne: "{disks, number} drives working as one",
  firmware: "FW {firmware}",
  memoryAt: "Memory (RAM), {place}",
  charts: "Charts",
  figures: "Figures",
  method: "Method",
  views: "The evidence",
  options: "Options",
});

/** What the symbol before a line means, for screen readers. A dot means nothing. */
export const signText = messages({
  good: "measured",
  proof: "measured",
  fine: "confirmed by the system",
  few: "confirmed by the system",
  plain: "taken on trust",
  open: "not known",
  early: "not known",
  care: "doubt",
  bad: "fault",
});

export const exportText = messages({
  notSaved: "The file was not saved",
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
