import type { LiveState } from "../../contract/live-state";
import { messages } from "../messages";
import { stepOf } from "./home";

export const chunkedWritesText = messages({
  step: "Chunked writes, step {step, number} of {steps, number}",
  title: "{total} in {chunk}",
  passes: "passes: {times}",
});

export const absence = messages({
  removed:
    "The drive was removed or unmounted during the test of large pieces; nothing is said about it.",
  moved:
    "The folder was removed or moved during the test of large pieces; that says nothing about the drive.",
});

export const progress = (live: LiveState) => chunkedWritesText.step(stepOf(live));
