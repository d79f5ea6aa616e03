import { messages } from "./messages";

/** The live view and the result in a terminal; tables are in workloads/. */
export const terminal = messages({
  progress: "{phase}  {percent}, {written} written",
  progressAndTime: "{phase}  {percent}, about {left} left, {written} written",
  percent: "{figure} %",
  rate: "{rate} /s",
  notAvailable: "not available",
  hasFailed: "failed",

  driveInComputer: "{drive}, in {computer}",
  answer: "{question} {word}. {reason}",
  note: "Note: {message}",
  bufferedDirectWrites:
    "Note: Direct writes ({mode} and the sizes “direct”) are buffered by {fileSystem} on this kernel.",
  writtenInAll: "{bytes} written in all.",
});

export const phases = messages({
  preparing: "Preparing the test file",
  draining: "Bringing the last writes to the drive",
  verifying: "Reading everything back",
  stopping: "Stopping",
  finished: "Finished",
});
