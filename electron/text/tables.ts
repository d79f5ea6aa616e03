import { messages } from "./messages";

/** Headings and cells shared by the tables of several workloads. */
export const tableText = messages({
  wayOfSaving: "Way of saving",
  modeAndCall: "Mode and system call",
  promise: "Promise",
  time: "Time",
  median: "Median",
  speed: "Speed",
  written: "Written",
  howKnown: "How it is known",

  p50: "p50",
  p90: "p90",
  p99: "p99",
  p999: "p99.9",
  max: "Longest",

  extrapolated: "extrapolated",
  failed: "failed: {reason}",
  notKnown: "not known",
  notPublished: "not published",
  range: "{low} to {high}",
});

/** Short headings for a terminal. */
export const terminalHeads = messages({
  p50: "typical",
  p99: "1 in 100",
  time: "time",
});
