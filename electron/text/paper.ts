import type { Report } from "../contract/report";
import { formatDateTime } from "./dates";
import { driveName } from "./drive-identity";
import { currentLanguage } from "./language";
import { messages, richMessages } from "./messages";

/** The printed report. */
export const paperText = messages({
  windowTitle: "DriveProof report {runId}",
  documentTitle: "DriveProof: {drive}, {finished}",
  inspectionReport: "DriveProof inspection report",
  powerCutReport: "DriveProof plug test report",
  inComputer: "In {computer}",
  inspectionFoot:
    "{app} {version}, engine {engine}. Everything was measured and written on this computer; nothing was sent anywhere.",
  // Who notes the numbers of a plug test may be a phone on the same network.
  powerCutFoot:
    "{app} {version}, engine {engine}. Everything was measured and written on this computer; nothing but the numbers of confirmed saves went to the witness of the test.",
});

/** What a reader of PDFs shows as the name of the document. */
export function paperTitle({ volume: { drive }, finishedAt }: Report): string {
  return paperText.documentTitle({ drive: driveName(drive), finished: formatDateTime(finishedAt) });
}

/** English is written as in Britain. */
export function languageOfPaper(): string {
  const language = currentLanguage();
  return language === "en" ? "en-GB" : language;
}

/** At the foot of every page; both tags are empty and are filled in while printing. */
export const pageFoot = richMessages({
  run: "Run {runId}",
  page: "Page <page>1</page> of <pages>1</pages>",
});

export const paperHead = richMessages({
  run: "{finished} · Run <mono>{runId}</mono>",
});

/** The chart as a picture. */
export const pictureText = messages({
  headOfPart: "{drive} · {finished} · partial",
  logarithmic: "Logarithmic axes.",
  numbersOfSaves: "Numbers of saves.",
  powerCuts: "What became of confirmed saves when the power was cut",
});
