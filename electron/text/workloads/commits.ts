import { messages } from "../messages";

export const commitsText = messages({
  step: "Database commits, step {step, number} of {steps, number}",
  recordsPerSecond: "records a second",
  atATime: "at a time",
  safe: "safe",
  flushes: "flushes",
  fast: "fast",
  ratio: "ratio",
});
