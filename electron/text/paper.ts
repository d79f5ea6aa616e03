import { messages, richMessages } from "./messages";

/** The printed report. */
export const paperText = messages({
  windowTitle: "DriveProof report {runId}",
  inspectionReport: "DriveProof inspection report",
  powerCutReport: "DriveProof plug test report",
  inComputer: "In {computer}",
  inspectionFoot:
    "{app} {version}, engine {engine}. Everything was measured and written on this computer; nothing was sent anywhere.",
  // Who notes the numbers of a plug test may be a phone on the same network.
  powerCutFoot:
    "{app} {version}, engine {engine}. Everything was measured and written on this computer; nothing but the numbers of confirmed saves went to the witness of the test.",
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
