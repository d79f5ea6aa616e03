import { messages } from "./messages";

/** The text of `--help`; lines are wrapped when printed. */
export const help = messages({
  purpose: "DriveProof inspects the drive a folder lies on.",
  usage: "Usage: {command} [options]          (the packaged program: {packaged} [options])",
  outputs: "Progress goes to standard error, results to standard output.",
  powerCutTest: "The plug test, without a window:",
  exitCodes: "Exit codes",

  folder: "DIR",
  name: "NAME",
  list: "LIST",
  count: "N",
  file: "FILE",
  size: "SIZE",
});

export const optionHelp = messages({
  path: "folder to inspect; the test file is made in it and removed again\n(default: the current folder)",
  profile: "{profiles} (default: {usual})",
  tests:
    "comma-separated: {tests} (default: all but sustained, the long write that shows how large a drive’s fast cache is, and capacity, which fills the whole drive to see whether it is as large as it says)",
  sustainedBytes: "the long write ends after so many bytes; K, M, G, T for multiples of 1024",
  capacityBytes:
    "the test of the drive’s size fills only so many bytes, and can then never say that all of it is there",
  pace: "flush modes: begin {count} changes a second instead of as many as the drive takes",
  modes: "flush modes: only these, comma-separated (default: all the system has)",
  noAppend: "flush modes: only change the file, do not make it longer as well",
  directSweep:
    "buffer sizes: once more around the system’s cache\n(default: in the profiles {profiles})",
  intervalModes:
    "sync intervals with these calls, comma-separated:\n{modes}\n(default: the system’s usual ones)",
  engines: "databases: only these, comma-separated: {engines}\n(default: all)",
  json: "write the report as JSON; - for standard output",
  csv: "write one row per mode and round; - for standard output",
  pdf: "write the report as PDF",
  paper: "{papers} (default: {usual})",
  bought:
    "how the drive was sold to you: {purchases} (default: not said); with the month, as in {example}, the hours it was on are compared with the time since",
  noSerial: "leave the drive’s serial number out of all outputs; a CSV never has it",
  allowNetwork: "allow a folder on a network drive",
  allowUnknownSpace: "allow a folder whose free space is not known; the test may fill it up",
  fillSystemDrive:
    "let {test} fill a drive that the system or your own files are on; programs may fail to save meanwhile",
});

/** Descriptions of the plug test's actions and options. */
export const powerCutHelp = messages({
  start:
    'write numbered records into "{folder}" in --path, until the time is over or the drive goes; prints JSON lines: the states of the test, and the last acknowledged number of each mode. Keep them where the cut cannot reach them: whoever reads them is the witness',
  modes: "flush modes, in the order of their turns",
  seconds: "stop after so many seconds (default: go on)",
  wait: "begin to write when a line arrives on standard input; each further line tells what the witness holds by now: the {field} of a line it has kept, or that line itself. The closer it follows, the more the test can prove",
  finish:
    "read back what the power cut left in --path and say what was kept and lost; --json, --csv, --pdf, --paper and --no-serial as for an inspection",
  acknowledged: "the file with the lines of {action}, or MODE=NUMBER,...",
  cut: "what was done, if the system does not show it by itself:\n{deeds} (default: not said)",
  remove: "remove the test’s files from --path",
});

export const exitCodeHelp = messages({
  measured: "measured",
  internal:
    "DriveProof itself failed, was kept from its own files, lacked something it needs, such as memory, or met an error whose cause is not known",
  usage: "unusable arguments, or a place for the result that does not take it",
  untestable:
    "this volume cannot be tested (read-only, too little space, for one of the tests as well, no folder, no permission, removed during the inspection, another inspection running, all that the tests ask for refused by the system, a network drive without --allow-network, unknown free space without --allow-unknown-space, the system’s drive to be filled without --fill-system-drive); or a plug test that cannot be judged, or whose folder has to stay",
  driveFault:
    "the drive returned an error or wrong data: the report is written all the same; or it went during the plug test, or confirmed saves that promise to survive a power cut did not survive one that is known to have happened",
  stopped: "stopped; what was measured is reported as partial",
});

/** Messages about invalid arguments. */
export const usageText = messages({
  tryHelp: "{problem} Try --help.",
  onePlace: "Two results cannot go to {place}: one would replace the other.",
  pdfToFile: "A PDF is written to a file: --pdf {file}.",
  paperWithoutPdf: "--paper is the size of a PDF, which is not asked for: add --pdf {file}.",
  reportWhenFinished: "A plug test has a report once it is finished: --plug-test finish.",
  onlyOfPlugTest:
    "{options} {count, plural, one {belongs} other {belong}} to --plug-test, which is not named.",
  notOfPlugTest: "--plug-test {action} does not take {options}.",
  seconds: '--seconds cannot be "{value}"; it is a time of at most a day.',
  month: '--bought cannot be of "{value}"; a month that has begun is added as in {example}.',
  pace: '--pace takes a number of changes a second, up to a million, not "{value}".',
  bytes: '{option} takes bytes such as 20G, at least 1M, not "{value}".',
  oneOf: '{option} cannot be "{value}"; it is one of {allowed}.',
  unknownOption: "There is no option {option}.",
  needsValue: "{option} needs a value.",
  needsValueNotOption:
    "{option} needs a value. If {next} is the value, write it as {option}={next}.",
  givenTwice: "{option} is given more than once.",
  takesNoValue: "{option} takes no value.",
  belongsToNoOption: '"{argument}" belongs to no option.',
});

/** Messages about the start and the end of an inspection on the command line. */
export const inspectText = messages({
  noCurrentFolder:
    "The current folder is not there any more, or its path is too long. Go to another one first; --path alone is not enough.",
  withoutEffect:
    "{options} {count, plural, one {has} other {have}} no effect: none of the chosen tests is changed by {count, plural, one {it} other {them}}.",
  inspecting: "Inspecting {folder} on {drive}",
  notEveryTest: "Not every test could be carried out. The report, marked as partial, says why.",
  nothingMeasured: "Nothing could be measured here. The report says why.",
  stopped: "Stopped. What was measured until then is in the report, marked as partial.",
  stopping:
    "Stopping. A drive that does not answer is waited for {seconds} seconds; Ctrl-C again ends DriveProof at once.",
  endedAtOnce:
    "Ended at once, without a report. Files whose names begin with “.driveproof” may be left in {folder}; the next start of DriveProof removes them.",
  delivering:
    "The inspection is over, and its results are being written. Ctrl-C again ends DriveProof at once.",
  deliveryEnded: "Ended at once. Not all results may have been written.",
  outputLost:
    "Standard output is closed or leads to {nowhere}, so the result for it would be lost. Nothing was done. Let standard output lead to a file or to another program.",
  standardOutput: "standard output",
  standardError: "standard error",
});
