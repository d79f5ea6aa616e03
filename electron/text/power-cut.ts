import { messages } from "./messages";

/** Stages of a plug test on the command line. */
export const powerCutStages = messages({
  preparing: "Preparing the test files",
  ready: "The test files are ready",
  writing: "Writing records",
  "drive-lost": "The drive is gone",
  stopped: "The writing has stopped",
  "reading-back": "Reading back what the power cut left",
  finished: "Finished",
  removing: "Removing the test files",
});

export const powerCutCommandText = messages({
  driveLost:
    "The drive went while records were written ({error}). When it is back, finish the test with --plug-test finish.",
  stopped: "Stopped. Nothing was changed; the test can still be finished.",
  inputEnded:
    "Standard input ended without the line that --wait waits for, so nothing was written.",
  needsWitness: "--plug-test finish needs --acknowledged, what the witness holds.",
  otherTest: "What the witness holds belongs to another test than the one in this folder.",
  noTest: "There is no plug test in {folder}.",
  unreadable:
    "What the plug test in {folder} noted of itself is missing or cannot be read. The file with the lines of --plug-test start finishes it; --plug-test remove removes it.",
  finishedAlready:
    "This plug test has been finished already. The file with the lines of --plug-test start finishes it once more.",
  otherPlace:
    "There is no plug test in {folder}, and this is not known to be the drive it was written on. Is the drive connected, and --path right?",
  impossibleNumber:
    "{mode}={number} cannot be: at most {most} saves can have been written since this test began. Check the number.",
  notOurs:
    "{folder} stays: it is or holds something that DriveProof does not recognize as its own.",
  removed: "Removed {folder}",
  endedAtOnce: "Ended at once. The files of the plug test stay in {folder}.",
  removalEndedAtOnce:
    "Ended at once. The plug test in {folder} may be removed in part; start the removal again.",
});

export const powerCutWitnessText = messages({
  unreadable: "{file} cannot be read: {reason}",
  foreignLine: "{file} has a line that --plug-test start does not print: {line}",
  noSuchMode: 'There is no flush mode "{mode}".',
});

export const powerCutsText = messages({
  allTests: "All plug tests of this drive: {result}",
  lost: "Confirmed saves were lost in {lost, number} of {cuts, plural, one {# cut} other {# cuts}}.",
});

export const powerCutTable = messages({
  saves: "confirmed saves",
  acknowledged: "confirmed",
  survived: "found",
  stale: "stale",
  torn: "torn",
  corrupt: "corrupt",
  renames: "renames",
  late: "late",

  row: "{source}; {window}",
  source:
    "{source, select, witness {last number known from the witness} disk {last number known from the disk}}",
  unknownSource: "source of the last number not known",
  window: "newest save at most {age} old at the cut",
  unknownWindow: "how old the newest save was at the cut is not known",
});
