import type { HostFacts, Report } from "#contract/report";
import { formatDateTimeZone } from "./dates";
import { driveName } from "./drive-identity";
import { currentLanguage } from "./language";
import { messages, richMessages } from "./messages";

/** Texts of the printed report. */
export const paperText = messages({
  windowTitle: "DriveProof report {runId}",
  documentTitle: "DriveProof: {drive}, {finished}",
  inspectionReport: "Inspection report",
  powerCutReport: "Plug test report",
  unplugReport: "Unplug test report",
});

/** Labels of the printed first page. */
export const sheetText = messages({
  measured: "Measured",
  soldAs: "Sold",
  written: "{amount} written",
  partial: "ended early",
  endedByError: "ended by an error",
  notEveryTest: "not every test",
  name: "Name",
  bought: "Bought on",
  receipt: "Receipt no.",
  computer: "Computer’s serial no.",
  drive: "Serial no. on its label",
  signature: "Signature",
  recorded: "{isSold, select, true {For the workshop: recorded values} other {Recorded values}}",
  wrong: "What is wrong",
  noticed: "What was noticed",
  notKnown: "Not known",
  unencrypted: "No",
  nothing: "Nothing was found.",
  nothingJudged: "Nothing was found in what could be seen from here.",
  more: "{count, plural, one {One more finding stands} other {# more findings stand}} on the next pages.",
  next: "What is asked of you",
  repeat: "How to repeat it",
  unknown: "What is not known",
  made: "Made with {app} {version}, engine {engine}, open source. {isNetwork, select, true {Everything was measured on this computer; nothing was sent but to where the files lie.} other {Everything was measured and written on this computer; nothing was sent anywhere.}} How it was measured stands on the last page.",
  // This text must not say that nothing was sent: a plug test's witness may be a phone.
  madeByPlugTest:
    "Made with {app} {version}, engine {engine}, open source. Everything was measured and written on this computer. Nothing left it but the numbers of test saves, where a phone or another drive noted them.",
  plugTest:
    "The test writes numbered saves until the power is cut, and then looks which of those reported as done are there.",
  charts:
    "A bar is the median of its rounds, or its only one; thin lines reach from the slowest round to the fastest; hatched figures are extrapolated. Axes are logarithmic unless they begin at 0. What is written beside the reading test is not confirmed as saved. Every round and percentile is in the attached data.",
  method: "How it was measured",
  methodOfAll:
    "Times come from the monotonic clock; “1 in 100” is the time that ninety-nine of a hundred did not exceed.",
  checksum: "SHA-256 of the data attached to this PDF (JSON)",
});

export const sheetPower: Readonly<Record<NonNullable<HostFacts["powerSource"]>, () => string>> =
  messages({ mains: "Mains", battery: "Battery" });

/** Names of those values under "Recorded values" that have no name of their own, as a system call has. */
export const recordedText = messages({
  error: "Error",
  code: "error {code}",
  atByte: "at byte {byte} of the test file",
  failed: "failed",
  free: "Free space at the start",
  perSecond: "{rate}/s",
  median: "p50 {time}",
  slowest: "p99 {time}",
  flushes: "Flushes counted",
  perSave: "{flushes} per save",
  cut: "Cut {number}",
  lostBy: "{failed} of {of} with {mode} ({failures})",
  noted: "Known as done from",
  notedBy:
    "{by, select, witness {the witness that noted the numbers} other {later saves on the drive}}",
  cutBy: "Power cut by",
  deed: "{deed, select, plug {plug, pulled when told} battery {battery, removed when told} cable {drive or its cable, pulled out when told} other {power button, held when told}}",
  noLoss: "no loss",
  provedNothing: "proved nothing",
  bySystem: "the system shows the cut",
  byCounter: "power loss counted ({before} → {after})",
  byPerson: "the cut by the tester’s word",
  withTests: "{count}, cuts of plug tests among them",
  beforeTests: "{count}; {before} before the first plug test",
  beforeCut: "{count}; {before} before cut {number}",
  cache: "Drive’s own memory (cache)",
  strip: "Strip of reading",
  published: "published figures of {count, plural, one {# source} other {# sources}}",
  otherCauses: "Connection and driver",
  notRuledOut: "not ruled out: only these were tried",
  specification: "Maker’s specification",
  notCompared: "not compared; as measured",
});

/** The document title that PDF readers show. */
export function paperTitle({ volume: { drive }, finishedAt }: Report): string {
  return paperText.documentTitle({
    drive: driveName(drive),
    finished: formatDateTimeZone(finishedAt),
  });
}

/** The PDF's language tag; English is tagged as British. */
export function languageOfPaper(): string {
  const language = currentLanguage();
  return language === "en" ? "en-GB" : language;
}

/** Footer of every page; Chromium fills in both empty tags while it prints. */
export const pageFoot = richMessages({
  run: "Run {runId}",
  page: "Page <page>1</page> of <pages>1</pages>",
});

export const pictureText = messages({
  headOfPart: "{drive} · {finished} · partial",
  logarithmic: "Logarithmic axes.",
  numbersOfSaves: "Numbers of saves.",
  powerCuts: "What became of confirmed saves when the power was cut",
});
