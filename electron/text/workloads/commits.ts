import type { LiveState } from "../../contract/live-state";
import { messages } from "../messages";
import { stepOf } from "./home";

export const commitsText = messages({
  step: "Database commits, step {step, number} of {steps, number}",
  recordsPerSecond: "records a second",
  atATime: "at a time",
  safe: "safe",
  flushes: "flushes",
  fast: "fast",
  ratio: "ratio",
});

export const absence = messages({
  removed:
    "The drive was removed or unmounted during the test of databases; nothing is said about it.",
  moved:
    "The folder was removed or moved during the test of databases; that says nothing about the drive.",
});

export const progress = (live: LiveState) => commitsText.step(stepOf(live));
